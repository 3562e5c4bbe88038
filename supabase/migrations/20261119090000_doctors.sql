-- Doctors: what patients see of them, how long they see a patient, their contact, texts and photo, and which account is theirs.
-- The reading policy of signed-in people mentions appointments, so it is in their file.

-- Bodies of functions may mention what a later file makes.
set check_function_bodies = off;

-- {doctor}/{name}.webp, in one spelling.
create function private.doctor_of_photo_path(path text) returns uuid
language sql immutable set search_path = '' as $$
  select case
    when path ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/[a-z0-9][a-z0-9-]{0,59}\.webp$' then split_part(path, '/', 1)::uuid
  end
$$;
grant execute on function private.doctor_of_photo_path to authenticated, service_role;

create table public.doctors (
  id uuid primary key default gen_random_uuid(),
  user_id uuid constraint doctors_user_is_single unique references auth.users (id) on delete set null,
  first_name text not null constraint doctors_first_name_is_given check (char_length(private.trimmed(first_name)) between 1 and 100),
  last_name text not null constraint doctors_last_name_is_given check (char_length(private.trimmed(last_name)) between 1 and 100),
  specialization text not null default 'Genel' constraint doctors_specialization_is_given check (char_length(private.trimmed(specialization)) between 1 and 100),
  bio text constraint doctors_bio_is_short check (char_length(bio) <= 4000),
  available boolean not null default true,
  work_hours text constraint doctors_work_hours_are_short check (char_length(work_hours) <= 500),
  timezone text not null default 'Europe/Istanbul' constraint doctors_timezone_is_offered check (private.is_offered_timezone(timezone)),
  session_duration integer not null default 30 constraint doctors_session_is_15_to_120 check (session_duration between 15 and 120),
  cancellation_hours integer not null default 24 constraint doctors_cancellation_is_1_to_72 check (cancellation_hours between 1 and 72),
  created_at timestamptz not null default now(),
  specialty_code text references public.specialties (code) on update cascade on delete set null,
  languages text[] not null default '{}' constraint doctors_languages_are_codes check (private.are_language_codes(languages)),
  bio_language text not null default 'tr' constraint doctors_bio_language_is_offered check (private.is_offered_language(bio_language)),
  photo_path text,
  -- Each doctor decides how late and how far ahead they can be booked, how much time is kept between two appointments, how many they
  -- take a day, and whether a booking waits for their answer.
  booking_notice_hours integer not null default 0
    constraint doctors_booking_notice_is_0_to_168 check (booking_notice_hours between 0 and 168),
  booking_horizon_days integer not null default 365
    constraint doctors_booking_horizon_is_1_to_1095 check (booking_horizon_days between 1 and 1095),
  gap_minutes integer not null default 10
    constraint doctors_gap_is_0_to_120 check (gap_minutes between 0 and 120),
  -- Null: as many as fit.
  max_appointments_per_day integer
    constraint doctors_max_per_day_is_1_to_100 check (max_appointments_per_day between 1 and 100),
  auto_confirm boolean not null default false,
  -- Title and licence are written by admins.
  title text constraint doctors_title_is_short check (char_length(title) between 1 and 60 and title !~ '[[:cntrl:]]'),
  -- The permit to practise, which patients see.
  licence_number text constraint doctors_licence_number_is_short check (char_length(licence_number) between 1 and 60 and licence_number !~ '[[:cntrl:]]'),
  licence_authority text constraint doctors_licence_authority_is_short check (char_length(licence_authority) between 1 and 150 and licence_authority !~ '[[:cntrl:]]'),
  licence_country text constraint doctors_licence_country_is_a_code check (licence_country ~ '^[A-Z]{2}$'),
  -- Whose clock the hours are on: admins say it when they create the record, and the doctor confirms it once.
  timezone_confirmed_at timestamptz,
  constraint doctors_photo_is_in_their_folder check (photo_path is null or private.doctor_of_photo_path(photo_path) is not distinct from id),
  constraint doctors_names_are_visible check (private.visible_name(first_name) = first_name and private.visible_name(last_name) = last_name)
);
comment on column public.doctors.specialty_code is 'Derived from specialization, null when it names no known specialty. Written by the database only.';
comment on column public.doctors.languages is 'Codes of the languages that the doctor speaks with patients.';
comment on column public.doctors.bio_language is 'The language that bio is written in.';
comment on column public.doctors.photo_path is 'Path in the bucket doctor-photos; the small size has the same name with -small before .webp.';
comment on column public.doctors.title is 'Academic or professional title, such as Prof. or Uzm., shown beside the specialization.';
comment on column public.doctors.licence_country is 'ISO 3166 code of the country whose authority gave the licence.';
comment on column public.doctors.timezone_confirmed_at is 'When the doctor confirmed the time zone, or chose another. Null after somebody else changed it.';
create index doctors_first_name_idx on public.doctors (first_name) where available;
create index doctors_specialty_code_idx on public.doctors (specialty_code);
alter table public.doctors enable row level security;
-- Visitors choose a free time before they sign in, so they read how long a session takes.
grant select (
  id, first_name, last_name, specialization, bio, available, work_hours, timezone, session_duration,
  specialty_code, languages, bio_language, photo_path, title, licence_number, licence_authority, licence_country
) on public.doctors to anon;
grant select, insert, update, delete on public.doctors to authenticated, service_role;

create table public.doctor_contacts (
  doctor_id uuid primary key references public.doctors (id) on delete cascade,
  email text constraint doctor_contacts_email_is_an_address check (private.is_address(email)),
  phone text constraint doctor_contacts_phone_is_short check (char_length(phone) <= 40)
);
alter table public.doctor_contacts enable row level security;
grant select, insert, update, delete on public.doctor_contacts to authenticated, service_role;

-- A doctor's text in further languages; doctors.bio stays the first one, in doctors.bio_language.
create table public.doctor_texts (
  doctor_id uuid not null references public.doctors (id) on delete cascade,
  language text not null constraint doctor_texts_language_is_offered check (private.is_offered_language(language)),
  bio text not null constraint doctor_texts_bio_is_given check (char_length(bio) <= 4000 and private.trimmed(bio) <> ''),
  updated_at timestamptz not null default now(),
  primary key (doctor_id, language)
);
alter table public.doctor_texts enable row level security;
grant select (doctor_id, language, bio) on public.doctor_texts to anon;
grant select, delete on public.doctor_texts to authenticated;
grant insert (doctor_id, language, bio), update (doctor_id, language, bio) on public.doctor_texts to authenticated;
grant select on public.doctor_texts to service_role;

-- Since when an account has a doctor's record. A table of its own, because patients read doctors.
create table private.doctor_links (
  doctor_id uuid primary key references public.doctors (id) on delete cascade,
  user_id uuid not null references auth.users (id) on delete cascade,
  linked_at timestamptz not null default now()
);
create index doctor_links_user_id_idx on private.doctor_links (user_id);
alter table private.doctor_links enable row level security;

-- A doctor is somebody with the role and a record. Definer: policies of every table ask it.
create function private.my_doctor_id() returns uuid
language sql stable security definer set search_path = '' as $$
  select d.id from public.doctors d where d.user_id = private.me() and private.has_role('doctor')
$$;
comment on function private.my_doctor_id is 'Definer: policies of every table ask it, that of doctors included.';
grant execute on function private.my_doctor_id to authenticated, service_role;

create policy "doctors: anybody reads available ones" on public.doctors for select to anon using (available);
create policy "doctors: admins add" on public.doctors for insert to authenticated with check ((select private.is_admin()));
create policy "doctors: doctors change their own, admins all" on public.doctors
  for update to authenticated
  using (id = (select private.my_doctor_id()) or (select private.is_admin()))
  with check (id = (select private.my_doctor_id()) or (select private.is_admin()));
create policy "doctors: admins remove" on public.doctors for delete to authenticated using ((select private.is_admin()));
create policy "doctor_contacts: doctors read their own, admins all" on public.doctor_contacts
  for select to authenticated using (doctor_id = (select private.my_doctor_id()) or (select private.is_admin()));
create policy "doctor_contacts: admins add" on public.doctor_contacts for insert to authenticated with check ((select private.is_admin()));
create policy "doctor_contacts: admins change" on public.doctor_contacts
  for update to authenticated using ((select private.is_admin())) with check ((select private.is_admin()));
create policy "doctor_contacts: admins remove" on public.doctor_contacts for delete to authenticated using ((select private.is_admin()));
-- Whoever sees the doctor sees the texts: the subquery is under the policies of doctors.
create policy "doctor_texts: visitors read those of available doctors" on public.doctor_texts
  for select to anon using (exists (select from public.doctors d where d.id = doctor_id and d.available));
create policy "doctor_texts: people read those of doctors they see" on public.doctor_texts
  for select to authenticated using (exists (select from public.doctors d where d.id = doctor_id));
create policy "doctor_texts: doctors add their own, admins any" on public.doctor_texts
  for insert to authenticated with check (doctor_id = (select private.my_doctor_id()) or (select private.is_admin()));
create policy "doctor_texts: doctors change their own, admins any" on public.doctor_texts
  for update to authenticated
  using (doctor_id = (select private.my_doctor_id()) or (select private.is_admin()))
  with check (doctor_id = (select private.my_doctor_id()) or (select private.is_admin()));
create policy "doctor_texts: doctors remove their own, admins any" on public.doctor_texts
  for delete to authenticated using (doctor_id = (select private.my_doctor_id()) or (select private.is_admin()));

-- The list of what doctors may change themselves, with their confirmation of the time zone.
create function private.guard_doctor() returns trigger
language plpgsql set search_path = '' as $$
declare
  -- The new row with the doctor's own settings put back: whatever still differs was not allowed.
  as_before public.doctors := new;
begin
  if current_user <> 'authenticated' or (select private.is_admin()) then
    return new;
  end if;
  -- The doctor's own settings. This is their only list: to let doctors change another column, add it here.
  as_before.timezone := old.timezone;
  as_before.timezone_confirmed_at := old.timezone_confirmed_at;
  as_before.session_duration := old.session_duration;
  as_before.cancellation_hours := old.cancellation_hours;
  as_before.languages := old.languages;
  as_before.photo_path := old.photo_path;
  as_before.booking_notice_hours := old.booking_notice_hours;
  as_before.booking_horizon_days := old.booking_horizon_days;
  as_before.gap_minutes := old.gap_minutes;
  as_before.max_appointments_per_day := old.max_appointments_per_day;
  as_before.auto_confirm := old.auto_confirm;
  if as_before is distinct from old then
    perform private.fail('doctor_field_not_allowed');
  end if;
  return new;
end $$;
create trigger doctors_guard before update on public.doctors
  for each row execute function private.guard_doctor();

-- The doctors whose appointments the caller may see: an admin's are all. As a list, because "or is admin" in a policy
-- would make every read of this table a scan.
create function private.my_doctor_ids() returns uuid[]
language sql stable security definer set search_path = '' as $$
  select case when private.is_admin() then array(select d.id from public.doctors d) else array(select private.my_doctor_id()) end
$$;
comment on function private.my_doctor_ids is 'Definer: policies ask it, and the doctors that a caller sees depend on appointments, whose policy asks this.';
grant execute on function private.my_doctor_ids to authenticated, service_role;

-- Making somebody a doctor: role and record in one transaction, so that a failed step leaves nothing half-made.
create function public.assign_doctor(user_id uuid, doctor_id uuid default null, new_doctor jsonb default null) returns public.doctors
language plpgsql set search_path = '' as $$
#variable_conflict use_column
declare
  assigned public.doctors;
  person public.profiles;
begin
  if not private.is_admin() then
    perform private.refuse();
  end if;
  insert into public.user_roles (user_id, role) values (assign_doctor.user_id, 'doctor') on conflict do nothing;

  if assign_doctor.doctor_id is not null then
    update public.doctors d set user_id = assign_doctor.user_id
    where d.id = assign_doctor.doctor_id and (d.user_id is null or d.user_id = assign_doctor.user_id)
    returning * into assigned;
    if not found then
      perform private.fail('doctor_already_linked');
    end if;
    return assigned;
  end if;

  select * into person from public.profiles p where p.user_id = assign_doctor.user_id;
  insert into public.doctors (user_id, first_name, last_name, specialization, bio, available, timezone)
  values (
    assign_doctor.user_id,
    coalesce(private.blank_to_null(new_doctor ->> 'first_name'), person.first_name, 'İsim'),
    coalesce(private.blank_to_null(new_doctor ->> 'last_name'), person.last_name, 'Soyisim'),
    coalesce(private.blank_to_null(new_doctor ->> 'specialization'), 'Genel'),
    coalesce(new_doctor ->> 'bio', ''),
    true,
    -- The default of the column. The constraint refuses a zone that is not offered.
    coalesce(private.blank_to_null(new_doctor ->> 'timezone'), 'Europe/Istanbul')
  )
  returning * into assigned;
  return assigned;
end $$;
grant execute on function public.assign_doctor to authenticated;

-- Invoker: admins may write both tables, and nobody else gets past the policies.
-- A caller who did not get the answer may send the same `id` again: the record is written over, so nobody is there twice.
create function public.add_doctor(doctor jsonb, contact jsonb default null) returns public.doctors
language plpgsql set search_path = '' as $$
declare
  added public.doctors;
  given public.doctors;
begin
  if not private.is_admin() then
    perform private.refuse();
  end if;
  insert into public.doctors as d (id, first_name, last_name)
  values (coalesce((doctor ->> 'id')::uuid, gen_random_uuid()), doctor ->> 'first_name', doctor ->> 'last_name')
  on conflict (id) do update set first_name = excluded.first_name, last_name = excluded.last_name
  returning d.* into added;

  -- A field that is not given keeps the default of its column. Linking an account is left to assign_doctor, which adds the role too.
  given := jsonb_populate_record(added, doctor);
  update public.doctors d set
    specialization = given.specialization,
    bio = given.bio,
    available = given.available,
    work_hours = given.work_hours,
    timezone = given.timezone,
    session_duration = given.session_duration,
    cancellation_hours = given.cancellation_hours
  where d.id = added.id
  returning d.* into added;

  delete from public.doctor_contacts c where c.doctor_id = added.id;
  insert into public.doctor_contacts (doctor_id, email, phone)
  select added.id, c.email, c.phone
  from (select private.blank_to_null(contact ->> 'email') as email, private.blank_to_null(contact ->> 'phone') as phone) as c
  where c.email is not null or c.phone is not null;
  return added;
end $$;
grant execute on function public.add_doctor to authenticated;

create function private.derive_specialty() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.specialty_code := private.specialty_of(new.specialization);
  return new;
end $$;
create trigger doctors_specialty before insert or update of specialization, specialty_code on public.doctors
  for each row execute function private.derive_specialty();

-- After admins changed names or synonyms. Invoker: admins may change every doctor.
create function private.derive_specialties_again() returns trigger
language plpgsql set search_path = '' as $$
begin
  update public.doctors d set specialty_code = s.code
  from (select o.id, private.specialty_of(o.specialization) as code from public.doctors o) as s
  where s.id = d.id and s.code is distinct from d.specialty_code;
  return null;
end $$;
create trigger specialties_derive_again after insert or update or delete on public.specialties
  for each statement execute function private.derive_specialties_again();

create function private.touch_doctor_text() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.bio := private.trimmed(new.bio);
  new.updated_at := now();
  return new;
end $$;
create trigger doctor_texts_touch before insert or update on public.doctor_texts
  for each row execute function private.touch_doctor_text();

-- The account is marked as deleted before the doctor's record is unlinked, so this still finds it. The name stays on patients' records.
-- The photo's objects are removed with the account: their address is public.
create function private.empty_doctor_of_deleted_account() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.doctor_texts t using public.doctors d where d.id = t.doctor_id and d.user_id = new.id;
  delete from public.doctor_extra_hours h using public.doctors d where d.id = h.doctor_id and d.user_id = new.id;
  delete from public.note_templates t using public.doctors d where d.id = t.doctor_id and d.user_id = new.id;
  insert into private.files_to_remove (bucket_id, path)
  select o.bucket_id, o.name from public.doctors d join storage.objects o on o.bucket_id = 'doctor-photos' and o.name like d.id || '/%'
  where d.user_id = new.id
  on conflict do nothing;
  update public.doctors d set languages = '{}', photo_path = null where d.user_id = new.id;
  return null;
end $$;
comment on function private.empty_doctor_of_deleted_account is 'Definer: accounts are marked as deleted by the auth service, which has no rights in our tables.';
create trigger doctors_end_with_account after update of deleted_at on auth.users
  for each row when (new.deleted_at is not null) execute function private.empty_doctor_of_deleted_account();

-- A photo is two objects; the rest is room for replacing it. Volatile: after waiting for the lock it must count what was uploaded meanwhile.
create function private.may_upload_photo(path text) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  max_objects constant integer := 12;
  doctor uuid := private.doctor_of_photo_path(path);
begin
  if (doctor = private.my_doctor_id() or (private.is_admin() and exists (select from public.doctors d where d.id = doctor))) is not true then
    return false;
  end if;
  perform pg_advisory_xact_lock(hashtextextended('photos:' || doctor, 0));
  return (select count(*) < max_objects from storage.objects o where o.bucket_id = 'doctor-photos' and o.name like doctor || '/%');
end $$;
comment on function private.may_upload_photo is 'Definer: the limit counts the objects of everybody who may change the photo.';
grant execute on function private.may_upload_photo to authenticated;

create function private.note_doctor_link() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from private.doctor_links l where l.doctor_id = new.id;
  if new.user_id is not null then
    insert into private.doctor_links (doctor_id, user_id) values (new.id, new.user_id);
  end if;
  return null;
end $$;
comment on function private.note_doctor_link is 'Definer: nobody writes since when an account is linked.';
create trigger doctors_note_link after update of user_id on public.doctors
  for each row when (old.user_id is distinct from new.user_id) execute function private.note_doctor_link();
create trigger doctors_note_first_link after insert on public.doctors
  for each row when (new.user_id is not null) execute function private.note_doctor_link();

create function private.confirms_automatically(doctor uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select coalesce((select d.auto_confirm from public.doctors d where d.id = doctor), false)
$$;
comment on function private.confirms_automatically is 'Definer: a policy asks it, also for a doctor whom the caller does not see.';
grant execute on function private.confirms_automatically to authenticated, service_role;

-- Record, contact and texts in one transaction. Invoker: admins may write all three tables, and nobody else gets past the policies.
-- A field that is not given stays as it is. Accounts are linked by assign_doctor.
create function public.save_doctor(doctor_id uuid, doctor jsonb, contact jsonb default null, texts jsonb default null) returns public.doctors
language plpgsql set search_path = '' as $$
#variable_conflict use_column
declare
  current public.doctors;
  given public.doctors;
  saved public.doctors;
begin
  if not private.is_admin() then
    perform private.refuse();
  end if;
  select d.* into current from public.doctors d where d.id = save_doctor.doctor_id for update;
  if not found then
    perform private.fail('doctor_not_found');
  end if;
  given := jsonb_populate_record(current, doctor);
  update public.doctors d set
    first_name = given.first_name,
    last_name = given.last_name,
    title = private.blank_to_null(given.title),
    specialization = coalesce(private.blank_to_null(given.specialization), 'Genel'),
    bio = private.blank_to_null(given.bio),
    bio_language = given.bio_language,
    languages = given.languages,
    licence_number = private.blank_to_null(given.licence_number),
    licence_authority = private.blank_to_null(given.licence_authority),
    licence_country = private.blank_to_null(given.licence_country)
  where d.id = current.id
  returning d.* into saved;
  if contact is not null then
    delete from public.doctor_contacts c where c.doctor_id = saved.id;
    insert into public.doctor_contacts (doctor_id, email, phone)
    select saved.id, c.email, c.phone
    from (select private.blank_to_null(contact ->> 'email') as email, private.blank_to_null(contact ->> 'phone') as phone) as c
    where c.email is not null or c.phone is not null;
  end if;
  -- An object by language; an empty text removes it. Constraints decide about languages and lengths.
  if texts is not null then
    if jsonb_typeof(texts) <> 'object' then
      perform private.fail('texts_not_understood');
    end if;
    delete from public.doctor_texts t where t.doctor_id = saved.id;
    insert into public.doctor_texts (doctor_id, language, bio)
    select saved.id, t.key, private.trimmed(t.value) from jsonb_each_text(texts) as t where private.blank_to_null(t.value) is not null;
  end if;
  return saved;
end $$;
grant execute on function public.save_doctor to authenticated;

-- A removed doctor's photos: their addresses are public.
create function private.drop_photos_of_removed_doctor() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.files_to_remove (bucket_id, path)
  select o.bucket_id, o.name from storage.objects o where o.bucket_id = 'doctor-photos' and o.name like old.id || '/%'
  on conflict do nothing;
  return null;
end $$;
comment on function private.drop_photos_of_removed_doctor is 'Definer: nobody writes the list of files to remove.';
create trigger doctors_drop_photos after delete on public.doctors
  for each row execute function private.drop_photos_of_removed_doctor();

-- A doctor who chooses a zone confirms it; one that somebody else chose is to be confirmed. The time is ours, not the client's.
create function private.note_timezone_choice() returns trigger
language plpgsql set search_path = '' as $$
begin
  if new.user_id is distinct from old.user_id then
    new.timezone_confirmed_at := null;
  elsif new.timezone <> old.timezone then
    new.timezone_confirmed_at := case when new.user_id = auth.uid() then now() end;
  elsif new.timezone_confirmed_at is distinct from old.timezone_confirmed_at then
    new.timezone_confirmed_at := case when new.user_id = auth.uid() then now() else old.timezone_confirmed_at end;
  end if;
  return new;
end $$;
create trigger doctors_timezone_choice before update on public.doctors
  for each row execute function private.note_timezone_choice();

create trigger doctors_are_named before insert or update of first_name, last_name on public.doctors
  for each row execute function private.keep_visible_names();
-- Photos of doctors: everybody sees them, the doctor and admins change them.
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('doctor-photos', 'doctor-photos', true, 200 * 1024, array['image/webp']);
