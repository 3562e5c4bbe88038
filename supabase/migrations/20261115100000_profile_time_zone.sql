-- A patient's time zone is any area/city zone that PostgreSQL knows, and a zone that somebody chose can be told from the fallback.
-- Doctors keep the ten offered zones.

-- Allow-list of shapes: 'posix/…', 'right/…', 'localtime', 'EST5EDT' and raw POSIX rules such as 'XYZ5' or 'Europe/Nowhere+3' are not zones.
create function private.is_area_and_city(name text) returns boolean
language sql immutable set search_path = '' as $$
  select char_length(name) <= 64 and (
    name = 'UTC'
    or name ~ '^(Africa|America|Antarctica|Arctic|Asia|Atlantic|Australia|Europe|Indian|Pacific)(/[A-Za-z][A-Za-z_-]*){1,2}$'
    or name ~ '^Etc/GMT(\+([1-9]|1[0-2])|-([1-9]|1[0-4]))$'
  )
$$;

-- pg_timezone_names reads some 600 files on every look, too slow for a rule: a copy of its names answers instead.
-- It holds aliases as well (Asia/Calcutta and Asia/Kolkata, Europe/Kiev and Europe/Kyiv), because browsers report either.
create table private.time_zones (
  name text primary key constraint time_zones_name_is_area_and_city check (private.is_area_and_city(name))
);
create unique index time_zones_lower_name_idx on private.time_zones (lower(name));

create function private.refresh_time_zones() returns void
language sql set search_path = '' as $$
  insert into private.time_zones (name)
  select n.name from pg_catalog.pg_timezone_names n where private.is_area_and_city(n.name)
  union
  -- The database always counts in it, even where its files do not list it by this name.
  select 'UTC'
  on conflict do nothing
$$;
select private.refresh_time_zones();

-- The name as the tz database writes it, or null. Definer, because nobody else reads the table.
create function private.known_time_zone(wanted text) returns text
language plpgsql security definer set search_path = '' as $$
declare
  known text;
begin
  if char_length(wanted) > 64 then
    return null;
  end if;
  select z.name into known from private.time_zones z where lower(z.name) = lower(wanted);
  -- An upgraded PostgreSQL may know a zone that is newer than the copy. Trying the name is cheap; the files are read only if it works.
  if known is null and private.is_area_and_city(wanted) then
    begin
      perform now() at time zone wanted;
    exception when invalid_parameter_value then
      return null;
    end;
    perform private.refresh_time_zones();
    select z.name into known from private.time_zones z where lower(z.name) = lower(wanted);
  end if;
  return known;
end $$;

-- Without a choice `timezone` stays Europe/Istanbul for every reader, and `timezone_chosen_at` says that nobody chose it.
alter table public.profiles
  add column timezone_chosen_at timestamptz,
  -- An omitted zone must not look like a chosen Istanbul: profiles_tidy fills the blank.
  alter column timezone set default '',
  drop constraint profiles_timezone_is_offered,
  add constraint profiles_timezone_is_known foreign key (timezone) references private.time_zones (name);
comment on column public.profiles.timezone_chosen_at is 'When the person, or their browser at sign-up, gave the time zone; null while it is only the fallback.';

-- Istanbul was everybody's default, so nobody is known to have chosen it; any other zone was given.
update public.profiles p set timezone_chosen_at = p.created_at where p.timezone <> 'Europe/Istanbul';

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

create trigger profiles_choose_time_zone before insert or update of timezone on public.profiles
  for each row execute function private.choose_time_zone();

-- As in the first release, but for the zone: any known one is taken, an unknown one left out.
create or replace function private.create_profile() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  given jsonb := case when jsonb_typeof(new.raw_user_meta_data) = 'object' then new.raw_user_meta_data else '{}' end;
  born date;
  gender text := private.fold_gender(given ->> 'gender');
begin
  begin
    born := (given ->> 'date_of_birth')::date;
    if born not between '1900-01-01' and now()::date then
      born := null;
    end if;
  exception when others then
    born := null;
  end;
  insert into public.profiles (user_id, first_name, last_name, phone, date_of_birth, gender, medical_history, timezone, language)
  values (
    new.id,
    left(regexp_replace(given ->> 'first_name', '[[:cntrl:]]', '', 'g'), 100),
    left(regexp_replace(given ->> 'last_name', '[[:cntrl:]]', '', 'g'), 100),
    left(given ->> 'phone', 40),
    born,
    case when gender in ('erkek', 'kadın', 'diğer', 'belirtmek_istemiyorum') then gender end,
    left(given ->> 'medical_history', 5000),
    private.known_time_zone(given ->> 'timezone'),
    case when private.is_offered_language(given ->> 'language') then given ->> 'language' end
  );
  -- The health data has arrived where it belongs; writing the metadata again strips it.
  update auth.users u set raw_user_meta_data = u.raw_user_meta_data where u.id = new.id;
  return null;
end $$;

grant select (timezone_chosen_at) on public.profiles to authenticated;
