-- Written by `npm run types` from the catalogue. Migrations change the schema; reviews read the difference here.

create table private.reminder_marks (
  appointment_id uuid not null,
  kind text not null,
  at timestamp with time zone not null default now(),
  constraint reminder_marks_appointment_id_fkey FOREIGN KEY (appointment_id) REFERENCES public.appointments(id) ON DELETE CASCADE,
  constraint reminder_marks_pkey PRIMARY KEY (appointment_id, kind),
  constraint reminder_marks_kind_is_known CHECK ((kind = ANY (ARRAY['24h'::text, '1h'::text, 'phone'::text])))
);
alter table private.reminder_marks enable row level security;

create table private.scheduled_functions (
  name text not null,
  schedule text not null,
  constraint scheduled_functions_pkey PRIMARY KEY (name)
);
alter table private.scheduled_functions enable row level security;
grant select on private.scheduled_functions to service_role;

CREATE OR REPLACE FUNCTION private.claim_mails(most integer, keys text[])
 RETURNS TABLE(id uuid, kind text, recipient text, language text, payload jsonb, attempt integer, created_at timestamp with time zone)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  lease constant interval := interval '5 minutes';
begin
  -- What is not sent any more says why; superseded, it loses its body and cannot be put back either.
  for round in 1..50 loop
    update private.mail_outbox m
    set state = 'failed', last_error = due.verdict, payload = case when due.verdict <> 'superseded' then m.payload end
    from private.lock_due_mails(most, keys) as due where m.id = due.id and due.verdict is not null;
    exit when not found;
  end loop;

  return query
  update private.mail_outbox m
  set state = 'sending', attempts = m.attempts + 1, doubts = m.doubts + (m.state = 'sending')::integer,
      recipient = private.recipient_of(m), next_attempt_at = now() + lease
  from private.lock_due_mails(most, keys) as due where m.id = due.id and due.verdict is null
  returning m.id, m.kind, m.recipient, m.language, m.payload, m.attempts, m.created_at;
end $function$;
comment on function private.claim_mails(integer,text[]) is 'Definer: nobody reads the outbox with its payloads. Only the secret key calls it.';
grant execute on function private.claim_mails(integer,text[]) to service_role;

CREATE OR REPLACE FUNCTION private.fail_mail(mail uuid, attempt integer, error text, retryable boolean, may_have_arrived boolean)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  reason text := split_part(error, ': ', 1);
  is_known boolean;
  new_state text;
begin
  -- Mails that fail at the same moment take turns, or each would be the first.
  perform pg_advisory_xact_lock(hashtextextended('mail errors', 0));
  is_known := exists (
    select from private.mail_outbox m where m.state in ('waiting', 'sending') and split_part(m.last_error, ': ', 1) = reason
  );
  update private.mail_outbox m
  set state = case
        when retryable and (m.expires_at is not null or m.attempts < private.most_attempts(m.kind))
          and m.doubts + may_have_arrived::integer < private.most_doubts() then 'waiting'
        else 'failed'
      end,
      doubts = m.doubts + may_have_arrived::integer,
      last_error = left(error, 200),
      -- Twelve attempts at least in the time of a link.
      next_attempt_at = now() + least(private.pause_after(m.attempts), (m.expires_at - m.created_at) / 12)
  where m.id = mail and m.state = 'sending' and m.attempts = attempt
  returning m.state into new_state;
  return new_state is not null and (new_state = 'failed' or not is_known);
end $function$;
comment on function private.fail_mail(uuid,integer,text,boolean,boolean) is 'Definer: nobody may write the outbox. Only the secret key calls it.';
grant execute on function private.fail_mail(uuid,integer,text,boolean,boolean) to service_role;

CREATE OR REPLACE FUNCTION private.finish_mail(mail uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update private.mail_outbox m set state = 'sent', sent_at = now(), payload = null, last_error = null
  where m.id = mail and m.state <> 'sent';
  return found;
end $function$;
comment on function private.finish_mail(uuid) is 'Definer: nobody may write the outbox. Only the secret key calls it.';
grant execute on function private.finish_mail(uuid) to service_role;

CREATE OR REPLACE FUNCTION private.is_still_true(mail private.mail_outbox)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select case
    when mail.kind like 'contact\_%' then exists (
      select from public.contact_messages c where c.id = private.uuid_or_null(mail.payload ->> 'message_id')
    )
    when mail.kind = 'appointment_fee_set' then exists (
      select from public.appointments a
      where a.id = private.uuid_or_null(mail.payload ->> 'appointment_id') and a.status <> 'cancelled' and a.erased_at is null
        and a.fee_minor > 0 and a.fee_agreed_at is null
    )
    else exists (
      select from public.appointments a
      where a.id = private.uuid_or_null(mail.payload ->> 'appointment_id')
        and case mail.kind
          when 'appointment_created' then a.status = 'pending'
          when 'appointment_cancelled' then a.status = 'cancelled'
          when 'appointment_rescheduled' then a.status in ('pending', 'confirmed')
          when 'appointment_reminder_24h' then a.status = 'confirmed' and exists (
            select from public.doctors d where d.id = a.doctor_id and a.starts_at > now() + d.cancellation_hours * interval '1 hour'
          )
          else a.status = 'confirmed'
        end
        and (a.starts_at > now() or mail.kind = 'appointment_cancelled')
    )
  end
  -- Nobody could send it for days, as where mail is only set up later. What was written to the company is worth reading all the same.
  and (mail.kind = 'contact_notice' or mail.next_attempt_at > now() - interval '3 days')
$function$;
comment on function private.is_still_true(private.mail_outbox) is 'Definer: it looks at appointments and messages for the sender of mails, which reads neither.';

CREATE OR REPLACE FUNCTION private.keys_about(kind text, subject uuid)
 RETURNS text[]
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select array[kind || ':' || subject, kind || ':' || subject || ':patient', kind || ':' || subject || ':doctor'] || array(
    select kind || ':' || subject || ':guardian:' || g.guardian_id
    from public.appointments a join public.guardians g on g.patient_id = a.user_id where a.id = subject
  )
$function$;
comment on function private.keys_about(text,uuid) is 'Definer: it looks up guardians for the sender of mails. Only the secret key and functions call it.';
grant execute on function private.keys_about(text,uuid) to service_role;

CREATE OR REPLACE FUNCTION private.lock_due_mails(most integer, keys text[])
 RETURNS TABLE(id uuid, verdict text)
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select (due.mail).id, case
    when (due.mail).kind like 'account\_%' and not private.is_account_there(due.mail) then 'superseded'
    when (due.mail).kind not like 'account\_%' and (not private.is_still_true(due.mail) or private.recipient_of(due.mail) is null)
      then 'superseded'
    when (due.mail).state = 'sending' and (
      (due.mail).expires_at is null and (due.mail).attempts >= private.most_attempts((due.mail).kind)
      or (due.mail).doubts + 1 >= private.most_doubts()
    ) then 'sender lost'
  end
  from (
    select m as mail from private.mail_outbox m
    where m.state in ('waiting', 'sending') and m.next_attempt_at <= now() and (keys is null or m.dedupe_key = any (keys))
    order by private.turn_of(m.kind), m.next_attempt_at
    limit least(most, 100)
    for update skip locked
  ) as due
$function$;
comment on function private.lock_due_mails(integer,text[]) is 'Definer: nobody reads the outbox with its payloads.';

CREATE OR REPLACE FUNCTION private.mail_states_about(kind text, subject uuid)
 RETURNS TABLE(state text, last_error text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select m.state, m.last_error from private.mail_outbox m where m.dedupe_key = any (private.keys_about(mail_states_about.kind, mail_states_about.subject))
$function$;
comment on function private.mail_states_about(text,uuid) is 'Definer: nobody reads the outbox. Only the secret key calls it.';
grant execute on function private.mail_states_about(text,uuid) to service_role;

CREATE OR REPLACE FUNCTION private.most_attempts(kind text)
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$ select case kind when 'contact_confirmation' then 5 else 30 end $function$;

CREATE OR REPLACE FUNCTION private.most_doubts()
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$ select 3 $function$;

CREATE OR REPLACE FUNCTION private.pause_after(attempts integer)
 RETURNS interval
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$ select make_interval(mins => least(60, 2 ^ (least(attempts, 7) - 1))::integer) $function$;

CREATE OR REPLACE FUNCTION private.recipient_of(mail private.mail_outbox)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select case when mail.kind like 'appointment\_%' then (
    select person.address from public.appointments a, private.people_of(a) as person
    where a.id = private.uuid_or_null(mail.payload ->> 'appointment_id') and person.part = mail.payload ->> 'to'
  ) else mail.recipient end
$function$;
comment on function private.recipient_of(private.mail_outbox) is 'Definer: it looks up addresses for the sender of mails, which does not read them.';

CREATE OR REPLACE FUNCTION private.record_due_reminders()
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  due record;
  recorded integer := 0;
begin
  for due in
    with marked as (
      insert into private.reminder_marks (appointment_id, kind)
      select a.id, k
      from public.appointments a
      join public.doctors d on d.id = a.doctor_id
      cross join unnest(array['24h', '1h']) as k
      where a.status = 'confirmed' and a.starts_at > now()
        -- No reminder is due earlier than this. The bound lets the index on the start find the few rows.
        and a.starts_at <= now() + interval '96 hours'
        and a.starts_at <= now() + private.reminder_lead(k, d.cancellation_hours)
        and (k <> '24h' or a.starts_at > now() + d.cancellation_hours * interval '1 hour')
        and not exists (select from private.reminder_marks r where r.appointment_id = a.id and r.kind = k)
      on conflict do nothing
      returning appointment_id, kind
    )
    select a as appointment, marked.kind
    from marked join public.appointments a on a.id = marked.appointment_id
  loop
    perform private.record_appointment_mail(due.appointment, 'appointment_reminder_' || due.kind);
    recorded := recorded + 1;
  end loop;
  return recorded;
end $function$;
comment on function private.record_due_reminders() is 'Definer: nobody may write the outbox or the marks of reminders. Only the secret key calls it.';
grant execute on function private.record_due_reminders() to service_role;

CREATE OR REPLACE FUNCTION private.reminder_lead(kind text, cancellation_hours integer)
 RETURNS interval
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case kind when '24h' then least(cancellation_hours + 6, 96) * interval '1 hour' else kind::interval end
$function$;

CREATE OR REPLACE FUNCTION private.stamp_mail_error()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  new.last_error_at := case when new.last_error is not null then now() end;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.claim_due_mails(most integer DEFAULT 20)
 RETURNS TABLE(id uuid, kind text, recipient text, language text, payload jsonb, attempt integer, created_at timestamp with time zone)
 LANGUAGE sql
 SET search_path TO ''
AS $function$ select * from private.claim_mails(most, null) $function$;
grant execute on function public.claim_due_mails(integer) to service_role;

CREATE OR REPLACE FUNCTION public.claim_mails_about(kind text, subject uuid)
 RETURNS TABLE(id uuid, kind text, recipient text, language text, payload jsonb, attempt integer, created_at timestamp with time zone)
 LANGUAGE sql
 SET search_path TO ''
AS $function$ select * from private.claim_mails(10, private.keys_about(claim_mails_about.kind, subject)) $function$;
grant execute on function public.claim_mails_about(text,uuid) to service_role;

CREATE OR REPLACE FUNCTION public.fail_mail(id uuid, attempt integer, error text, retryable boolean, may_have_arrived boolean DEFAULT false)
 RETURNS boolean
 LANGUAGE sql
 SET search_path TO ''
AS $function$ select private.fail_mail(fail_mail.id, attempt, error, retryable, may_have_arrived) $function$;
grant execute on function public.fail_mail(uuid,integer,text,boolean,boolean) to service_role;

CREATE OR REPLACE FUNCTION public.finish_mail(id uuid)
 RETURNS boolean
 LANGUAGE sql
 SET search_path TO ''
AS $function$ select private.finish_mail(finish_mail.id) $function$;
grant execute on function public.finish_mail(uuid) to service_role;

CREATE OR REPLACE FUNCTION public.mail_states_about(kind text, subject uuid)
 RETURNS TABLE(state text, last_error text)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$ select * from private.mail_states_about(kind, subject) $function$;
grant execute on function public.mail_states_about(text,uuid) to service_role;

CREATE OR REPLACE FUNCTION public.may_hurry_mail(caller text)
 RETURNS boolean
 LANGUAGE sql
 SET search_path TO ''
AS $function$ select private.is_within_limit('hurry:' || coalesce(private.network_of(caller), caller), 60, 60) $function$;
grant execute on function public.may_hurry_mail(text) to service_role;

CREATE OR REPLACE FUNCTION public.record_due_reminders()
 RETURNS integer
 LANGUAGE sql
 SET search_path TO ''
AS $function$ select private.record_due_reminders() $function$;
grant execute on function public.record_due_reminders() to service_role;
