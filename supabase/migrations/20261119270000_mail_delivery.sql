-- Sending what the outbox holds, and recording reminders. Only the secret key may call any of this; `scheduled_functions` says when.
-- The long reminder arrives while the patient can still cancel: 6 hours before the doctor's cancellation window closes, at most 96 hours
-- ahead. Its kind has the name '24h', which mails and marks keep.

-- Bodies of functions may mention what a later file makes.
set check_function_bodies = off;

create table private.reminder_marks (
  appointment_id uuid not null references public.appointments (id) on delete cascade,
  kind text not null constraint reminder_marks_kind_is_known check (kind in ('24h', '1h')),
  at timestamptz not null default now(),
  primary key (appointment_id, kind)
);
alter table private.reminder_marks enable row level security;

-- Stated once: the embedded server runs them, hosted gets cron jobs from it.
create table private.scheduled_functions (
  name text primary key,
  schedule text not null
);
alter table private.scheduled_functions enable row level security;
grant select on private.scheduled_functions to service_role;

-- A mail is about what is true when it is sent: a request already answered, a visit already begun or a message erased meanwhile is not
-- told. A mail about an account is due while the account is there, one about an erasure without it. A long reminder that could not be sent
-- in time is dropped, because it names an hour until which the patient can cancel.
create function private.is_still_true(mail private.mail_outbox) returns boolean
language sql stable security definer set search_path = '' as $$
  select case
    when mail.kind like 'contact\_%' then exists (
      select from public.contact_messages c where c.id = private.uuid_or_null(mail.payload ->> 'message_id')
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
$$;
comment on function private.is_still_true is 'Definer: it looks at appointments and messages for the sender of mails, which reads neither.';

-- After 1, 2, 4, 8, 16, 32 minutes, then each hour: the thirtieth is a day after the first. A confirmation, whose address nobody
-- has checked, is tried for a quarter of an hour.
create function private.most_attempts(kind text) returns integer
language sql immutable set search_path = '' as $$ select case kind when 'contact_confirmation' then 5 else 30 end $$;

-- Of those that may have arrived: rather three times the same mail than none, but not thirty.
create function private.most_doubts() returns integer
language sql immutable set search_path = '' as $$ select 3 $$;

-- Where a mail goes is asked when it goes: people change their address, and an old one may be somebody else's by then.
create function private.recipient_of(mail private.mail_outbox) returns text
language sql stable security definer set search_path = '' as $$
  select case when mail.kind like 'appointment\_%' then (
    select person.address from public.appointments a, private.people_of(a) as person
    where a.id = private.uuid_or_null(mail.payload ->> 'appointment_id') and person.part = mail.payload ->> 'to'
  ) else mail.recipient end
$$;
comment on function private.recipient_of is 'Definer: it looks up addresses for the sender of mails, which does not read them.';

create function private.pause_after(attempts integer) returns interval
language sql immutable set search_path = '' as $$ select make_interval(mins => least(60, 2 ^ (least(attempts, 7) - 1))::integer) $$;

-- A mail with a link is tried until the link expires, however often that is.
create function private.lock_due_mails(most integer, keys text[]) returns table (id uuid, verdict text)
language sql security definer set search_path = '' as $$
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
$$;
comment on function private.lock_due_mails is 'Definer: nobody reads the outbox with its payloads.';

-- The lease brings back what a lost sender held.
create function private.claim_mails(most integer, keys text[])
returns table (id uuid, kind text, recipient text, language text, payload jsonb, attempt integer, created_at timestamptz)
language plpgsql security definer set search_path = '' as $$
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
end $$;
comment on function private.claim_mails is 'Definer: nobody reads the outbox with its payloads. Only the secret key calls it.';
grant execute on function private.claim_mails to service_role;

create function private.keys_about(kind text, subject uuid) returns text[]
language sql immutable set search_path = '' as $$
  select array[kind || ':' || subject, kind || ':' || subject || ':patient', kind || ':' || subject || ':doctor']
$$;
grant execute on function private.keys_about to service_role;

create function private.finish_mail(mail uuid) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  update private.mail_outbox m set state = 'sent', sent_at = now(), payload = null, last_error = null
  where m.id = mail and m.state <> 'sent';
  return found;
end $$;
comment on function private.finish_mail is 'Definer: nobody may write the outbox. Only the secret key calls it.';

create function public.finish_mail(id uuid) returns boolean
language sql set search_path = '' as $$ select private.finish_mail(finish_mail.id) $$;
grant execute on function private.finish_mail, public.finish_mail to service_role;

-- A sender whose lease ran out has no say any more: another one may be at it. Tells whether the log should say the reason: a mail is given
-- up, or no other mail waits for the same reason. What follows a colon are the provider's words, which may differ each time.
create function private.fail_mail(mail uuid, attempt integer, error text, retryable boolean, may_have_arrived boolean) returns boolean
language plpgsql security definer set search_path = '' as $$
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
end $$;
comment on function private.fail_mail is 'Definer: nobody may write the outbox. Only the secret key calls it.';

create function public.fail_mail(id uuid, attempt integer, error text, retryable boolean, may_have_arrived boolean default false) returns boolean
language sql set search_path = '' as $$ select private.fail_mail(fail_mail.id, attempt, error, retryable, may_have_arrived) $$;
grant execute on function private.fail_mail, public.fail_mail to service_role;

create function private.mail_states_about(kind text, subject uuid) returns table (state text, last_error text)
language sql stable security definer set search_path = '' as $$
  select m.state, m.last_error from private.mail_outbox m where m.dedupe_key = any (private.keys_about(mail_states_about.kind, mail_states_about.subject))
$$;
comment on function private.mail_states_about is 'Definer: nobody reads the outbox. Only the secret key calls it.';

create function public.mail_states_about(kind text, subject uuid) returns table (state text, last_error text)
language sql stable set search_path = '' as $$ select * from private.mail_states_about(kind, subject) $$;
grant execute on function private.mail_states_about, public.mail_states_about to service_role;

create function private.reminder_lead(kind text, cancellation_hours integer) returns interval
language sql immutable set search_path = '' as $$
  select case kind when '24h' then least(cancellation_hours + 6, 96) * interval '1 hour' else kind::interval end
$$;

-- Marked and recorded together, so that nothing is told twice nor forgotten, whoever runs this at the same moment. The long reminder is not
-- recorded any more once the patient cannot cancel: the short one follows.
create function private.record_due_reminders() returns integer
language plpgsql security definer set search_path = '' as $$
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
end $$;
comment on function private.record_due_reminders is 'Definer: nobody may write the outbox or the marks of reminders. Only the secret key calls it.';

create function public.record_due_reminders() returns integer
language sql set search_path = '' as $$ select private.record_due_reminders() $$;
grant execute on function private.record_due_reminders, public.record_due_reminders to service_role;

-- The doors. `private` is not served, so each has one here that only lets through.
create function public.claim_due_mails(most integer default 20)
returns table (id uuid, kind text, recipient text, language text, payload jsonb, attempt integer, created_at timestamptz)
language sql set search_path = '' as $$ select * from private.claim_mails(most, null) $$;
grant execute on function public.claim_due_mails to service_role;

create function public.claim_mails_about(kind text, subject uuid)
returns table (id uuid, kind text, recipient text, language text, payload jsonb, attempt integer, created_at timestamptz)
language sql set search_path = '' as $$ select * from private.claim_mails(10, private.keys_about(claim_mails_about.kind, subject)) $$;
grant execute on function public.claim_mails_about to service_role;

-- Sixty an hour from one network: enough for an office behind one address.
create function public.may_hurry_mail(caller text) returns boolean
language sql set search_path = '' as $$ select private.is_within_limit('hurry:' || coalesce(private.network_of(caller), caller), 60, 60) $$;
grant execute on function public.may_hurry_mail to service_role;

create function private.stamp_mail_error() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.last_error_at := case when new.last_error is not null then now() end;
  return new;
end $$;
create trigger mail_outbox_stamp_error before update of last_error on private.mail_outbox
  for each row execute function private.stamp_mail_error();

insert into private.scheduled_functions values
  ('deliver-mail', '* * * * *'),
  ('send-reminders', '*/5 * * * *'),
  ('close-appointments', '*/5 * * * *'),
  ('erase-expired', '17 3 * * *');
