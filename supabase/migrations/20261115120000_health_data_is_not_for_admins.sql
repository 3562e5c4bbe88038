-- Health data (medical history, date of birth, gender) is read by its owner and the doctors who treat them, never by admins.
-- A policy hides rows, not columns, so each profile has a second row without health data, and admins are given that one:
-- filters, order, counts and embedded reads all see only what the caller may read. `docs/decisions/0011` has the reasons.

-- The table moves out of the served schema; its constraints, triggers, policies, grants and foreign keys move along.
alter table public.profiles set schema private;

create table private.profiles_without_health (
  primary key (user_id),
  constraint profiles_without_health_belongs_to_a_profile foreign key (user_id) references private.profiles (user_id) on delete cascade,
  constraint profiles_without_health_holds_none check (date_of_birth is null and gender is null and medical_history is null)
) inherits (private.profiles);
create index profiles_without_health_first_name_idx on private.profiles_without_health using gin (first_name extensions.gin_trgm_ops);
create index profiles_without_health_last_name_idx on private.profiles_without_health using gin (last_name extensions.gin_trgm_ops);
alter table private.profiles_without_health enable row level security;

-- An allow-list: a column that is added later stays with the owner and the doctors until it is named here.
create function private.copy_profile_without_health() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.profiles_without_health as copy (
    user_id, first_name, last_name, phone, timezone, timezone_chosen_at, language, email, created_at
  )
  values (
    new.user_id, new.first_name, new.last_name, new.phone, new.timezone, new.timezone_chosen_at, new.language, new.email, new.created_at
  )
  on conflict (user_id) do update set
    first_name = excluded.first_name, last_name = excluded.last_name, phone = excluded.phone, timezone = excluded.timezone,
    timezone_chosen_at = excluded.timezone_chosen_at, language = excluded.language, email = excluded.email, created_at = excluded.created_at;
  return null;
end $$;

create trigger profiles_copy_without_health after insert or update on private.profiles
  for each row execute function private.copy_profile_without_health();

insert into private.profiles_without_health (user_id, first_name, last_name, phone, timezone, timezone_chosen_at, language, email, created_at)
select user_id, first_name, last_name, phone, timezone, timezone_chosen_at, language, email, created_at from only private.profiles;

-- A query of the parent reads both tables under the parent's policies. Exactly one of the two rows is visible to whoever may see a person.
drop policy "profiles: people read their own, doctors their patients', admins all" on private.profiles;
create policy "profiles: people and their doctors read all of it, admins the copy without health data" on private.profiles
  for select to authenticated using (
    (
      tableoid = 'private.profiles'::regclass
      and (
        user_id = (select auth.uid())
        or exists (
          select from public.appointments a
          where a.user_id = profiles.user_id and a.doctor_id = (select private.my_doctor_id()) and a.status <> 'cancelled'
        )
      )
    )
    or (
      tableoid = 'private.profiles_without_health'::regclass
      and (select private.is_admin())
      and user_id <> (select auth.uid())
      -- An admin who is a doctor as well reads their own patients' profiles as a doctor.
      and (
        (select private.my_doctor_id()) is null
        or not exists (
          select from public.appointments a
          where a.user_id = profiles.user_id and a.doctor_id = (select private.my_doctor_id()) and a.status <> 'cancelled'
        )
      )
    )
  );
alter policy "profiles: people change their own" on private.profiles
  using (tableoid = 'private.profiles'::regclass and user_id = (select private.me()));

-- What clients and functions know as `profiles`. Updatable as it is, because every column is one of the table's; a column that is added
-- to the table later has to be added here too (`create or replace view`).
-- Roles that no policy binds (the secret key, owners of functions) are given the whole profiles only.
create view public.profiles with (security_invoker = true) as
  select * from private.profiles
  where tableoid = 'private.profiles'::regclass or current_user = 'authenticated';

grant select on public.profiles to authenticated;
grant insert (user_id, first_name, last_name, phone, date_of_birth, gender, medical_history, timezone, language) on public.profiles to authenticated;
grant update (user_id, first_name, last_name, phone, date_of_birth, gender, medical_history, timezone, language) on public.profiles to authenticated;
grant select, insert, update on public.profiles to service_role;
