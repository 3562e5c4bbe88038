-- Written by `npm run types` from the catalogue. Migrations change the schema; reviews read the difference here.

create table private.mail_outbox (
  id uuid not null default gen_random_uuid(),
  kind text not null,
  recipient text not null,
  user_id uuid,
  language text not null,
  payload jsonb,
  state text not null default 'waiting'::text,
  attempts integer not null default 0,
  doubts integer not null default 0,
  last_error text,
  next_attempt_at timestamp with time zone not null default now(),
  created_at timestamp with time zone not null default now(),
  sent_at timestamp with time zone,
  dedupe_key text not null,
  account_id uuid,
  expires_at timestamp with time zone,
  last_error_at timestamp with time zone,
  variant text,
  repeats uuid,
  constraint mail_outbox_is_told_once UNIQUE (dedupe_key),
  constraint mail_outbox_pkey PRIMARY KEY (id),
  constraint mail_outbox_repeats_fkey FOREIGN KEY (repeats) REFERENCES private.mail_outbox(id) ON DELETE CASCADE,
  constraint mail_outbox_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint mail_outbox_language_is_offered CHECK (private.is_offered_language(language)),
  constraint mail_outbox_links_are_about_accounts CHECK ((((account_id IS NULL) = (expires_at IS NULL)) AND ((expires_at IS NULL) OR (kind ~~ 'account\_%'::text)))),
  constraint mail_outbox_links_are_encrypted CHECK (((expires_at IS NULL) OR (payload IS NULL) OR (((payload - 'sealed'::text) = '{}'::jsonb) AND (jsonb_typeof((payload -> 'sealed'::text)) = 'string'::text)))),
  constraint mail_outbox_links_go_in_the_end CHECK (((expires_at IS NULL) OR (payload IS NULL) OR (state = ANY (ARRAY['waiting'::text, 'sending'::text])))),
  constraint mail_outbox_sent_has_no_body CHECK (((state <> 'sent'::text) OR ((payload IS NULL) AND (sent_at IS NOT NULL)))),
  constraint mail_outbox_state_is_known CHECK ((state = ANY (ARRAY['waiting'::text, 'sending'::text, 'sent'::text, 'failed'::text])))
);
CREATE INDEX mail_outbox_due_idx ON private.mail_outbox USING btree (private.turn_of(kind), next_attempt_at) WHERE (state = ANY (ARRAY['waiting'::text, 'sending'::text]));
CREATE INDEX mail_outbox_user_id_idx ON private.mail_outbox USING btree (user_id);
CREATE INDEX mail_outbox_created_at_id_idx ON private.mail_outbox USING btree (created_at DESC, id DESC);
CREATE INDEX mail_outbox_account_id_idx ON private.mail_outbox USING btree (account_id) WHERE (account_id IS NOT NULL);
CREATE INDEX mail_outbox_expires_at_idx ON private.mail_outbox USING btree (expires_at) WHERE (state = ANY (ARRAY['waiting'::text, 'sending'::text]));
CREATE INDEX mail_outbox_repeats_idx ON private.mail_outbox USING btree (repeats);
alter table private.mail_outbox enable row level security;
grant select (id, kind, recipient, language, state, attempts, last_error, next_attempt_at, created_at, sent_at) on private.mail_outbox to authenticated;

create view private.metrics as
 SELECT 'mail_outbox_mails'::text AS name,
    'Mails that are not sent yet, by state.'::text AS help,
    jsonb_build_object('state', s.state) AS labels,
    (( SELECT count(*) AS count
           FROM private.mail_outbox m
          WHERE (m.state = s.state)))::double precision AS value
   FROM unnest(ARRAY['waiting'::text, 'sending'::text, 'failed'::text]) s(state)
UNION ALL
 SELECT 'mail_outbox_oldest_due_seconds'::text AS name,
    'How long the mail that is due the longest has been waiting.'::text AS help,
    '{}'::jsonb AS labels,
    COALESCE(EXTRACT(epoch FROM (now() - min(m.next_attempt_at) FILTER (WHERE (m.next_attempt_at < now())))), (0)::numeric) AS value
   FROM private.mail_outbox m
  WHERE (m.state = ANY (ARRAY['waiting'::text, 'sending'::text]))
UNION ALL
 SELECT 'account_mails'::text AS name,
    'Mails about accounts that are not sent yet, by state.'::text AS help,
    jsonb_build_object('state', s.state) AS labels,
    ( SELECT count(*) AS count
           FROM private.mail_outbox m
          WHERE ((m.state = s.state) AND (m.kind ~~ 'account\_%'::text) AND (m.last_error IS DISTINCT FROM 'superseded'::text))) AS value
   FROM unnest(ARRAY['waiting'::text, 'sending'::text, 'failed'::text]) s(state)
UNION ALL
 SELECT 'account_mails_oldest_due_seconds'::text AS name,
    'How long the oldest mail about an account has been due without being sent.'::text AS help,
    '{}'::jsonb AS labels,
    COALESCE(EXTRACT(epoch FROM (now() - min(m.created_at))), (0)::numeric) AS value
   FROM private.mail_outbox m
  WHERE ((m.state = ANY (ARRAY['waiting'::text, 'sending'::text])) AND (m.kind ~~ 'account\_%'::text));
grant select on private.metrics to service_role;

create view public.mail_log with (security_invoker=true) as
 SELECT id,
    kind,
    recipient,
    language,
    state,
    attempts,
    last_error,
    next_attempt_at,
    created_at,
    sent_at
   FROM private.mail_outbox;
grant select on public.mail_log to authenticated;

create policy "mail_outbox: admins read listed mails" on private.mail_outbox
  for select to authenticated
  using (private.is_listed_mail(kind) AND ( SELECT private.is_admin() AS is_admin));

CREATE TRIGGER mail_outbox_forget_erased_address BEFORE UPDATE OF state ON private.mail_outbox FOR EACH ROW WHEN (((new.kind = 'account_erased'::text) AND (new.state = ANY (ARRAY['sent'::text, 'failed'::text])))) EXECUTE FUNCTION private.forget_erased_address();

CREATE TRIGGER mail_outbox_forget_failed_link BEFORE UPDATE OF state ON private.mail_outbox FOR EACH ROW WHEN (((new.expires_at IS NOT NULL) AND (new.state = 'failed'::text))) EXECUTE FUNCTION private.forget_failed_link();

CREATE TRIGGER mail_outbox_stamp_error BEFORE UPDATE OF last_error ON private.mail_outbox FOR EACH ROW EXECUTE FUNCTION private.stamp_mail_error();

CREATE OR REPLACE FUNCTION private.forget_mails_of_message()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  delete from private.mail_outbox m where m.dedupe_key in ('contact_notice:' || old.id, 'contact_confirmation:' || old.id);
  return null;
end $function$;
comment on function private.forget_mails_of_message() is 'Definer: nobody may write the outbox.';

CREATE OR REPLACE FUNCTION private.is_listed_mail(kind text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select kind not like 'account\_%' or kind = 'account_invite'
$function$;
grant execute on function private.is_listed_mail(text) to authenticated;

CREATE OR REPLACE FUNCTION private.list_mails(states text[], only_kind text, recipient_part text, after_created_at timestamp with time zone, after_id uuid, max_rows integer)
 RETURNS TABLE(id uuid, kind text, recipient text, language text, state text, attempts integer, last_error text, next_attempt_at timestamp with time zone, created_at timestamp with time zone, sent_at timestamp with time zone, can_resend boolean, resend_obstacle text, is_repeat boolean)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  part text := private.blank_to_null(recipient_part);
begin
  perform private.check_page(max_rows);
  return query
  select (l.mail).id, (l.mail).kind, (l.mail).recipient, (l.mail).language, (l.mail).state, (l.mail).attempts, (l.mail).last_error,
         (l.mail).next_attempt_at, (l.mail).created_at, (l.mail).sent_at, o.obstacle is null, o.obstacle, (l.mail).repeats is not null
  from (
    select m as mail from private.mail_outbox m
    where private.is_listed_mail(m.kind)
      and (states is null or m.state = any (states))
      and (only_kind is null or m.kind = only_kind)
      and (part is null or strpos(lower(m.recipient), lower(part)) > 0)
      and (after_created_at is null or (m.created_at, m.id) < (after_created_at, after_id))
    order by m.created_at desc, m.id desc limit max_rows
  ) as l
  cross join lateral (select private.resend_obstacle(l.mail) as obstacle) as o
  order by (l.mail).created_at desc, (l.mail).id desc;
end $function$;
comment on function private.list_mails(text[],text,text,timestamp with time zone,uuid,integer) is 'Definer: in the order of its index. It refuses everybody but admins first, and shows what mail_log shows them.';
grant execute on function private.list_mails(text[],text,text,timestamp with time zone,uuid,integer) to authenticated;

CREATE OR REPLACE FUNCTION private.payload_of_repeat(mail private.mail_outbox)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select case
    when mail.kind = 'appointment_cancelled' and mail.variant is null then null
    when mail.dedupe_key ~ ('^' || mail.kind || ':[0-9a-f-]{36}:(patient|doctor|guardian:[0-9a-f-]{36})$')
      then jsonb_strip_nulls(jsonb_build_object(
        'appointment_id', split_part(mail.dedupe_key, ':', 2),
        'to', substr(mail.dedupe_key, length(mail.kind) + 39),
        'variant', mail.variant,
        -- Whether a patient cancelled in time is decided by when they did.
        'recorded_at', case when mail.kind = 'appointment_cancelled' then mail.created_at end
      ))
    when mail.dedupe_key ~ ('^' || mail.kind || ':[0-9a-f-]{36}$') then jsonb_build_object('message_id', split_part(mail.dedupe_key, ':', 2))
  end
$function$;

CREATE OR REPLACE FUNCTION private.people_of(appointment public.appointments)
 RETURNS TABLE(part text, id uuid, address text, language text)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
begin
  return query
  select 'patient', p.user_id, p.email, p.language from only private.profiles p where p.user_id = appointment.user_id and p.has_account
  union all
  select 'guardian:' || g.guardian_id, g.guardian_id, own.email, own.language
  from public.guardians g
  join only private.profiles p on p.user_id = g.patient_id and private.is_live_right(g.authority, p)
  join only private.profiles own on own.user_id = g.guardian_id
  where g.patient_id = appointment.user_id
  union all
  select 'doctor', d.user_id, coalesce(c.email, p.email), coalesce(p.language, 'tr')
  from public.doctors d
  left join public.doctor_contacts c on c.doctor_id = d.id
  left join only private.profiles p on p.user_id = d.user_id
  where d.id = appointment.doctor_id;
end $function$;
comment on function private.people_of(public.appointments) is 'Definer: addresses of patient and doctor are read for mails, whoever caused them.';

CREATE OR REPLACE FUNCTION private.record_appointment_mail(appointment public.appointments, kind text, variant text DEFAULT NULL::text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
begin
  insert into private.mail_outbox (kind, recipient, user_id, language, payload, variant, dedupe_key)
  select record_appointment_mail.kind, person.address, person.id, person.language,
         jsonb_strip_nulls(jsonb_build_object('appointment_id', appointment.id, 'to', person.part, 'variant', told.variant)),
         coalesce(told.variant, substr(record_appointment_mail.kind, 13)),
         record_appointment_mail.kind || ':' || appointment.id || ':' || person.part
  from private.people_of(appointment) as person
  cross join lateral (
    select case
      when record_appointment_mail.variant = 'cancelled_by_patient' and starts_with(person.part, 'guardian:') and person.id is distinct from auth.uid()
        then 'cancelled'
      else record_appointment_mail.variant
    end as variant
  ) as told
  where person.address is not null
  on conflict (dedupe_key) do nothing;
end $function$;
comment on function private.record_appointment_mail(public.appointments,text,text) is 'Definer: nobody may write the outbox.';

CREATE OR REPLACE FUNCTION private.record_coming_of_age_mails()
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  announced_days constant integer := 30;
  recorded integer;
begin
  insert into private.mail_outbox (kind, recipient, user_id, language, payload, dedupe_key)
  select 'account_coming_of_age', u.email, u.id, own.language, jsonb_build_object('patient_id', p.user_id, 'guardian_id', u.id),
         'account_coming_of_age:' || p.user_id || ':' || u.id
  from only private.profiles p
  join public.guardians g on g.patient_id = p.user_id and g.authority = 'parental'
  join only private.profiles own on own.user_id = g.guardian_id
  join auth.users u on u.id = g.guardian_id and u.deleted_at is null and u.email is not null
  where not p.has_account and p.date_of_birth is not null
    -- The bounds, a day wider than any zone, let the index find the few rows.
    and p.date_of_birth between (current_date - interval '18 years')::date - 2 and (current_date - interval '18 years')::date + announced_days + 4
    and private.is_live_right(g.authority, p)
    and private.adult_on(p.date_of_birth) <= private.today_in(p.timezone) + announced_days
  on conflict (dedupe_key) do nothing;
  get diagnostics recorded = row_count;
  return recorded;
end $function$;
comment on function private.record_coming_of_age_mails() is 'Definer: nobody may write the outbox. Only the secret key calls it.';
grant execute on function private.record_coming_of_age_mails() to service_role;

CREATE OR REPLACE FUNCTION private.resend_mail(mail uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  max_an_hour constant integer := 3;
  again uuid := gen_random_uuid();
  asked private.mail_outbox;
  first private.mail_outbox;
begin
  if not private.is_admin() then
    perform private.refuse();
  end if;
  update private.mail_outbox m set state = 'waiting', attempts = 0, doubts = 0, last_error = null, next_attempt_at = now()
  where m.id = mail and m.kind not like 'account\_%' and m.state in ('failed', 'waiting') and m.payload is not null;
  if not found then
    select * into asked from private.mail_outbox m where m.id = mail;
    -- Two who press at once take turns.
    select * into first from private.mail_outbox m where m.id = coalesce(asked.repeats, asked.id) for update;
    if asked.state is distinct from 'sent' or private.resend_obstacle(first) is not null then
      perform private.fail('mail_not_resendable');
    end if;
    if not private.is_within_limit('resend:' || first.id, max_an_hour, 60) then
      perform private.fail('too_many_requests', jsonb_build_object('most', max_an_hour));
    end if;
    first.payload := private.payload_of_repeat(first);
    insert into private.mail_outbox (id, kind, recipient, user_id, language, payload, variant, repeats, dedupe_key)
    select again, first.kind, private.recipient_of(first), first.user_id, coalesce(person.language, first.language), first.payload, first.variant,
           first.id, first.dedupe_key || ':again:' || again
    from (select) as one
    left join public.appointments a on a.id = private.uuid_or_null(first.payload ->> 'appointment_id')
    left join lateral private.people_of(a) as person on person.part = first.payload ->> 'to';
  end if;
  perform private.audit('mail.resent', 'mail:' || mail);
end $function$;
comment on function private.resend_mail(uuid) is 'Definer: nobody may write the outbox. It refuses everybody but admins first.';
grant execute on function private.resend_mail(uuid) to authenticated;

CREATE OR REPLACE FUNCTION private.resend_obstacle(mail private.mail_outbox)
 RETURNS text
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  first private.mail_outbox := mail;
begin
  if mail.kind like 'account\_%' then
    return 'invitation';
  end if;
  if mail.state in ('failed', 'waiting') then
    return case when mail.payload is null then 'outdated' end;
  end if;
  if mail.repeats is not null then
    select * into first from private.mail_outbox m where m.id = mail.repeats;
  end if;
  if first.state = 'sending'
    or exists (select from private.mail_outbox m where m.repeats = first.id and m.state in ('waiting', 'sending')) then
    return 'waiting';
  end if;
  first.payload := private.payload_of_repeat(first);
  first.next_attempt_at := now();
  if first.payload is null or not private.is_still_true(first) or private.recipient_of(first) is null then
    return 'outdated';
  end if;
  return null;
end $function$;
comment on function private.resend_obstacle(private.mail_outbox) is 'Definer: nobody reads bodies and keys of the outbox. Only functions for admins call it.';

CREATE OR REPLACE FUNCTION private.retire_fee_mails(appointment uuid)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  update private.mail_outbox m set
    dedupe_key = m.dedupe_key || ':before fee ' || m.id,
    state = case m.state when 'waiting' then 'failed' else m.state end,
    last_error = case m.state when 'waiting' then 'superseded' else m.last_error end,
    payload = case when m.state in ('waiting', 'failed') then null else m.payload end
  where m.dedupe_key = any (private.keys_about('appointment_fee_set', retire_fee_mails.appointment))
$function$;
comment on function private.retire_fee_mails(uuid) is 'Definer: nobody may write the outbox. Clients cannot call it.';

CREATE OR REPLACE FUNCTION private.retire_mails_about(appointment public.appointments)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  update private.mail_outbox m set
    dedupe_key = m.dedupe_key || ':before move ' || appointment.reschedule_count,
    state = case m.state when 'waiting' then 'failed' else m.state end,
    last_error = case m.state when 'waiting' then 'superseded' else m.last_error end,
    payload = case when m.state in ('waiting', 'failed') then null else m.payload end
  where m.dedupe_key in (
    select key
    from unnest(array[
      'appointment_created', 'appointment_confirmed', 'appointment_rescheduled', 'appointment_reminder_24h', 'appointment_reminder_1h'
    ]) as kind, unnest(private.keys_about(kind, appointment.id)) as key
  )
$function$;
comment on function private.retire_mails_about(public.appointments) is 'Definer: nobody may write the outbox.';

CREATE OR REPLACE FUNCTION private.tell_about_appointment()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  -- A request whose time passed without an answer. Nobody hears of one that ended days ago, as after a long pause of the server.
  is_expired constant boolean := tg_op = 'UPDATE' and old.status = 'pending' and old.starts_at <= now();
begin
  -- A move that is undone tells nobody.
  if tg_op = 'UPDATE' and new.reschedule_count < old.reschedule_count then
    return null;
  end if;
  if tg_op = 'INSERT' and new.status = 'pending' then
    perform private.record_appointment_mail(new, 'appointment_created');
  elsif tg_op = 'INSERT' and new.status = 'confirmed' and auth.uid() is not null then
    perform private.record_appointment_mail(new, 'appointment_confirmed');
  elsif tg_op = 'UPDATE' and new.reschedule_count <> old.reschedule_count then
    perform private.retire_mails_about(new);
    perform private.record_appointment_mail(new, 'appointment_rescheduled');
    delete from private.reminder_marks r where r.appointment_id = new.id;
  elsif tg_op = 'UPDATE' and new.status is distinct from old.status and new.status in ('confirmed', 'cancelled')
    and not (is_expired and (new.cancelled_by = 'patient' or old.starts_at <= now() - interval '3 days'))
  then
    perform private.record_appointment_mail(new, 'appointment_' || new.status, case
      when new.cancelled_by = 'patient' then 'cancelled_by_patient'
      when is_expired then 'expired'
      when new.cancelled_by in ('doctor', 'admin') and old.status = 'confirmed' and old.starts_at <= now() then 'not_held'
      when new.cancelled_by in ('doctor', 'admin') and new.cancellation_reason = 'patient_asked' then 'cancelled_on_request'
      when new.cancelled_by in ('doctor', 'admin') and old.status = 'pending' then 'rejected'
      when new.cancelled_by in ('doctor', 'admin') then 'called_off'
    end);
  end if;
  -- Confirmed so late that a reminder's moment has passed: the confirmation has just said the same.
  if new.status = 'confirmed' then
    insert into private.reminder_marks (appointment_id, kind)
    select new.id, k
    from unnest(array['24h', '1h']) as k, public.doctors d
    where d.id = new.doctor_id and new.starts_at <= now() + private.reminder_lead(k, d.cancellation_hours)
    on conflict do nothing;
  end if;
  return null;
end $function$;
comment on function private.tell_about_appointment() is 'Definer: clients may change appointments and may not record mails.';

CREATE OR REPLACE FUNCTION private.tell_about_message()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  may_tell boolean;
  may_confirm boolean;
begin
  if new.website is not null then
    return null;
  end if;
  -- Anybody may type anybody's address: confirmations must not become a way to flood one person, or many.
  may_confirm := private.is_within_limit('confirmation:' || private.mailbox_of(new.email), 5, 1440)
    and private.is_within_limit('confirmation', 100, 60);
  -- Nor notices one to flood the company. The message itself is kept, for admins to read.
  may_tell := private.is_within_limit('notice', 100, 60);
  insert into private.mail_outbox (kind, recipient, user_id, language, payload, dedupe_key)
  select m.kind, m.recipient, new.sender_id, new.language, jsonb_build_object('message_id', new.id), m.kind || ':' || new.id
  from (values ('contact_notice', 'company', may_tell), ('contact_confirmation', new.email, may_confirm)) as m (kind, recipient, is_due)
  where m.is_due
  on conflict (dedupe_key) do nothing;
  return null;
end $function$;
comment on function private.tell_about_message() is 'Definer: anybody may write a message and nobody may record mails.';

CREATE OR REPLACE FUNCTION private.turn_of(kind text)
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case kind when 'contact_notice' then 1 when 'contact_confirmation' then 2 when 'account_legal_changed' then 3 else 0 end
$function$;

CREATE OR REPLACE FUNCTION public.list_mails(states text[] DEFAULT NULL::text[], only_kind text DEFAULT NULL::text, recipient_part text DEFAULT NULL::text, after_created_at timestamp with time zone DEFAULT NULL::timestamp with time zone, after_id uuid DEFAULT NULL::uuid, max_rows integer DEFAULT 50)
 RETURNS TABLE(id uuid, kind text, recipient text, language text, state text, attempts integer, last_error text, next_attempt_at timestamp with time zone, created_at timestamp with time zone, sent_at timestamp with time zone, can_resend boolean, resend_obstacle text, is_repeat boolean)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select * from private.list_mails(states, only_kind, recipient_part, after_created_at, after_id, max_rows)
$function$;
grant execute on function public.list_mails(text[],text,text,timestamp with time zone,uuid,integer) to authenticated;

CREATE OR REPLACE FUNCTION public.resend_mail(id uuid)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select private.resend_mail(resend_mail.id)
$function$;
grant execute on function public.resend_mail(uuid) to authenticated;
