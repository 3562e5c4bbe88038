-- People: one profile an account, made from what they wrote at sign-up.
-- Health data (medical history, date of birth, gender) is read by its owner and, through the patient card, by the doctors who treat them;
-- never by admins. A policy hides rows, not columns, so each profile has a second row without health data, and staff are given that one:
-- filters, order, counts and embedded reads all see only what the caller may read. `docs/decisions/0011` has the reasons.
-- The reading policy mentions appointments, so it is in their file.

-- Bodies of functions may mention what a later file makes.
set check_function_bodies = off;

create table private.profiles (
  user_id uuid primary key references auth.users (id) on delete cascade,
  first_name text constraint profiles_first_name_is_short check (char_length(first_name) <= 100 and first_name !~ '[[:cntrl:]]'),
  last_name text constraint profiles_last_name_is_short check (char_length(last_name) <= 100 and last_name !~ '[[:cntrl:]]'),
  phone text constraint profiles_phone_is_short check (char_length(phone) <= 40),
  date_of_birth date constraint profiles_date_of_birth_is_plausible check (date_of_birth between '1900-01-01' and '2100-01-01'),
  gender text constraint profiles_gender_is_known check (gender in ('erkek', 'kadın', 'diğer', 'belirtmek_istemiyorum')),
  medical_history text constraint profiles_medical_history_is_short check (char_length(medical_history) <= 5000),
  -- An omitted zone must not look like a chosen Istanbul: profiles_tidy fills the blank.
  timezone text not null default '' constraint profiles_timezone_is_known references private.time_zones (name),
  language text not null default 'tr' constraint profiles_language_is_offered check (private.is_offered_language(language)),
  email text,
  created_at timestamptz not null default now(),
  -- Without a choice `timezone` is Europe/Istanbul for every reader, and this is null.
  timezone_chosen_at timestamptz,
  constraint profiles_names_are_visible check (private.visible_name(first_name) = first_name and private.visible_name(last_name) = last_name)
);
comment on column private.profiles.timezone_chosen_at is 'When the person, or their browser at sign-up, gave the time zone; null while it is only the fallback.';
-- Admins search people by a part of their name.
create index profiles_first_name_idx on private.profiles using gin (first_name extensions.gin_trgm_ops);
create index profiles_last_name_idx on private.profiles using gin (last_name extensions.gin_trgm_ops);
create index profiles_timezone_idx on private.profiles (timezone);
alter table private.profiles enable row level security;
grant select on private.profiles to authenticated;
grant select (timezone_chosen_at) on private.profiles to authenticated;
grant insert (user_id, first_name, last_name, phone, date_of_birth, gender, medical_history, timezone, language) on private.profiles to authenticated;
grant update (user_id, first_name, last_name, phone, date_of_birth, gender, medical_history, timezone, language) on private.profiles to authenticated;
grant select, insert, update on private.profiles to service_role;

create table private.profiles_without_health (
  -- Stored, because folding ten thousand names takes longer than everything else. Those without a name come after all letters.
  sort_name text collate "C" generated always as (
    private.fold_letters(coalesce(
      nullif(coalesce(first_name, '') || ' ' || coalesce(last_name, ''), ' '), U&'\FFFD' || coalesce(email, '')
    ))
  ) stored,
  primary key (user_id),
  constraint profiles_without_health_belongs_to_a_profile foreign key (user_id) references private.profiles (user_id) on delete cascade,
  constraint profiles_without_health_holds_none check (date_of_birth is null and gender is null and medical_history is null)
) inherits (private.profiles);
-- `Prefer: count=planned` answers with an estimate from statistics, which would tell about health data of all people.
alter table private.profiles
  alter column date_of_birth set statistics 0,
  alter column gender set statistics 0,
  alter column medical_history set statistics 0;
create index profiles_without_health_first_name_idx on private.profiles_without_health using gin (first_name extensions.gin_trgm_ops);
create index profiles_without_health_last_name_idx on private.profiles_without_health using gin (last_name extensions.gin_trgm_ops);
create index profiles_without_health_sort_name_idx on private.profiles_without_health (sort_name, user_id);
alter table private.profiles_without_health enable row level security;

create policy "profiles: people add their own" on private.profiles
  for insert to authenticated with check (user_id = (select private.me()));
create policy "profiles: people change their own" on private.profiles
  for update to authenticated
  using (tableoid <> 'private.profiles_without_health'::regclass and user_id = (select private.me()))
  with check (user_id = (select private.me()));

-- PostgreSQL may judge a row without knowing its table (`tableoid` is 0 then), so the condition names the table that is left out.
create view public.profiles with (security_invoker = true) as
  select * from private.profiles
  where tableoid <> 'private.profiles_without_health'::regclass or current_user = 'authenticated';
grant select on public.profiles to authenticated;
grant insert (user_id, first_name, last_name, phone, date_of_birth, gender, medical_history, timezone, language) on public.profiles to authenticated;
grant update (user_id, first_name, last_name, phone, date_of_birth, gender, medical_history, timezone, language) on public.profiles to authenticated;
grant select, insert, update on public.profiles to service_role;

-- Sign-up sends 'Erkek', 'Kadın', 'Diğer'. What is none of the four stays as it is, for the constraint to refuse.
create function private.fold_gender(value text) returns text
language sql immutable set search_path = '' as $$
  select case private.blank_to_null(value)
    when 'Erkek' then 'erkek'
    when 'Kadın' then 'kadın'
    when 'Diğer' then 'diğer'
    else private.blank_to_null(value)
  end
$$;

-- Definer, because the address is kept in step with the account, which the owner cannot read.
create function private.tidy_profile() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.first_name := private.blank_to_null(new.first_name);
  new.last_name := private.blank_to_null(new.last_name);
  new.phone := private.blank_to_null(new.phone);
  new.gender := private.fold_gender(new.gender);
  new.medical_history := private.blank_to_null(new.medical_history);
  new.timezone := coalesce(private.blank_to_null(new.timezone), 'Europe/Istanbul');
  new.language := coalesce(private.blank_to_null(new.language), 'tr');
  new.email := (select u.email from auth.users u where u.id = new.user_id and u.deleted_at is null);
  -- A profile may be born without a name (an account made by a link), but nobody takes a name away.
  if tg_op = 'UPDATE' and ((new.first_name is null and old.first_name is not null) or (new.last_name is null and old.last_name is not null)) then
    perform private.fail('profile_name_required');
  end if;
  return new;
end $$;
comment on function private.tidy_profile is 'Definer: the address follows the account, which the profile''s owner cannot read.';
create trigger profiles_tidy before insert or update on private.profiles
  for each row execute function private.tidy_profile();

-- Sign-up metadata is whatever a client sent: each field is taken if it is usable and left out if not, an unknown time zone included.
-- Health data is taken only with a consent beside it (`health_consent`: the version of the wording that was shown).
create function private.create_profile() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  given jsonb := case when jsonb_typeof(new.raw_user_meta_data) = 'object' then new.raw_user_meta_data else '{}' end;
  born date;
  gender text := private.fold_gender(given ->> 'gender');
  spoken text := case when private.is_offered_language(given ->> 'language') then given ->> 'language' end;
  consented boolean := coalesce(given ->> 'health_consent', '') ~ '^\d{4}-\d{2}-\d{2}$';
begin
  begin
    born := (given ->> 'date_of_birth')::date;
    if born not between '1900-01-01' and now()::date then
      born := null;
    end if;
  exception when others then
    born := null;
  end;
  if consented then
    insert into public.consents (user_id, kind, version, language)
    values (new.id, 'health_data', given ->> 'health_consent', coalesce(spoken, 'tr'));
  end if;
  insert into public.profiles (user_id, first_name, last_name, phone, date_of_birth, gender, medical_history, timezone, language)
  values (
    new.id,
    left(regexp_replace(given ->> 'first_name', '[[:cntrl:]]', '', 'g'), 100),
    left(regexp_replace(given ->> 'last_name', '[[:cntrl:]]', '', 'g'), 100),
    left(given ->> 'phone', 40),
    case when consented then born end,
    case when consented and gender in ('erkek', 'kadın', 'diğer', 'belirtmek_istemiyorum') then gender end,
    case when consented then left(given ->> 'medical_history', 5000) end,
    private.known_time_zone(given ->> 'timezone'),
    spoken
  );
  -- The health data has arrived where it belongs; writing the metadata again strips it.
  update auth.users u set raw_user_meta_data = u.raw_user_meta_data where u.id = new.id;
  return null;
end $$;
comment on function private.create_profile is 'Definer: accounts are created by the auth service, which has no rights in our tables.';
create trigger profiles_create after insert on auth.users
  for each row execute function private.create_profile();

-- Metadata travels in every token and greets people in mails: only names and language may stay in it, whoever writes it.
create function private.strip_metadata() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  given jsonb := case when jsonb_typeof(new.raw_user_meta_data) = 'object' then new.raw_user_meta_data else '{}' end;
begin
  new.raw_user_meta_data := (
    select coalesce(jsonb_object_agg(field.key, left(private.visible_name(field.value #>> '{}'), 100)), '{}')
    from jsonb_each(given) as field
    where field.key in ('first_name', 'last_name', 'language') and jsonb_typeof(field.value) = 'string'
  );
  return new;
end $$;
comment on function private.strip_metadata is 'Definer: accounts are written by the auth service, which has no rights in our schemas.';
create trigger profiles_strip_metadata before update of raw_user_meta_data on auth.users
  for each row execute function private.strip_metadata();

-- Without the wish for a time and the consent, which have tables of their own.
create function private.strip_identity() returns trigger
language plpgsql set search_path = '' as $$
begin
  -- Hosted copies the sign-up data here as well.
  new.identity_data := new.identity_data
    - array['phone', 'date_of_birth', 'gender', 'medical_history', 'timezone', 'hold', 'health_consent'];
  return new;
end $$;
create trigger profiles_strip_identity before insert or update of identity_data on auth.identities
  for each row execute function private.strip_identity();

create function private.follow_email() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.profiles p set email = new.email where p.user_id = new.id;
  return null;
end $$;
comment on function private.follow_email is 'Definer: addresses are changed by the auth service, which has no rights in our tables.';
create trigger profiles_follow_email after update of email, deleted_at on auth.users
  for each row execute function private.follow_email();

-- Runs before profiles_tidy (triggers go by name), which replaces a blank zone by the fallback.
create function private.choose_time_zone() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.timezone := private.blank_to_null(new.timezone);
  -- The zone of a deleted account was not chosen, whatever the erasure writes.
  if new.timezone is null or exists (select from auth.users u where u.id = new.user_id and u.deleted_at is not null) then
    new.timezone_chosen_at := null;
  else
    -- An unknown one is left as it is, for the constraint to refuse.
    new.timezone := coalesce(private.known_time_zone(new.timezone), new.timezone);
    new.timezone_chosen_at := now();
  end if;
  return new;
end $$;
comment on function private.choose_time_zone is 'Definer: it writes a column that people may not write, and looks at whether the account is deleted.';
create trigger profiles_choose_time_zone before insert or update of timezone on private.profiles
  for each row execute function private.choose_time_zone();

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
comment on function private.copy_profile_without_health is 'Definer: nobody writes the copies that admins read.';
create trigger profiles_copy_without_health after insert or update on private.profiles
  for each row execute function private.copy_profile_without_health();

-- The name of an account, for people who may read it, or null.
create function private.name_of(person uuid) returns text
language sql stable security definer set search_path = '' as $$
  select nullif(concat_ws(' ', p.first_name, p.last_name), '') from private.profiles_without_health p
  where p.user_id = person and (private.is_admin() or person = private.me())
$$;
comment on function private.name_of is 'Definer: asking the policy of profiles for every row of a list is slow. It answers admins, and everybody about themselves.';
grant execute on function private.name_of to authenticated;

create trigger profiles_are_named before insert or update of first_name, last_name on private.profiles
  for each row execute function private.keep_visible_names();
