-- People: one profile an account, made from what they wrote at sign-up.
create table public.profiles (
  user_id uuid primary key references auth.users (id) on delete cascade,
  first_name text constraint profiles_first_name_is_short check (char_length(first_name) <= 100 and first_name !~ '[[:cntrl:]]'),
  last_name text constraint profiles_last_name_is_short check (char_length(last_name) <= 100 and last_name !~ '[[:cntrl:]]'),
  phone text constraint profiles_phone_is_short check (char_length(phone) <= 40),
  date_of_birth date constraint profiles_date_of_birth_is_plausible check (date_of_birth between '1900-01-01' and '2100-01-01'),
  gender text constraint profiles_gender_is_known check (gender in ('erkek', 'kadın', 'diğer', 'belirtmek_istemiyorum')),
  medical_history text constraint profiles_medical_history_is_short check (char_length(medical_history) <= 5000),
  timezone text not null default 'Europe/Istanbul' constraint profiles_timezone_is_offered check (private.is_offered_timezone(timezone)),
  language text not null default 'tr' constraint profiles_language_is_offered check (private.is_offered_language(language)),
  email text,
  created_at timestamptz not null default now()
);
-- Admins search people by a part of their name.
create index profiles_first_name_idx on public.profiles using gin (first_name extensions.gin_trgm_ops);
create index profiles_last_name_idx on public.profiles using gin (last_name extensions.gin_trgm_ops);

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

create trigger profiles_tidy before insert or update on public.profiles
  for each row execute function private.tidy_profile();

-- Sign-up metadata is whatever a client sent: each field is taken if it is usable and left out if not.
create function private.create_profile() returns trigger
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
    case when private.is_offered_timezone(given ->> 'timezone') then given ->> 'timezone' end,
    case when private.is_offered_language(given ->> 'language') then given ->> 'language' end
  );
  -- The health data has arrived where it belongs; writing the metadata again strips it.
  update auth.users u set raw_user_meta_data = u.raw_user_meta_data where u.id = new.id;
  return null;
end $$;

create trigger profiles_create after insert on auth.users
  for each row execute function private.create_profile();

-- Metadata travels in every token: only names and language may stay in it, whoever writes it.
create function private.strip_metadata() returns trigger
language plpgsql set search_path = '' as $$
declare
  given jsonb := case when jsonb_typeof(new.raw_user_meta_data) = 'object' then new.raw_user_meta_data else '{}' end;
begin
  new.raw_user_meta_data := (
    select coalesce(jsonb_object_agg(field.key, left(field.value #>> '{}', 100)), '{}')
    from jsonb_each(given) as field
    where field.key in ('first_name', 'last_name', 'language') and jsonb_typeof(field.value) = 'string'
  );
  return new;
end $$;

create function private.strip_identity() returns trigger
language plpgsql set search_path = '' as $$
begin
  -- Hosted copies the sign-up data here as well.
  new.identity_data := new.identity_data - array['phone', 'date_of_birth', 'gender', 'medical_history', 'timezone'];
  return new;
end $$;

create trigger profiles_strip_identity before insert or update of identity_data on auth.identities
  for each row execute function private.strip_identity();

create trigger profiles_strip_metadata before update of raw_user_meta_data on auth.users
  for each row execute function private.strip_metadata();

create function private.follow_email() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.profiles p set email = new.email where p.user_id = new.id;
  return null;
end $$;

create trigger profiles_follow_email after update of email, deleted_at on auth.users
  for each row execute function private.follow_email();

alter table public.profiles enable row level security;
grant select on public.profiles to authenticated;
grant insert (user_id, first_name, last_name, phone, date_of_birth, gender, medical_history, timezone, language) on public.profiles to authenticated;
grant update (user_id, first_name, last_name, phone, date_of_birth, gender, medical_history, timezone, language) on public.profiles to authenticated;
grant select, insert, update on public.profiles to service_role;
-- Its reading policy speaks of appointments and stands in their chapter.

create policy "profiles: people add their own" on public.profiles
  for insert to authenticated with check (user_id = (select private.me()));
create policy "profiles: people change their own" on public.profiles
  for update to authenticated using (user_id = (select private.me())) with check (user_id = (select private.me()));
