-- A patient's time zone is any area/city zone that PostgreSQL knows; a doctor's is one of the ten offered ones.

-- Bodies of functions may mention what a later file makes.
set check_function_bodies = off;

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
alter table private.time_zones enable row level security;

create function private.is_offered_timezone(name text) returns boolean
language sql immutable set search_path = '' as $$
  select name in (
    'Europe/Istanbul', 'Asia/Baku', 'Europe/Moscow', 'Asia/Dubai', 'Europe/Berlin',
    'Europe/London', 'America/New_York', 'Asia/Tehran', 'Asia/Ashgabat', 'Asia/Tashkent'
  )
$$;
grant execute on function private.is_offered_timezone to anon, authenticated, service_role;

create function private.refresh_time_zones() returns void
language sql set search_path = '' as $$
  insert into private.time_zones (name)
  select n.name from pg_catalog.pg_timezone_names n where private.is_area_and_city(n.name)
  union
  -- The database always counts in it, even where its files do not list it by this name.
  select 'UTC'
  on conflict do nothing
$$;

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
comment on function private.known_time_zone is 'Definer: nobody reads the table of zones, and a zone new to it is added.';

select private.refresh_time_zones();
