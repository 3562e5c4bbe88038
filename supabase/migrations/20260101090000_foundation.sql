-- The ground every later chapter stands on: narrow by default, helpers in `private`, errors by name.

-- Nothing is reachable until a chapter says so, tables and functions alike.
alter default privileges in schema public revoke all on tables from anon, authenticated, service_role;
alter default privileges in schema public revoke all on sequences from anon, authenticated, service_role;
alter default privileges in schema public revoke all on functions from anon, authenticated, service_role;
alter default privileges revoke execute on functions from public;

create extension if not exists btree_gist with schema extensions;
create extension if not exists pg_trgm with schema extensions;

-- Not served to clients: what policies ask, and what acts with more than the caller's rights.
create schema private;
grant usage on schema private to anon, authenticated, service_role;

-- The web translates names and reads facts; it never parses sentences.
create function private.fail(name text, facts jsonb default '{}') returns void
language plpgsql set search_path = '' as $$
begin
  raise exception using errcode = 'P0001', message = name, detail = facts::text;
end $$;

create function private.refuse() returns void
language plpgsql set search_path = '' as $$
begin
  raise exception using errcode = '42501', message = 'permission denied';
end $$;

create function private.is_offered_timezone(name text) returns boolean
language sql immutable set search_path = '' as $$
  select name in (
    'Europe/Istanbul', 'Asia/Baku', 'Europe/Moscow', 'Asia/Dubai', 'Europe/Berlin',
    'Europe/London', 'America/New_York', 'Asia/Tehran', 'Asia/Ashgabat', 'Asia/Tashkent'
  )
$$;

create function private.is_offered_language(code text) returns boolean
language sql immutable set search_path = '' as $$
  select code in ('tr', 'az', 'en', 'ru', 'ar', 'fr')
$$;

-- All that cannot be seen, not only blanks: a line break, a no-break space or a joiner alone is nothing either.
create function private.trimmed(value text) returns text
language sql immutable set search_path = '' as $$
  select regexp_replace(value, '^[\s\u00a0\u00ad\u2000-\u200f\u2060-\u2064\u3000\u3164\ufeff]+|[\s\u00a0\u00ad\u2000-\u200f\u2060-\u2064\u3000\u3164\ufeff]+$', '', 'g')
$$;

create function private.blank_to_null(value text) returns text
language sql immutable set search_path = '' as $$
  select nullif(private.trimmed(value), '')
$$;

-- Only what is safe in a header of a mail as well.
create function private.is_address(value text) returns boolean
language sql immutable set search_path = '' as $$
  select char_length(value) <= 254 and value !~ '[][]' and value ~ '^[^\s@,;:<>()"\\[:cntrl:]]+@[^\s@,;:<>()"\\[:cntrl:]]+\.[^\s@,;:<>()"\\[:cntrl:]]+$'
$$;

create function private.uuid_or_null(value text) returns uuid
language sql immutable set search_path = '' as $$
  select case when value ~ '^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$' then value::uuid end
$$;

-- Constraints and triggers ask these on behalf of whoever writes.
grant execute on function
  private.fail, private.refuse, private.is_offered_timezone, private.is_offered_language, private.trimmed, private.blank_to_null, private.is_address, private.uuid_or_null
  to anon, authenticated, service_role;
