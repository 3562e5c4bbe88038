-- Written by `npm run types` from the catalogue. Migrations change the schema; reviews read the difference here.

create table private.time_zones (
  name text not null,
  constraint time_zones_pkey PRIMARY KEY (name),
  constraint time_zones_name_is_area_and_city CHECK (private.is_area_and_city(name))
);
CREATE UNIQUE INDEX time_zones_lower_name_idx ON private.time_zones USING btree (lower(name));
alter table private.time_zones enable row level security;

CREATE OR REPLACE FUNCTION private.is_area_and_city(name text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select char_length(name) <= 64 and (
    name = 'UTC'
    or name ~ '^(Africa|America|Antarctica|Arctic|Asia|Atlantic|Australia|Europe|Indian|Pacific)(/[A-Za-z][A-Za-z_-]*){1,2}$'
    or name ~ '^Etc/GMT(\+([1-9]|1[0-2])|-([1-9]|1[0-4]))$'
  )
$function$;

CREATE OR REPLACE FUNCTION private.is_offered_timezone(name text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select name in (
    'Europe/Istanbul', 'Asia/Baku', 'Europe/Moscow', 'Asia/Dubai', 'Europe/Berlin',
    'Europe/London', 'America/New_York', 'Asia/Tehran', 'Asia/Ashgabat', 'Asia/Tashkent'
  )
$function$;
grant execute on function private.is_offered_timezone(text) to anon;
grant execute on function private.is_offered_timezone(text) to authenticated;
grant execute on function private.is_offered_timezone(text) to service_role;

CREATE OR REPLACE FUNCTION private.known_time_zone(wanted text)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$;
comment on function private.known_time_zone(text) is 'Definer: nobody reads the table of zones, and a zone new to it is added.';

CREATE OR REPLACE FUNCTION private.refresh_time_zones()
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  insert into private.time_zones (name)
  select n.name from pg_catalog.pg_timezone_names n where private.is_area_and_city(n.name)
  union
  -- The database always counts in it, even where its files do not list it by this name.
  select 'UTC'
  on conflict do nothing
$function$;
