-- The notice before the first video consultation: the limits of a remote consultation, that it is not for emergencies, that nothing is
-- recorded. Acknowledged once for each wording, for oneself and for each of one's people. It is no consent: nothing depends on it here.

-- Bodies of functions may mention what a later file makes.
set check_function_bodies = off;

create table public.call_notices (
  -- The account that read it, and the person whose appointments it is for.
  user_id uuid not null default auth.uid() references private.profiles (user_id) on delete cascade,
  patient_id uuid not null references private.profiles (user_id) on delete cascade,
  version text not null constraint call_notices_version_is_a_date check (version ~ '^\d{4}-\d{2}-\d{2}$'),
  language text not null constraint call_notices_language_is_offered check (private.is_offered_language(language)),
  acknowledged_at timestamptz not null default now(),
  primary key (user_id, patient_id, version)
);
comment on table public.call_notices is 'Who has read which wording of the notice before video consultations, and when.';
create index call_notices_patient_id_idx on public.call_notices (patient_id);
alter table public.call_notices enable row level security;
grant select on public.call_notices to authenticated, service_role;
grant insert (user_id, patient_id, version, language) on public.call_notices to authenticated;

create policy "call_notices: people read their own" on public.call_notices
  for select to authenticated using (user_id = (select private.me()));
create policy "call_notices: people acknowledge for themselves and their people" on public.call_notices
  for insert to authenticated
  with check (user_id = (select private.me()) and patient_id = any ((select private.my_people())::uuid[]));

-- A wording is a date, so made-up ones could fill the table.
create function private.limit_call_notices() returns trigger
language plpgsql set search_path = '' as $$
declare
  max_a_day constant integer := 50;
begin
  if current_user = 'authenticated' and not private.is_within_limit('call notice:' || private.me(), max_a_day, 1440) then
    perform private.fail('too_many_requests', jsonb_build_object('most', max_a_day, 'seconds', 86400));
  end if;
  return new;
end $$;
create trigger call_notices_limit before insert on public.call_notices
  for each row execute function private.limit_call_notices();
