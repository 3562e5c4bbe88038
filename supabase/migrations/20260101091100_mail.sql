-- Outgoing mail: recorded with its cause in the same transaction, sent in the background, its body gone once it is sent.

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
  constraint mail_outbox_sent_has_no_body check (state <> 'sent' or (payload is null and sent_at is not null))
);
-- What is being sent is due again at the end of its lease, should the sender be lost.
create index mail_outbox_due_idx on private.mail_outbox (private.turn_of(kind), next_attempt_at) where state in ('waiting', 'sending');
create index mail_outbox_user_id_idx on private.mail_outbox (user_id);

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
insert into private.scheduled_functions values
  ('deliver-mail', '* * * * *'),
  ('send-reminders', '*/5 * * * *'),
  ('erase-expired', '17 3 * * *');

-- Links and codes are never shown to anybody, and no column with a body is granted.
alter table private.mail_outbox enable row level security;
grant select (id, kind, recipient, language, state, attempts, last_error, next_attempt_at, created_at, sent_at) on private.mail_outbox to authenticated;
create policy "mail_outbox: admins read what is no account mail" on private.mail_outbox
  for select to authenticated using (kind not like 'account\_%' and (select private.is_admin()));

create view public.mail_log with (security_invoker = true) as
  select id, kind, recipient, language, state, attempts, last_error, next_attempt_at, created_at, sent_at from private.mail_outbox;
grant select on public.mail_log to authenticated;

-- Definer, because nobody may write the outbox; the question is answered first.
create function private.put_mail_back(mail uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if not private.is_admin() then
    perform private.refuse();
  end if;
  update private.mail_outbox m set state = 'waiting', attempts = 0, doubts = 0, last_error = null, next_attempt_at = now()
  where m.id = mail and m.kind not like 'account\_%' and m.state in ('failed', 'waiting') and m.payload is not null;
  if not found then
    perform private.fail('mail_not_resendable');
  end if;
end $$;

create function public.resend_mail(id uuid) returns void
language sql set search_path = '' as $$
  select private.put_mail_back(resend_mail.id)
$$;

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

-- To patient and doctor, each in their language. The payload holds ids only: names are read when the mail is written,
-- so that somebody erased meanwhile is not named.
create function private.record_appointment_mail(appointment public.appointments, kind text) returns void
language sql security definer set search_path = '' as $$
  insert into private.mail_outbox (kind, recipient, user_id, language, payload, dedupe_key)
  select record_appointment_mail.kind, person.address, person.id, person.language,
         jsonb_build_object('appointment_id', appointment.id, 'to', person.part),
         record_appointment_mail.kind || ':' || appointment.id || ':' || person.part
  from private.people_of(appointment) as person
  where person.address is not null
  on conflict (dedupe_key) do nothing
$$;

create function private.tell_about_appointment() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'INSERT' and new.status = 'pending' then
    perform private.record_appointment_mail(new, 'appointment_created');
  elsif tg_op = 'UPDATE' and new.status is distinct from old.status and new.status in ('confirmed', 'cancelled') then
    perform private.record_appointment_mail(new, 'appointment_' || new.status);
  end if;
  -- Confirmed so late that a reminder's moment has passed: the confirmation has just said the same.
  if new.status = 'confirmed' then
    insert into private.reminder_marks (appointment_id, kind)
    select new.id, k from unnest(array['24h', '1h']) as k where new.starts_at <= now() + k::interval
    on conflict do nothing;
  end if;
  return null;
end $$;

create trigger appointments_tell after insert or update of status on public.appointments
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

create trigger contact_messages_tell after insert on public.contact_messages
  for each row execute function private.tell_about_message();

-- The address goes with the message, wherever it was copied to.
create function private.forget_mails_of_message() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from private.mail_outbox m where m.dedupe_key in ('contact_notice:' || old.id, 'contact_confirmation:' || old.id);
  return null;
end $$;

create trigger contact_messages_forget_mails after delete on public.contact_messages
  for each row execute function private.forget_mails_of_message();

grant execute on function private.put_mail_back, public.resend_mail to authenticated;
