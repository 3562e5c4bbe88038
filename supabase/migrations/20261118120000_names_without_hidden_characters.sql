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

-- What is stored already. Without triggers: they would log the change as somebody's, and want a name where nothing of it is left.
alter table private.profiles disable trigger user;
alter table private.profiles_without_health disable trigger user;
update private.profiles p set
  first_name = private.blank_to_null(private.visible_name(p.first_name)),
  last_name = private.blank_to_null(private.visible_name(p.last_name))
where private.visible_name(p.first_name) <> p.first_name or private.visible_name(p.last_name) <> p.last_name;
alter table private.profiles enable trigger user;
alter table private.profiles_without_health enable trigger user;
alter table private.profiles
  add constraint profiles_names_are_visible
    check (private.visible_name(first_name) = first_name and private.visible_name(last_name) = last_name);

alter table public.doctors disable trigger user;
update public.doctors d set
  first_name = coalesce(private.blank_to_null(private.visible_name(d.first_name)), 'İsim'),
  last_name = coalesce(private.blank_to_null(private.visible_name(d.last_name)), 'Soyisim')
where private.visible_name(d.first_name) <> d.first_name or private.visible_name(d.last_name) <> d.last_name;
alter table public.doctors enable trigger user;
alter table public.doctors
  add constraint doctors_names_are_visible
    check (private.visible_name(first_name) = first_name and private.visible_name(last_name) = last_name);

update public.invitations i set full_name = private.visible_name(i.full_name) where private.visible_name(i.full_name) <> i.full_name;
alter table public.invitations
  add constraint invitations_full_name_is_visible check (private.visible_name(full_name) = full_name);

-- Whoever writes a name, these leave the visible part of it. They run before the other triggers, by the order of the alphabet.
create function private.keep_visible_names() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.first_name := private.visible_name(new.first_name);
  new.last_name := private.visible_name(new.last_name);
  return new;
end $$;
create trigger doctors_are_named before insert or update of first_name, last_name on public.doctors
  for each row execute function private.keep_visible_names();
create trigger profiles_are_named before insert or update of first_name, last_name on private.profiles
  for each row execute function private.keep_visible_names();

-- Metadata travels in every token and greets people in mails: only names and language may stay in it, whoever writes it.
create or replace function private.strip_metadata() returns trigger
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
