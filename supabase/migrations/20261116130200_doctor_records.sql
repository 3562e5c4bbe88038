-- Everything about a doctor is corrected by admins: title and licence, and the record with its contact and texts in one request.
alter table public.doctors
  add column title text constraint doctors_title_is_short check (char_length(title) between 1 and 60 and title !~ '[[:cntrl:]]'),
  -- The permit to practise, which patients see.
  add column licence_number text constraint doctors_licence_number_is_short check (char_length(licence_number) between 1 and 60 and licence_number !~ '[[:cntrl:]]'),
  add column licence_authority text constraint doctors_licence_authority_is_short check (char_length(licence_authority) between 1 and 150 and licence_authority !~ '[[:cntrl:]]'),
  add column licence_country text constraint doctors_licence_country_is_a_code check (licence_country ~ '^[A-Z]{2}$');
comment on column public.doctors.title is 'Academic or professional title, such as Prof. or Uzm., shown beside the specialization.';
comment on column public.doctors.licence_country is 'ISO 3166 code of the country whose authority gave the licence.';
grant select (title, licence_number, licence_authority, licence_country) on public.doctors to anon;

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

-- What was changed about a doctor, by the names of the fields.
create function private.audit_doctor_change() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  -- Linking has entries of its own.
  fields jsonb := (
    select jsonb_agg(n.key order by n.key)
    from jsonb_each(to_jsonb(new)) as n join jsonb_each(to_jsonb(old)) as o using (key)
    where n.value is distinct from o.value and n.key not in ('user_id', 'specialty_code')
  );
begin
  if fields is not null then
    perform private.audit('doctor.changed', 'doctor:' || new.id, jsonb_build_object('fields', fields));
  end if;
  return null;
end $$;
comment on function private.audit_doctor_change is 'Definer: clients may change doctors and may not call private.audit, which takes any text.';
create trigger doctors_audit_change after update on public.doctors
  for each row execute function private.audit_doctor_change();

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
