-- Outgoing mail: recorded with its cause in the same transaction, sent in the background, its body gone once it is sent.

-- Bodies of functions may mention what a later file makes.
set check_function_bodies = off;

-- Anybody may cause mails about messages, as many as they like: they go out when nothing else is due.
create function private.turn_of(kind text) returns integer
language sql immutable set search_path = '' as $$
  select case kind when 'contact_notice' then 1 when 'contact_confirmation' then 2 else 0 end
$$;

create table private.mail_outbox (
  id uuid primary key default gen_random_uuid(),
  kind text not null,
  -- An address, or 'company': whose that is stands with the other details of the company, not here.
  recipient text not null,
  -- Whose mail it is: erasing an account takes its mails along, whatever address they went to.
  user_id uuid references auth.users (id) on delete set null,
  language text not null constraint mail_outbox_language_is_offered check (private.is_offered_language(language)),
  -- Ids to write the mail from, for account mails their links. Null once sent.
  payload jsonb,
  state text not null default 'waiting' constraint mail_outbox_state_is_known check (state in ('waiting', 'sending', 'sent', 'failed')),
  attempts integer not null default 0,
  -- How many of them may have arrived: the sender was lost, or no answer came after the text had left.
  doubts integer not null default 0,
  last_error text,
  next_attempt_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  sent_at timestamptz,
  -- What caused it and who gets it: the same thing is never told twice.
  dedupe_key text not null constraint mail_outbox_is_told_once unique,
  -- No foreign key: hosted Supabase asks for the mail before it commits the account.
  account_id uuid,
  expires_at timestamptz,
  last_error_at timestamptz,
  -- Which text a mail about an appointment has. It stays when the body goes. Null for other kinds.
  variant text,
  -- The first mail that this one repeats.
  repeats uuid references private.mail_outbox (id) on delete cascade,
  constraint mail_outbox_sent_has_no_body check (state <> 'sent' or (payload is null and sent_at is not null)),
  constraint mail_outbox_links_are_about_accounts check (
    (account_id is null) = (expires_at is null) and (expires_at is null or kind like 'account\_%')
  ),
  -- The key is not in the database.
  constraint mail_outbox_links_are_encrypted check (
    expires_at is null or payload is null or (payload - 'sealed' = '{}' and jsonb_typeof(payload -> 'sealed') = 'string')
  ),
  constraint mail_outbox_links_go_in_the_end check (expires_at is null or payload is null or state in ('waiting', 'sending'))
);
-- What is being sent is due again at the end of its lease, should the sender be lost.
create index mail_outbox_due_idx on private.mail_outbox (private.turn_of(kind), next_attempt_at) where state in ('waiting', 'sending');
create index mail_outbox_user_id_idx on private.mail_outbox (user_id);
create index mail_outbox_created_at_id_idx on private.mail_outbox (created_at desc, id desc);
create index mail_outbox_account_id_idx on private.mail_outbox (account_id) where account_id is not null;
create index mail_outbox_expires_at_idx on private.mail_outbox (expires_at) where state in ('waiting', 'sending');
create index mail_outbox_repeats_idx on private.mail_outbox (repeats);
alter table private.mail_outbox enable row level security;
grant select (id, kind, recipient, language, state, attempts, last_error, next_attempt_at, created_at, sent_at) on private.mail_outbox to authenticated;

-- An allow-list: other mails about accounts carry links and codes of their own, and the person asks for a new one.
create function private.is_listed_mail(kind text) returns boolean
language sql immutable set search_path = '' as $$
  select kind not like 'account\_%' or kind = 'account_invite'
$$;
grant execute on function private.is_listed_mail to authenticated;

create policy "mail_outbox: admins read listed mails" on private.mail_outbox
  for select to authenticated using (private.is_listed_mail(kind) and (select private.is_admin()));

create view public.mail_log with (security_invoker = true) as
  select id, kind, recipient, language, state, attempts, last_error, next_attempt_at, created_at, sent_at from private.mail_outbox;
grant select on public.mail_log to authenticated;

-- What an operator watches: the server adds these rows to /metrics. Counts and ages only.
create view private.metrics as
  select 'mail_outbox_mails' as name, 'Mails that are not sent yet, by state.' as help, jsonb_build_object('state', s.state) as labels,
    (select count(*) from private.mail_outbox m where m.state = s.state)::double precision as value
  from unnest(array['waiting', 'sending', 'failed']) as s (state)
  union all
  select 'mail_outbox_oldest_due_seconds', 'How long the mail that is due the longest has been waiting.', '{}',
    coalesce(extract(epoch from now() - min(m.next_attempt_at) filter (where m.next_attempt_at < now())), 0)
  from private.mail_outbox m where m.state in ('waiting', 'sending')
  union all
  select 'account_mails', 'Mails about accounts that are not sent yet, by state.', jsonb_build_object('state', s.state),
    (select count(*) from private.mail_outbox m where m.state = s.state and m.kind like 'account\_%' and m.last_error is distinct from 'superseded')
  from unnest(array['waiting', 'sending', 'failed']) as s (state)
  union all
  select 'account_mails_oldest_due_seconds', 'How long the oldest mail about an account has been due without being sent.', '{}',
    coalesce(extract(epoch from now() - min(m.created_at)), 0)
  from private.mail_outbox m where m.state in ('waiting', 'sending') and m.kind like 'account\_%';
revoke all on private.metrics from anon, authenticated;
grant select on private.metrics to service_role;

-- Patient and doctor, with their address of this moment; a doctor's contact before the account.
create function private.people_of(appointment public.appointments) returns table (part text, id uuid, address text, language text)
language sql stable security definer set search_path = '' as $$
  select 'patient', p.user_id, p.email, p.language from public.profiles p where p.user_id = appointment.user_id
  union all
  select 'doctor', d.user_id, coalesce(c.email, p.email), coalesce(p.language, 'tr')
  from public.doctors d
  left join public.doctor_contacts c on c.doctor_id = d.id
  left join public.profiles p on p.user_id = d.user_id
  where d.id = appointment.doctor_id
$$;
comment on function private.people_of is 'Definer: addresses of patient and doctor are read for mails, whoever caused them.';

-- The body of a repeat, from the key of the first mail. Null where it cannot be made: the key of a mail about an earlier time says so, and
-- which text an old cancellation had is not known.
create function private.payload_of_repeat(mail private.mail_outbox) returns jsonb
language sql stable set search_path = '' as $$
  select case
    when mail.kind = 'appointment_cancelled' and mail.variant is null then null
    when mail.dedupe_key ~ ('^' || mail.kind || ':[0-9a-f-]{36}:(patient|doctor)$') then jsonb_strip_nulls(jsonb_build_object(
      'appointment_id', split_part(mail.dedupe_key, ':', 2), 'to', split_part(mail.dedupe_key, ':', 3), 'variant', mail.variant,
      -- Whether a patient cancelled in time is decided by when they did.
      'recorded_at', case when mail.kind = 'appointment_cancelled' then mail.created_at end
    ))
    when mail.dedupe_key ~ ('^' || mail.kind || ':[0-9a-f-]{36}$') then jsonb_build_object('message_id', split_part(mail.dedupe_key, ':', 2))
  end
$$;

-- Why a mail cannot be sent again, or null: 'invitation' has a button of its own, 'waiting' is on its way, 'outdated' is no longer true.
create function private.resend_obstacle(mail private.mail_outbox) returns text
language plpgsql stable security definer set search_path = '' as $$
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
end $$;
comment on function private.resend_obstacle is 'Definer: nobody reads bodies and keys of the outbox. Only functions for admins call it.';

-- A mail that failed or waits is put back. One that was sent is recorded once more, to the person's present address and in their language:
-- a new mail, because mail servers drop what has been sent before.
create function private.resend_mail(mail uuid) returns void
language plpgsql security definer set search_path = '' as $$
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
end $$;
comment on function private.resend_mail is 'Definer: nobody may write the outbox. It refuses everybody but admins first.';

create function public.resend_mail(id uuid) returns void
language sql set search_path = '' as $$
  select private.resend_mail(resend_mail.id)
$$;
grant execute on function private.resend_mail, public.resend_mail to authenticated;

-- Mails told the old time: those that have gone out make room for new ones of the same kind, those that have not are not sent any more.
create function private.retire_mails_about(appointment public.appointments) returns void
language sql security definer set search_path = '' as $$
  update private.mail_outbox m set
    dedupe_key = m.dedupe_key || ':before move ' || appointment.reschedule_count,
    state = case m.state when 'waiting' then 'failed' else m.state end,
    last_error = case m.state when 'waiting' then 'superseded' else m.last_error end,
    payload = case when m.state in ('waiting', 'failed') then null else m.payload end
  where m.dedupe_key in (
    select kind || ':' || appointment.id || ':' || part
    from unnest(array[
      'appointment_created', 'appointment_confirmed', 'appointment_rescheduled', 'appointment_reminder_24h', 'appointment_reminder_1h'
    ]) as kind, unnest(array['patient', 'doctor']) as part
  )
$$;
comment on function private.retire_mails_about is 'Definer: nobody may write the outbox.';

create function private.record_appointment_mail(appointment public.appointments, kind text, variant text default null) returns void
language sql security definer set search_path = '' as $$
  insert into private.mail_outbox (kind, recipient, user_id, language, payload, variant, dedupe_key)
  select record_appointment_mail.kind, person.address, person.id, person.language,
         jsonb_strip_nulls(jsonb_build_object('appointment_id', appointment.id, 'to', person.part, 'variant', record_appointment_mail.variant)),
         coalesce(record_appointment_mail.variant, substr(record_appointment_mail.kind, 13)),
         record_appointment_mail.kind || ':' || appointment.id || ':' || person.part
  from private.people_of(appointment) as person
  where person.address is not null
  on conflict (dedupe_key) do nothing
$$;
comment on function private.record_appointment_mail is 'Definer: nobody may write the outbox.';

-- Mails about appointments. The patient reads who cancelled: they themselves, staff because they asked, or staff for another reason; that a
-- consultation did not take place; and that a request expired without an answer.
create function private.tell_about_appointment() returns trigger
language plpgsql security definer set search_path = '' as $$
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
end $$;
comment on function private.tell_about_appointment is 'Definer: clients may change appointments and may not record mails.';
create trigger appointments_tell after insert or update of status, reschedule_count on public.appointments
  for each row execute function private.tell_about_appointment();

-- A notice to the company and a confirmation to the sender, recorded with the message. Who fills in what the form hides is no person:
-- the message is kept, and nobody is written to.
create function private.tell_about_message() returns trigger
language plpgsql security definer set search_path = '' as $$
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
end $$;
comment on function private.tell_about_message is 'Definer: anybody may write a message and nobody may record mails.';
create trigger contact_messages_tell after insert on public.contact_messages
  for each row execute function private.tell_about_message();

-- The address goes with the message, wherever it was copied to.
create function private.forget_mails_of_message() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from private.mail_outbox m where m.dedupe_key in ('contact_notice:' || old.id, 'contact_confirmation:' || old.id);
  return null;
end $$;
comment on function private.forget_mails_of_message is 'Definer: nobody may write the outbox.';
create trigger contact_messages_forget_mails after delete on public.contact_messages
  for each row execute function private.forget_mails_of_message();

-- Never bodies, and of mails about accounts only invitations.
create function private.list_mails(
  states text[], only_kind text, recipient_part text, after_created_at timestamptz, after_id uuid, max_rows integer
)
returns table (
  id uuid, kind text, recipient text, language text, state text, attempts integer, last_error text, next_attempt_at timestamptz,
  created_at timestamptz, sent_at timestamptz, can_resend boolean, resend_obstacle text, is_repeat boolean
)
language plpgsql stable security definer set search_path = '' as $$
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
end $$;
comment on function private.list_mails is 'Definer: in the order of its index. It refuses everybody but admins first, and shows what mail_log shows them.';

create function public.list_mails(
  states text[] default null, only_kind text default null, recipient_part text default null, after_created_at timestamptz default null,
  after_id uuid default null, max_rows integer default 50
)
returns table (
  id uuid, kind text, recipient text, language text, state text, attempts integer, last_error text, next_attempt_at timestamptz,
  created_at timestamptz, sent_at timestamptz, can_resend boolean, resend_obstacle text, is_repeat boolean
)
language sql stable set search_path = '' as $$
  select * from private.list_mails(states, only_kind, recipient_part, after_created_at, after_id, max_rows)
$$;
grant execute on function private.list_mails, public.list_mails to authenticated;

