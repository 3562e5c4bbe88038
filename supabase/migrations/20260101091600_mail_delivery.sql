-- What the errands need of the outbox and of what has expired. Only the secret key may call any of this.

-- Said when it is sent, so it must be true then: a request already answered, a visit already begun, a message erased meanwhile is not told.
create function private.is_still_true(mail private.mail_outbox) returns boolean
language sql stable security definer set search_path = '' as $$
  select case
    when mail.kind like 'contact\_%' then exists (
      select from public.contact_messages c where c.id = private.uuid_or_null(mail.payload ->> 'message_id')
    )
    else exists (
      select from public.appointments a
      where a.id = private.uuid_or_null(mail.payload ->> 'appointment_id')
        and a.status::text = case mail.kind when 'appointment_created' then 'pending' when 'appointment_cancelled' then 'cancelled' else 'confirmed' end
        and (a.starts_at > now() or mail.kind = 'appointment_cancelled')
    )
  end
  -- Nobody could send it for days, as where mail is only set up later. What was written to the company is worth reading all the same.
  and (mail.kind = 'contact_notice' or mail.next_attempt_at > now() - interval '3 days')
$$;

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

create function private.pause_after(attempts integer) returns interval
language sql immutable set search_path = '' as $$ select make_interval(mins => least(60, 2 ^ (least(attempts, 7) - 1))::integer) $$;

-- The first that are due. Whoever asks at the same moment gets others. Each is looked at only here: of a long queue only its head.
create function private.lock_due_mails(most integer, keys text[]) returns table (id uuid, verdict text)
language sql security definer set search_path = '' as $$
  select (due.mail).id, case
    when not private.is_still_true(due.mail) or private.recipient_of(due.mail) is null then 'superseded'
    when (due.mail).state = 'sending'
      and ((due.mail).attempts >= private.most_attempts((due.mail).kind) or (due.mail).doubts + 1 >= private.most_doubts()) then 'sender lost'
  end
  from (
    select m as mail from private.mail_outbox m
    where m.state in ('waiting', 'sending') and m.next_attempt_at <= now() and (keys is null or m.dedupe_key = any (keys))
    order by private.turn_of(m.kind), m.next_attempt_at
    limit least(most, 100)
    for update skip locked
  ) as due
$$;

-- The lease brings back what a lost sender held.
create function private.claim_mails(most integer, keys text[])
returns table (id uuid, kind text, recipient text, language text, payload jsonb, attempt integer, created_at timestamptz)
language plpgsql security definer set search_path = '' as $$
declare
  lease constant interval := '5 minutes';
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

create function private.keys_about(kind text, subject uuid) returns text[]
language sql immutable set search_path = '' as $$
  select array[kind || ':' || subject, kind || ':' || subject || ':patient', kind || ':' || subject || ':doctor']
$$;

create function private.finish_sending(mail uuid) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  update private.mail_outbox m set state = 'sent', sent_at = now(), payload = null, last_error = null
  where m.id = mail and m.state <> 'sent';
  return found;
end $$;

-- A sender whose lease ran out has no say any more: another one may be at it.
create function private.fail_sending(mail uuid, attempt integer, error text, retryable boolean, may_have_arrived boolean) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  update private.mail_outbox m
  set state = case
        when retryable and m.attempts < private.most_attempts(m.kind) and m.doubts + may_have_arrived::integer < private.most_doubts() then 'waiting'
        else 'failed'
      end,
      doubts = m.doubts + may_have_arrived::integer,
      last_error = left(error, 200),
      next_attempt_at = now() + private.pause_after(m.attempts)
  where m.id = mail and m.state = 'sending' and m.attempts = attempt;
  return found;
end $$;

create function private.states_about(kind text, subject uuid) returns table (state text, last_error text)
language sql stable security definer set search_path = '' as $$
  select m.state, m.last_error from private.mail_outbox m where m.dedupe_key = any (private.keys_about(states_about.kind, states_about.subject))
$$;

create index appointments_confirmed_starts_at_idx on public.appointments (starts_at) where status = 'confirmed';

-- Marked and recorded together, so that nothing is told twice nor forgotten, whoever runs this at the same moment.
create function private.record_reminders() returns integer
language plpgsql security definer set search_path = '' as $$
declare
  due record;
  recorded integer := 0;
begin
  for due in
    with marked as (
      insert into private.reminder_marks (appointment_id, kind)
      select a.id, k from public.appointments a, unnest(array['24h', '1h']) as k
      where a.status = 'confirmed' and a.starts_at > now() and a.starts_at <= now() + k::interval
        and not exists (select from private.reminder_marks r where r.appointment_id = a.id and r.kind = k)
      on conflict do nothing
      returning appointment_id, kind
    )
    -- Where both are due, as after a standstill, the nearer one says it all.
    select distinct on (marked.appointment_id) a as appointment, marked.kind
    from marked join public.appointments a on a.id = marked.appointment_id
    order by marked.appointment_id, marked.kind::interval
  loop
    perform private.record_appointment_mail(due.appointment, 'appointment_reminder_' || due.kind);
    recorded := recorded + 1;
  end loop;
  return recorded;
end $$;

-- How long things are kept, stated once. What is not listed stays until its person has it erased.
create table private.retention_periods (
  what text primary key,
  period interval not null
);
alter table private.retention_periods enable row level security;
insert into private.retention_periods values
  ('contact_messages', '2 years'),
  ('audit_log', '3 years'),
  -- From the last attempt on, or from the moment they could have gone out. They hold addresses; bodies go as soon as a mail is sent.
  ('mail_outbox', '90 days'),
  ('reminder_marks', '30 days'),
  -- No limit counts longer than a day.
  ('rate_counters', '2 days');

create function private.erase_old_rows() returns table (what text, erased bigint)
language plpgsql security definer set search_path = '' as $$
declare
  kept record;
begin
  for kept in select r.what, now() - r.period as until from private.retention_periods r order by r.what loop
    what := kept.what;
    case kept.what
      when 'contact_messages' then delete from public.contact_messages c where c.created_at < kept.until;
      when 'audit_log' then delete from public.audit_log l where l.at < kept.until;
      when 'mail_outbox' then
        delete from private.mail_outbox m where coalesce(m.sent_at, m.next_attempt_at) < kept.until;
      when 'reminder_marks' then
        delete from private.reminder_marks r using public.appointments a where a.id = r.appointment_id and a.starts_at < kept.until;
      when 'rate_counters' then delete from private.rate_counters c where c.window_start < kept.until;
    end case;
    get diagnostics erased = row_count;
    return next;
  end loop;
end $$;

create function private.first_files_to_remove(most integer) returns setof text
language sql stable security definer set search_path = '' as $$
  select f.path from private.files_to_remove f order by f.since, f.path limit least(most, 1000)
$$;

-- Only what the storage service no longer knows is done.
create function private.forget_files(paths text[]) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  forgotten integer;
begin
  delete from private.files_to_remove f
  where f.path = any (paths) and not exists (select from storage.objects o where o.bucket_id = 'appointment-files' and o.name = f.path);
  get diagnostics forgotten = row_count;
  return forgotten;
end $$;

-- The doors. `private` is not served, so each has one here that only lets through.
create function public.claim_due_mails(most integer default 20)
returns table (id uuid, kind text, recipient text, language text, payload jsonb, attempt integer, created_at timestamptz)
language sql set search_path = '' as $$ select * from private.claim_mails(most, null) $$;

create function public.claim_mails_about(kind text, subject uuid)
returns table (id uuid, kind text, recipient text, language text, payload jsonb, attempt integer, created_at timestamptz)
language sql set search_path = '' as $$ select * from private.claim_mails(10, private.keys_about(claim_mails_about.kind, subject)) $$;

create function public.mail_states_about(kind text, subject uuid) returns table (state text, last_error text)
language sql stable set search_path = '' as $$ select * from private.states_about(kind, subject) $$;

create function public.finish_mail(id uuid) returns boolean
language sql set search_path = '' as $$ select private.finish_sending(finish_mail.id) $$;

create function public.fail_mail(id uuid, attempt integer, error text, retryable boolean, may_have_arrived boolean default false) returns boolean
language sql set search_path = '' as $$ select private.fail_sending(fail_mail.id, attempt, error, retryable, may_have_arrived) $$;

-- Sixty an hour from one network: enough for an office behind one address.
create function public.may_hurry_mail(caller text) returns boolean
language sql set search_path = '' as $$ select private.is_within_limit('hurry:' || coalesce(private.network_of(caller), caller), 60, 60) $$;

create function public.record_due_reminders() returns integer
language sql set search_path = '' as $$ select private.record_reminders() $$;

create function public.erase_expired() returns table (what text, erased bigint)
language sql set search_path = '' as $$ select * from private.erase_old_rows() $$;

create function public.list_files_to_remove(most integer default 100) returns setof text
language sql stable set search_path = '' as $$ select private.first_files_to_remove(most) $$;

create function public.forget_removed_files(paths text[]) returns integer
language sql set search_path = '' as $$ select private.forget_files(paths) $$;

grant execute on function
  private.claim_mails, private.keys_about, private.states_about, private.finish_sending, private.fail_sending, private.record_reminders,
  private.erase_old_rows, private.first_files_to_remove, private.forget_files,
  public.claim_due_mails, public.claim_mails_about, public.mail_states_about, public.finish_mail, public.fail_mail, public.may_hurry_mail,
  public.record_due_reminders, public.erase_expired, public.list_files_to_remove, public.forget_removed_files
  to service_role;
