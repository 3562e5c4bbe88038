-- The ground that every later file stands on: narrow by default, helpers in `private`, errors by name.
-- A column that is added later is not writable until somebody lists it: grants name what is allowed.

-- Bodies of functions may mention what a later file makes.
set check_function_bodies = off;

-- Nothing is reachable until a file says so, tables and functions alike.
alter default privileges in schema public revoke all on tables from anon, authenticated, service_role;
alter default privileges in schema public revoke all on sequences from anon, authenticated, service_role;
alter default privileges in schema public revoke all on functions from anon, authenticated, service_role;
alter default privileges revoke execute on functions from public;

create extension if not exists btree_gist with schema extensions;
create extension if not exists pg_trgm with schema extensions;

-- Not served to clients: what policies ask, and what acts with more than the caller's rights.
create schema private;
grant usage on schema private to anon, authenticated, service_role;

-- Constraints and triggers ask most of these on behalf of whoever writes.

-- The web translates names and reads facts; it never parses sentences.
create function private.fail(name text, facts jsonb default '{}') returns void
language plpgsql set search_path = '' as $$
begin
  raise exception using errcode = 'P0001', message = name, detail = facts::text;
end $$;
grant execute on function private.fail to anon, authenticated, service_role;

create function private.refuse() returns void
language plpgsql set search_path = '' as $$
begin
  raise exception using errcode = '42501', message = 'permission denied';
end $$;
grant execute on function private.refuse to anon, authenticated, service_role;

create function private.is_offered_language(code text) returns boolean
language sql immutable set search_path = '' as $$
  select code in ('tr', 'az', 'en', 'ru', 'ar', 'fr')
$$;
grant execute on function private.is_offered_language to anon, authenticated, service_role;

-- All that cannot be seen, not only blanks: a line break, a no-break space or a joiner alone is nothing either.
create function private.trimmed(value text) returns text
language sql immutable set search_path = '' as $$
  select regexp_replace(value, '^[\s\u00a0\u00ad\u2000-\u200f\u2060-\u2064\u3000\u3164\ufeff]+|[\s\u00a0\u00ad\u2000-\u200f\u2060-\u2064\u3000\u3164\ufeff]+$', '', 'g')
$$;
grant execute on function private.trimmed to anon, authenticated, service_role;

create function private.blank_to_null(value text) returns text
language sql immutable set search_path = '' as $$
  select nullif(private.trimmed(value), '')
$$;
grant execute on function private.blank_to_null to anon, authenticated, service_role;

-- Only what is safe in a header of a mail as well.
create function private.is_address(value text) returns boolean
language sql immutable set search_path = '' as $$
  select char_length(value) <= 254 and value !~ '[][]' and value ~ '^[^\s@,;:<>()"\\[:cntrl:]]+@[^\s@,;:<>()"\\[:cntrl:]]+\.[^\s@,;:<>()"\\[:cntrl:]]+$'
$$;
grant execute on function private.is_address to anon, authenticated, service_role;

create function private.uuid_or_null(value text) returns uuid
language sql immutable set search_path = '' as $$
  select case when value ~ '^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$' then value::uuid end
$$;
grant execute on function private.uuid_or_null to anon, authenticated, service_role;

-- What people type and what is stored, made comparable: without case, accents and vowel marks. The same as `fold` of the pages;
-- `scripts/fold.test.ts` compares them. The collation is named, because a Turkish database would lower "I" to "ı".
create function private.fold_text(value text) returns text
language sql immutable set search_path = '' as $$
  select regexp_replace(
    translate(
      regexp_replace(
        normalize(lower(value collate pg_catalog.pg_c_utf8), nfd),
        '[\u0300-\u036f\u0483-\u0489\u0591-\u05bd\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed\u08d3-\u08e1\u08e3-\u08ff\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]',
        '', 'g'
      ),
      'ıəىة', 'ieيه'
    ),
    '[’'']', '', 'g'
  )
$$;
grant execute on function private.fold_text to authenticated, service_role;

-- {"tr": …, "az": …}: exactly the offered languages.
create function private.has_every_language(texts jsonb) returns boolean
language sql immutable set search_path = '' as $$
  select jsonb_typeof(texts) = 'object' and (select count(*) = 6 and bool_and(private.is_offered_language(k)) from jsonb_object_keys(texts) as k)
$$;
grant execute on function private.has_every_language to authenticated, service_role;

create function private.are_texts(texts jsonb) returns boolean
language sql immutable set search_path = '' as $$
  select bool_and(jsonb_typeof(t.value) = 'string' and char_length(private.trimmed(t.value #>> '{}')) between 1 and 100) from jsonb_each(texts) as t
$$;
grant execute on function private.are_texts to authenticated, service_role;

create function private.are_lists_of_texts(lists jsonb) returns boolean
language sql immutable set search_path = '' as $$
  select bool_and(
    case when jsonb_typeof(l.value) = 'array' and jsonb_array_length(l.value) <= 40
      then (select coalesce(bool_and(jsonb_typeof(t) = 'string' and char_length(private.trimmed(t #>> '{}')) between 1 and 100), true) from jsonb_array_elements(l.value) as t)
      else false
    end
  )
  from jsonb_each(lists) as l
$$;
grant execute on function private.are_lists_of_texts to authenticated, service_role;

-- Two or three letters, as in ISO 639. Doctors may speak more languages than the site does.
create function private.are_language_codes(codes text[]) returns boolean
language sql immutable set search_path = '' as $$
  select cardinality(codes) <= 12 and array_ndims(codes) is not distinct from case when cardinality(codes) > 0 then 1 end
    and (select coalesce(bool_and(c is not null and c ~ '^[a-z]{2,3}$'), true) and count(distinct c) = cardinality(codes) from unnest(codes) as c)
$$;
grant execute on function private.are_language_codes to authenticated, service_role;

create function private.like_pattern(term text) returns text
language sql immutable set search_path = '' as $$
  select '%' || replace(replace(replace(term, '\', '\\'), '%', '\%'), '_', '\_') || '%'
$$;

-- What went wrong with one of many, by the name that a single request would have got.
create function private.error_name(message text, constraint_name text) returns text
language sql immutable set search_path = '' as $$ select coalesce(nullif(constraint_name, ''), message) $$;
grant execute on function private.error_name to authenticated;

-- Names are found whichever letters somebody types: 'ismail' finds İsmail, 'yildiz' finds Yıldız, 'memmedova' finds Məmmədova.
create function private.fold_letters(value text) returns text
language sql immutable set search_path = '' as $$
  select lower(translate(value, 'İIıŞşĞğÜüÖöÇçƏəÂâÎîÛûÉéÈè', 'iiissgguuoocceeaaiiuueeee'))
$$;

create function private.check_page(max_rows integer) returns void
language plpgsql set search_path = '' as $$
begin
  if not private.is_admin() then
    perform private.refuse();
  end if;
  if (max_rows between 1 and 200) is not true then
    perform private.fail('rows_out_of_range', jsonb_build_object('least', 1, 'most', 200));
  end if;
end $$;
grant execute on function private.check_page to authenticated;

-- Names contain no characters that nobody sees: U+202E turns the text after it around, and two names that look the same differ. They are
-- removed, not refused, because people paste them unknowingly. U+200C and U+200D stay: Persian and other names are spelled with them.
create function private.visible_name(value text) returns text
language sql immutable set search_path = '' as $$
  select regexp_replace(
    value,
    '[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb\U000e0000-\U000e007f]',
    '', 'g'
  )
$$;
grant execute on function private.visible_name to authenticated, service_role;

-- Whoever writes a name, these leave the visible part of it. They run before the other triggers, by the order of the alphabet.
create function private.keep_visible_names() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.first_name := private.visible_name(new.first_name);
  new.last_name := private.visible_name(new.last_name);
  return new;
end $$;

