-- Consent to keeping health data in the profile (medical history, date of birth, gender): its own decision, apart from the privacy notice.
-- Nobody needs it to register or to book. Without it these three fields stay empty.

-- Bodies of functions may mention what a later file makes.
set check_function_bodies = off;

create table public.consents (
  user_id uuid not null default auth.uid() references auth.users (id) on delete cascade,
  kind text not null constraint consents_kind_is_known check (kind in ('health_data')),
  -- The wording that was shown, and the language in which it was read.
  version text not null constraint consents_version_is_a_date check (version ~ '^\d{4}-\d{2}-\d{2}$'),
  language text not null constraint consents_language_is_offered check (private.is_offered_language(language)),
  given_at timestamptz not null default now(),
  withdrawn_at timestamptz,
  -- A person may give, withdraw and give again: each time is a row.
  primary key (user_id, kind, given_at),
  constraint consents_withdrawn_after_given check (withdrawn_at >= given_at)
);
comment on table public.consents is 'What people consented to, in which wording and language, and when they withdrew it.';
create unique index consents_one_is_live on public.consents (user_id, kind) where withdrawn_at is null;
alter table public.consents enable row level security;
grant select on public.consents to authenticated, service_role;
grant insert (user_id, kind, version, language), update (withdrawn_at) on public.consents to authenticated;

create policy "consents: people read their own" on public.consents
  for select to authenticated using (user_id = (select private.me()));
create policy "consents: people give their own" on public.consents
  for insert to authenticated with check (user_id = (select private.me()) and withdrawn_at is null);
create policy "consents: people withdraw their own" on public.consents
  for update to authenticated using (user_id = (select private.me())) with check (user_id = (select private.me()));

-- The database keeps the time of both, and a withdrawal is final: giving again is a new row.
create function private.guard_consent() returns trigger
language plpgsql set search_path = '' as $$
declare
  max_a_day constant integer := 20;
begin
  if tg_op = 'INSERT' then
    new.given_at := clock_timestamp();
    new.withdrawn_at := null;
    if current_user = 'authenticated' and not private.is_within_limit('consent:' || new.user_id, max_a_day, 1440) then
      perform private.fail('too_many_requests', jsonb_build_object('most', max_a_day, 'seconds', 86400));
    end if;
  elsif old.withdrawn_at is not null then
    perform private.fail('consent_is_withdrawn');
  elsif new.withdrawn_at is not null then
    new.withdrawn_at := clock_timestamp();
  end if;
  return new;
end $$;
create trigger consents_guard before insert or update on public.consents
  for each row execute function private.guard_consent();

-- Clients add or change health data only under a live consent. Data of the time before consents may stay and may be removed.
-- It runs after profiles_tidy (triggers go by name), so blank values are null already. PostgreSQL locks the row before this runs: a
-- withdrawal at the same time is either seen here, or clears the profile afterwards.
create function private.require_health_consent() returns trigger
language plpgsql set search_path = '' as $$
begin
  if current_user not in ('anon', 'authenticated') then
    return new;
  end if;
  if tg_op = 'UPDATE'
    and (new.medical_history is null or new.medical_history is not distinct from old.medical_history)
    and (new.date_of_birth is null or new.date_of_birth is not distinct from old.date_of_birth)
    and (new.gender is null or new.gender is not distinct from old.gender)
  then
    return new;
  end if;
  if coalesce(new.medical_history, new.date_of_birth::text, new.gender) is not null
    and not exists (select from public.consents c where c.user_id = new.user_id and c.kind = 'health_data' and c.withdrawn_at is null)
  then
    perform private.fail('consent_required', jsonb_build_object('kind', 'health_data'));
  end if;
  return new;
end $$;
create trigger profiles_want_consent before insert or update on private.profiles
  for each row execute function private.require_health_consent();

-- Accounts that are erased are kept as deleted ones, so the foreign key does not take these away.
create function private.drop_consents_of_deleted_account() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.consents c where c.user_id = new.id;
  return null;
end $$;
comment on function private.drop_consents_of_deleted_account is 'Definer: accounts are marked as deleted by the auth service, which has no rights in our tables.';
create trigger consents_end_with_account after update of deleted_at on auth.users
  for each row when (new.deleted_at is not null) execute function private.drop_consents_of_deleted_account();

