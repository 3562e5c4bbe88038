-- One act has one name: a function in `public` that only passes on to `private`, which is not served, calls the one of its own name there.
-- Renaming keeps rights and policies; the bodies that call a function by its old name are written again, otherwise as they were.

alter function private.has_no_admin rename to no_admin_exists;
alter function private.first_admin_wants_code rename to first_admin_needs_code;
alter function private.claim_first_admin_with rename to claim_first_admin;
alter function private.my_data rename to export_my_data;
alter function private.erase_me rename to erase_my_account;
alter function private.put_mail_back rename to resend_mail;
alter function private.my_call rename to get_call;
alter function private.enter_call rename to open_call;
alter function private.states_about rename to mail_states_about;
alter function private.finish_sending rename to finish_mail;
alter function private.fail_sending rename to fail_mail;
alter function private.record_reminders rename to record_due_reminders;
alter function private.erase_old_rows rename to erase_expired;
alter function private.first_files_to_remove rename to list_files_to_remove;
alter function private.forget_files rename to forget_removed_files;
alter function private.queue_orphaned_objects rename to queue_orphaned_files;

-- Callers of the renamed functions.
create or replace function public.no_admin_exists() returns boolean
language sql stable set search_path = '' as $$
  select private.no_admin_exists()
$$;

create or replace function public.first_admin_needs_code() returns boolean
language sql stable set search_path = '' as $$
  select private.first_admin_needs_code()
$$;

create or replace function public.claim_first_admin(code text) returns text
language sql set search_path = '' as $$
  select private.claim_first_admin(code)
$$;

create or replace function public.export_my_data() returns jsonb
language sql stable set search_path = '' as $$
  select private.export_my_data()
$$;

create or replace function public.erase_my_account(confirmation text) returns void
language sql set search_path = '' as $$
  select private.erase_my_account(confirmation)
$$;

create or replace function public.resend_mail(id uuid) returns void
language sql set search_path = '' as $$
  select private.resend_mail(resend_mail.id)
$$;

create or replace function public.get_call(appointment_id uuid)
returns table (part text, status public.appointment_status, code text, opens_at timestamptz, closes_at timestamptz, call_started_at timestamptz)
language sql stable set search_path = '' as $$
  select * from private.get_call(get_call.appointment_id)
$$;

create or replace function public.open_call(appointment_id uuid, code text default null, marks boolean default true)
returns table (part text, expires_at timestamptz)
language sql set search_path = '' as $$
  select * from private.open_call(open_call.appointment_id, open_call.code, open_call.marks)
$$;

create or replace function public.mail_states_about(kind text, subject uuid) returns table (state text, last_error text)
language sql stable set search_path = '' as $$ select * from private.mail_states_about(kind, subject) $$;

create or replace function public.finish_mail(id uuid) returns boolean
language sql set search_path = '' as $$ select private.finish_mail(finish_mail.id) $$;

create or replace function public.fail_mail(id uuid, attempt integer, error text, retryable boolean, may_have_arrived boolean default false) returns boolean
language sql set search_path = '' as $$ select private.fail_mail(fail_mail.id, attempt, error, retryable, may_have_arrived) $$;

create or replace function public.record_due_reminders() returns integer
language sql set search_path = '' as $$ select private.record_due_reminders() $$;

create or replace function public.erase_expired() returns table (what text, erased bigint)
language sql set search_path = '' as $$ select * from private.erase_expired() $$;

create or replace function public.list_files_to_remove(most integer default 100) returns setof text
language sql stable set search_path = '' as $$ select private.list_files_to_remove(most) $$;

create or replace function public.forget_removed_files(paths text[]) returns integer
language sql set search_path = '' as $$ select private.forget_removed_files(paths) $$;

create or replace function public.queue_orphaned_files(most integer default 1000) returns integer
language sql set search_path = '' as $$ select private.queue_orphaned_files(most) $$;

create or replace function private.new_first_admin_code() returns text
language plpgsql set search_path = '' as $$
declare
  -- The first twelve and the last eight digits: those between have fixed bits.
  digits text := upper(regexp_replace(gen_random_uuid()::text, '^(.{8})-(.{4})-.*(.{8})$', '\1\2\3'));
  code text := regexp_replace(digits, '(.{4})(?=.)', '\1-', 'g');
begin
  perform private.lock_admins();
  if not private.no_admin_exists() then
    perform private.fail('admin_exists');
  end if;
  insert into private.first_admin_code (code_hash) values (private.first_admin_code_hash(code))
  on conflict (is_only_row) do update set code_hash = excluded.code_hash, created_at = now();
  return code;
end $$;

create or replace function private.on_server_start(production boolean) returns setof text
language plpgsql set search_path = '' as $$
begin
  if not private.no_admin_exists() then
    delete from private.first_admin_code;
  elsif production or exists (select from private.first_admin_code) then
    return next 'First admin code: ' || private.new_first_admin_code();
  end if;
end $$;

create or replace function private.first_admin_needs_code() returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from private.first_admin_code) and private.no_admin_exists()
$$;

-- These name their own parameters by the name of the function.
create or replace function private.get_call(
  appointment_id uuid, out part text, out status public.appointment_status, out code text,
  out opens_at timestamptz, out closes_at timestamptz, out call_started_at timestamptz
)
language plpgsql stable security definer set search_path = '' as $$
begin
  select case when a.doctor_id = private.my_doctor_id() then 'doctor' else 'patient' end,
         a.status,
         'BKV-' || upper(left(a.id::text, 8)) || '-' || to_char(a.appointment_date, 'YYMMDD'),
         a.starts_at - interval '15 minutes',
         -- Until the end of the session, or as long as a call that has started may last.
         greatest(a.ends_at, a.call_started_at + interval '2 hours'),
         a.call_started_at
  into part, status, code, opens_at, closes_at, call_started_at
  from public.appointments a
  where a.id = get_call.appointment_id and (a.user_id = private.me() or a.doctor_id = private.my_doctor_id());
  if not found then
    perform private.fail('not_yours');
  end if;
end $$;

create or replace function private.open_call(appointment_id uuid, given_code text, marks boolean, out part text, out expires_at timestamptz)
language plpgsql security definer set search_path = '' as $$
declare
  longest constant interval := interval '2 hours';
  most_an_hour constant integer := 120;
  call record;
begin
  perform private.get_call(open_call.appointment_id);
  -- Two who come at the same moment wait for each other, or neither would see that both are here.
  perform from public.appointments a where a.id = open_call.appointment_id for update;
  select * into call from private.get_call(open_call.appointment_id);
  if call.status <> 'confirmed' then
    perform private.fail('room_not_confirmed', jsonb_build_object('status', call.status));
  end if;
  if upper(regexp_replace(given_code, '\s', '', 'g')) <> call.code then
    perform private.fail('wrong_code', jsonb_build_object('expected', call.code));
  end if;
  if now() < call.opens_at then
    perform private.fail('room_too_early', jsonb_build_object('minutes', ceil(extract(epoch from call.opens_at - now()) / 60)::integer));
  end if;
  if now() >= call.closes_at then
    perform private.fail('room_over');
  end if;
  if not private.is_within_limit('call:' || private.me(), most_an_hour, 60) then
    perform private.fail('too_many_calls', jsonb_build_object('most', most_an_hour));
  end if;
  part := call.part;
  -- The room outlives the window by the longest call that can still start in it.
  expires_at := greatest(call.closes_at, coalesce(call.call_started_at, call.closes_at) + longest);
  if not marks then
    return;
  end if;
  insert into private.call_visits (appointment_id, part) values (open_call.appointment_id, call.part)
  on conflict on constraint call_visits_pkey do update set at = now();
  update public.appointments a set call_started_at = now()
  where a.id = open_call.appointment_id and a.call_started_at is null
    and (select count(*) from private.call_visits v where v.appointment_id = a.id) = 2;
end $$;

create or replace function private.mail_states_about(kind text, subject uuid) returns table (state text, last_error text)
language sql stable security definer set search_path = '' as $$
  select m.state, m.last_error from private.mail_outbox m where m.dedupe_key = any (private.keys_about(mail_states_about.kind, mail_states_about.subject))
$$;
