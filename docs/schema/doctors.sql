-- Written by `npm run types` from the catalogue. Migrations change the schema; reviews read the difference here.

create table private.doctor_links (
  doctor_id uuid not null,
  user_id uuid not null,
  linked_at timestamp with time zone not null default now(),
  constraint doctor_links_doctor_id_fkey FOREIGN KEY (doctor_id) REFERENCES public.doctors(id) ON DELETE CASCADE,
  constraint doctor_links_pkey PRIMARY KEY (doctor_id),
  constraint doctor_links_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE
);
CREATE INDEX doctor_links_user_id_idx ON private.doctor_links USING btree (user_id);
alter table private.doctor_links enable row level security;

create table public.doctor_contacts (
  doctor_id uuid not null,
  email text,
  phone text,
  constraint doctor_contacts_doctor_id_fkey FOREIGN KEY (doctor_id) REFERENCES public.doctors(id) ON DELETE CASCADE,
  constraint doctor_contacts_pkey PRIMARY KEY (doctor_id),
  constraint doctor_contacts_email_is_an_address CHECK (private.is_address(email)),
  constraint doctor_contacts_phone_is_short CHECK ((char_length(phone) <= 40))
);
alter table public.doctor_contacts enable row level security;
grant delete, insert, select, update on public.doctor_contacts to authenticated;
grant delete, insert, select, update on public.doctor_contacts to service_role;

create table public.doctor_texts (
  doctor_id uuid not null,
  language text not null,
  bio text not null,
  updated_at timestamp with time zone not null default now(),
  constraint doctor_texts_doctor_id_fkey FOREIGN KEY (doctor_id) REFERENCES public.doctors(id) ON DELETE CASCADE,
  constraint doctor_texts_pkey PRIMARY KEY (doctor_id, language),
  constraint doctor_texts_bio_is_given CHECK (((char_length(bio) <= 4000) AND (private.trimmed(bio) <> ''::text))),
  constraint doctor_texts_language_is_offered CHECK (private.is_offered_language(language))
);
alter table public.doctor_texts enable row level security;
grant delete, select on public.doctor_texts to authenticated;
grant select on public.doctor_texts to service_role;
grant select (doctor_id, language, bio) on public.doctor_texts to anon;
grant insert (doctor_id, language, bio) on public.doctor_texts to authenticated;
grant update (doctor_id, language, bio) on public.doctor_texts to authenticated;

create table public.doctors (
  id uuid not null default gen_random_uuid(),
  user_id uuid,
  first_name text not null,
  last_name text not null,
  specialization text not null default 'Genel'::text,
  bio text,
  available boolean not null default true,
  work_hours text,
  timezone text not null default 'Europe/Istanbul'::text,
  session_duration integer not null default 30,
  cancellation_hours integer not null default 24,
  created_at timestamp with time zone not null default now(),
  specialty_code text,
  languages text[] not null default '{}'::text[],
  bio_language text not null default 'tr'::text,
  photo_path text,
  booking_notice_hours integer not null default 0,
  booking_horizon_days integer not null default 365,
  gap_minutes integer not null default 10,
  max_appointments_per_day integer,
  auto_confirm boolean not null default false,
  title text,
  licence_number text,
  licence_authority text,
  licence_country text,
  timezone_confirmed_at timestamp with time zone,
  constraint doctors_pkey PRIMARY KEY (id),
  constraint doctors_specialty_code_fkey FOREIGN KEY (specialty_code) REFERENCES public.specialties(code) ON UPDATE CASCADE ON DELETE SET NULL,
  constraint doctors_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint doctors_user_is_single UNIQUE (user_id),
  constraint doctors_bio_is_short CHECK ((char_length(bio) <= 4000)),
  constraint doctors_bio_language_is_offered CHECK (private.is_offered_language(bio_language)),
  constraint doctors_booking_horizon_is_1_to_1095 CHECK (((booking_horizon_days >= 1) AND (booking_horizon_days <= 1095))),
  constraint doctors_booking_notice_is_0_to_168 CHECK (((booking_notice_hours >= 0) AND (booking_notice_hours <= 168))),
  constraint doctors_cancellation_is_1_to_72 CHECK (((cancellation_hours >= 1) AND (cancellation_hours <= 72))),
  constraint doctors_first_name_is_given CHECK (((char_length(private.trimmed(first_name)) >= 1) AND (char_length(private.trimmed(first_name)) <= 100))),
  constraint doctors_gap_is_0_to_120 CHECK (((gap_minutes >= 0) AND (gap_minutes <= 120))),
  constraint doctors_languages_are_codes CHECK (private.are_language_codes(languages)),
  constraint doctors_last_name_is_given CHECK (((char_length(private.trimmed(last_name)) >= 1) AND (char_length(private.trimmed(last_name)) <= 100))),
  constraint doctors_licence_authority_is_short CHECK ((((char_length(licence_authority) >= 1) AND (char_length(licence_authority) <= 150)) AND (licence_authority !~ '[[:cntrl:]]'::text))),
  constraint doctors_licence_country_is_a_code CHECK ((licence_country ~ '^[A-Z]{2}$'::text)),
  constraint doctors_licence_number_is_short CHECK ((((char_length(licence_number) >= 1) AND (char_length(licence_number) <= 60)) AND (licence_number !~ '[[:cntrl:]]'::text))),
  constraint doctors_max_per_day_is_1_to_100 CHECK (((max_appointments_per_day >= 1) AND (max_appointments_per_day <= 100))),
  constraint doctors_names_are_visible CHECK (((private.visible_name(first_name) = first_name) AND (private.visible_name(last_name) = last_name))),
  constraint doctors_photo_is_in_their_folder CHECK (((photo_path IS NULL) OR (NOT (private.doctor_of_photo_path(photo_path) IS DISTINCT FROM id)))),
  constraint doctors_session_is_15_to_120 CHECK (((session_duration >= 15) AND (session_duration <= 120))),
  constraint doctors_specialization_is_given CHECK (((char_length(private.trimmed(specialization)) >= 1) AND (char_length(private.trimmed(specialization)) <= 100))),
  constraint doctors_timezone_is_offered CHECK (private.is_offered_timezone(timezone)),
  constraint doctors_title_is_short CHECK ((((char_length(title) >= 1) AND (char_length(title) <= 60)) AND (title !~ '[[:cntrl:]]'::text))),
  constraint doctors_work_hours_are_short CHECK ((char_length(work_hours) <= 500))
);
comment on column public.doctors.specialty_code is 'Derived from specialization, null when it names no known specialty. Written by the database only.';
comment on column public.doctors.languages is 'Codes of the languages that the doctor speaks with patients.';
comment on column public.doctors.bio_language is 'The language that bio is written in.';
comment on column public.doctors.photo_path is 'Path in the bucket doctor-photos. A name that ends in -full has the sizes -large and -small and the JPEG -share beside it; other names have -small alone.';
comment on column public.doctors.title is 'Academic or professional title, such as Prof. or Uzm., shown beside the specialization.';
comment on column public.doctors.licence_country is 'ISO 3166 code of the country whose authority gave the licence.';
comment on column public.doctors.timezone_confirmed_at is 'When the doctor confirmed the time zone, or chose another. Null after somebody else changed it.';
CREATE INDEX doctors_first_name_idx ON public.doctors USING btree (first_name) WHERE available;
CREATE INDEX doctors_specialty_code_idx ON public.doctors USING btree (specialty_code);
alter table public.doctors enable row level security;
grant delete, insert, select, update on public.doctors to authenticated;
grant delete, insert, select, update on public.doctors to service_role;
grant select (id, first_name, last_name, specialization, bio, available, work_hours, timezone, session_duration, specialty_code, languages, bio_language, photo_path, title, licence_number, licence_authority, licence_country) on public.doctors to anon;

create policy "doctor_contacts: admins add" on public.doctor_contacts
  for insert to authenticated
  with check ( SELECT private.is_admin() AS is_admin);

create policy "doctor_contacts: admins change" on public.doctor_contacts
  for update to authenticated
  using ( SELECT private.is_admin() AS is_admin)
  with check ( SELECT private.is_admin() AS is_admin);

create policy "doctor_contacts: admins remove" on public.doctor_contacts
  for delete to authenticated
  using ( SELECT private.is_admin() AS is_admin);

create policy "doctor_contacts: doctors read their own, admins all" on public.doctor_contacts
  for select to authenticated
  using ((doctor_id = ( SELECT private.my_doctor_id() AS my_doctor_id)) OR ( SELECT private.is_admin() AS is_admin));

create policy "doctor_texts: doctors add their own, admins any" on public.doctor_texts
  for insert to authenticated
  with check ((doctor_id = ( SELECT private.my_doctor_id() AS my_doctor_id)) OR ( SELECT private.is_admin() AS is_admin));

create policy "doctor_texts: doctors change their own, admins any" on public.doctor_texts
  for update to authenticated
  using ((doctor_id = ( SELECT private.my_doctor_id() AS my_doctor_id)) OR ( SELECT private.is_admin() AS is_admin))
  with check ((doctor_id = ( SELECT private.my_doctor_id() AS my_doctor_id)) OR ( SELECT private.is_admin() AS is_admin));

create policy "doctor_texts: doctors remove their own, admins any" on public.doctor_texts
  for delete to authenticated
  using ((doctor_id = ( SELECT private.my_doctor_id() AS my_doctor_id)) OR ( SELECT private.is_admin() AS is_admin));

create policy "doctor_texts: people read those of doctors they see" on public.doctor_texts
  for select to authenticated
  using (EXISTS ( SELECT
   FROM public.doctors d
  WHERE (d.id = doctor_texts.doctor_id)));

create policy "doctor_texts: visitors read those of available doctors" on public.doctor_texts
  for select to anon
  using (EXISTS ( SELECT
   FROM public.doctors d
  WHERE ((d.id = doctor_texts.doctor_id) AND d.available)));

create policy "doctors: admins add" on public.doctors
  for insert to authenticated
  with check ( SELECT private.is_admin() AS is_admin);

create policy "doctors: admins remove" on public.doctors
  for delete to authenticated
  using ( SELECT private.is_admin() AS is_admin);

create policy "doctors: anybody reads available ones" on public.doctors
  for select to anon
  using available;

create policy "doctors: doctors change their own, admins all" on public.doctors
  for update to authenticated
  using ((id = ( SELECT private.my_doctor_id() AS my_doctor_id)) OR ( SELECT private.is_admin() AS is_admin))
  with check ((id = ( SELECT private.my_doctor_id() AS my_doctor_id)) OR ( SELECT private.is_admin() AS is_admin));

create policy "doctors: people read available ones, their own doctors and them" on public.doctors
  for select to authenticated
  using (available OR (user_id = ( SELECT auth.uid() AS uid)) OR ( SELECT private.is_admin() AS is_admin) OR (EXISTS ( SELECT
   FROM public.appointments a
  WHERE ((a.doctor_id = doctors.id) AND (a.user_id = ANY (( SELECT private.my_people() AS my_people)::uuid[]))))));

CREATE TRIGGER doctors_end_with_account AFTER UPDATE OF deleted_at ON auth.users FOR EACH ROW WHEN ((new.deleted_at IS NOT NULL)) EXECUTE FUNCTION private.empty_doctor_of_deleted_account();

CREATE TRIGGER doctor_texts_announce AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.doctor_texts FOR EACH STATEMENT EXECUTE FUNCTION private.announce_public_change('doctors');

CREATE TRIGGER doctor_texts_touch BEFORE INSERT OR UPDATE ON public.doctor_texts FOR EACH ROW EXECUTE FUNCTION private.touch_doctor_text();

CREATE TRIGGER doctors_announce AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.doctors FOR EACH STATEMENT EXECUTE FUNCTION private.announce_public_change('doctors');

CREATE TRIGGER doctors_announce_settings AFTER UPDATE ON public.doctors FOR EACH ROW WHEN ((((((((old.available IS DISTINCT FROM new.available) OR (old.timezone IS DISTINCT FROM new.timezone)) OR (old.session_duration IS DISTINCT FROM new.session_duration)) OR (old.booking_notice_hours IS DISTINCT FROM new.booking_notice_hours)) OR (old.booking_horizon_days IS DISTINCT FROM new.booking_horizon_days)) OR (old.gap_minutes IS DISTINCT FROM new.gap_minutes)) OR (old.max_appointments_per_day IS DISTINCT FROM new.max_appointments_per_day))) EXECUTE FUNCTION private.announce_row();

CREATE TRIGGER doctors_are_named BEFORE INSERT OR UPDATE OF first_name, last_name ON public.doctors FOR EACH ROW EXECUTE FUNCTION private.keep_visible_names();

CREATE TRIGGER doctors_audit_change AFTER UPDATE ON public.doctors FOR EACH ROW EXECUTE FUNCTION private.audit_doctor_change();

CREATE TRIGGER doctors_audit_first_link AFTER INSERT ON public.doctors FOR EACH ROW WHEN ((new.user_id IS NOT NULL)) EXECUTE FUNCTION private.audit_doctor_link();

CREATE TRIGGER doctors_audit_link AFTER UPDATE OF user_id ON public.doctors FOR EACH ROW WHEN ((old.user_id IS DISTINCT FROM new.user_id)) EXECUTE FUNCTION private.audit_doctor_link();

CREATE TRIGGER doctors_audit_removed AFTER DELETE ON public.doctors FOR EACH ROW EXECUTE FUNCTION private.audit_removed_doctor();

CREATE TRIGGER doctors_drop_photos AFTER DELETE ON public.doctors FOR EACH ROW EXECUTE FUNCTION private.drop_photos_of_removed_doctor();

CREATE TRIGGER doctors_guard BEFORE UPDATE ON public.doctors FOR EACH ROW EXECUTE FUNCTION private.guard_doctor();

CREATE TRIGGER doctors_note_first_link AFTER INSERT ON public.doctors FOR EACH ROW WHEN ((new.user_id IS NOT NULL)) EXECUTE FUNCTION private.note_doctor_link();

CREATE TRIGGER doctors_note_link AFTER UPDATE OF user_id ON public.doctors FOR EACH ROW WHEN ((old.user_id IS DISTINCT FROM new.user_id)) EXECUTE FUNCTION private.note_doctor_link();

CREATE TRIGGER doctors_specialty BEFORE INSERT OR UPDATE OF specialization, specialty_code ON public.doctors FOR EACH ROW EXECUTE FUNCTION private.derive_specialty();

CREATE TRIGGER doctors_timezone_choice BEFORE UPDATE ON public.doctors FOR EACH ROW EXECUTE FUNCTION private.note_timezone_choice();

CREATE OR REPLACE FUNCTION private.confirms_automatically(doctor uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce((select d.auto_confirm from public.doctors d where d.id = doctor), false)
$function$;
comment on function private.confirms_automatically(uuid) is 'Definer: a policy asks it, also for a doctor whom the caller does not see.';
grant execute on function private.confirms_automatically(uuid) to authenticated;
grant execute on function private.confirms_automatically(uuid) to service_role;

CREATE OR REPLACE FUNCTION private.derive_specialties_again()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  update public.doctors d set specialty_code = s.code
  from (select o.id, private.specialty_of(o.specialization) as code from public.doctors o) as s
  where s.id = d.id and s.code is distinct from d.specialty_code;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.derive_specialty()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  new.specialty_code := private.specialty_of(new.specialization);
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.doctor_of_photo_path(path text)
 RETURNS uuid
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case
    when path ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/[a-z0-9][a-z0-9-]{0,59}\.(webp|jpg)$' then split_part(path, '/', 1)::uuid
  end
$function$;
grant execute on function private.doctor_of_photo_path(text) to authenticated;
grant execute on function private.doctor_of_photo_path(text) to service_role;

CREATE OR REPLACE FUNCTION private.drop_photos_of_removed_doctor()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into private.files_to_remove (bucket_id, path)
  select o.bucket_id, o.name from storage.objects o where o.bucket_id = 'doctor-photos' and o.name like old.id || '/%'
  on conflict do nothing;
  return null;
end $function$;
comment on function private.drop_photos_of_removed_doctor() is 'Definer: nobody writes the list of files to remove.';

CREATE OR REPLACE FUNCTION private.empty_doctor_of_deleted_account()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$;
comment on function private.empty_doctor_of_deleted_account() is 'Definer: accounts are marked as deleted by the auth service, which has no rights in our tables.';

CREATE OR REPLACE FUNCTION private.get_retired_doctors()
 RETURNS TABLE(short_id text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select left(d.id::text, 8) from public.doctors d where not d.available order by d.id limit 1000
$function$;
comment on function private.get_retired_doctors() is 'Definer: visitors cannot read these doctors. It tells the end of the page''s address only.';
grant execute on function private.get_retired_doctors() to anon;
grant execute on function private.get_retired_doctors() to authenticated;
grant execute on function private.get_retired_doctors() to service_role;

CREATE OR REPLACE FUNCTION private.guard_doctor()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION private.is_staff_of(doctor uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select coalesce(doctor = private.my_doctor_id(), false) or private.is_admin()
$function$;

CREATE OR REPLACE FUNCTION private.may_upload_photo(path text)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  max_objects constant integer := 16;
  doctor uuid := private.doctor_of_photo_path(path);
begin
  if (doctor = private.my_doctor_id() or (private.is_admin() and exists (select from public.doctors d where d.id = doctor))) is not true then
    return false;
  end if;
  perform pg_advisory_xact_lock(hashtextextended('photos:' || doctor, 0));
  return (select count(*) < max_objects from storage.objects o where o.bucket_id = 'doctor-photos' and o.name like doctor || '/%');
end $function$;
comment on function private.may_upload_photo(text) is 'Definer: the limit counts the objects of everybody who may change the photo.';
grant execute on function private.may_upload_photo(text) to authenticated;

CREATE OR REPLACE FUNCTION private.my_doctor_id()
 RETURNS uuid
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  person uuid := private.me();
  doctor uuid := (select d.id from public.doctors d where d.user_id = person);
begin
  -- Most people have no record, and nobody asks about their role.
  return case when doctor is not null and private.has_role('doctor') then doctor end;
end $function$;
comment on function private.my_doctor_id() is 'Definer: policies of every table ask it, that of doctors included.';
grant execute on function private.my_doctor_id() to authenticated;
grant execute on function private.my_doctor_id() to service_role;

CREATE OR REPLACE FUNCTION private.my_doctor_ids()
 RETURNS uuid[]
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return case when private.is_admin() then array(select d.id from public.doctors d) else array[private.my_doctor_id()] end;
end $function$;
comment on function private.my_doctor_ids() is 'Definer: policies ask it, and the doctors that a caller sees depend on appointments, whose policy asks this.';
grant execute on function private.my_doctor_ids() to authenticated;
grant execute on function private.my_doctor_ids() to service_role;

CREATE OR REPLACE FUNCTION private.note_doctor_link()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  delete from private.doctor_links l where l.doctor_id = new.id;
  if new.user_id is not null then
    insert into private.doctor_links (doctor_id, user_id) values (new.id, new.user_id);
  end if;
  return null;
end $function$;
comment on function private.note_doctor_link() is 'Definer: nobody writes since when an account is linked.';

CREATE OR REPLACE FUNCTION private.note_timezone_choice()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if new.user_id is distinct from old.user_id then
    new.timezone_confirmed_at := null;
  elsif new.timezone <> old.timezone then
    new.timezone_confirmed_at := case when new.user_id = auth.uid() then now() end;
  elsif new.timezone_confirmed_at is distinct from old.timezone_confirmed_at then
    new.timezone_confirmed_at := case when new.user_id = auth.uid() then now() else old.timezone_confirmed_at end;
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.record_consent(appointment_id uuid, kind text, version text, language text, given boolean)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_variable
declare
  max_a_day constant integer := 200;
  doctor uuid := private.my_doctor_id();
  patient uuid;
begin
  select a.user_id into patient from public.appointments a
  where a.id = appointment_id and a.doctor_id = doctor and a.status in ('confirmed', 'completed') and a.erased_at is null;
  if patient is null then
    perform private.refuse();
  end if;
  if not private.is_within_limit('consents recorded by:' || private.me(), max_a_day, 1440) then
    perform private.fail('too_many_requests', jsonb_build_object('most', max_a_day, 'seconds', 86400));
  end if;
  -- Locked, because the person may claim the record at this moment.
  perform from only private.profiles p where p.user_id = patient and not p.has_account for no key update;
  if not found then
    perform private.fail('patient_has_account');
  end if;
  if private.has_parents(patient) then
    perform private.fail('patient_is_minor');
  end if;
  if given then
    insert into public.consents (user_id, kind, version, language, recorded_by) values (patient, kind, version, language, doctor)
    on conflict do nothing;
  else
    update public.consents c set withdrawn_at = now() where c.user_id = patient and c.kind = kind and c.withdrawn_at is null;
  end if;
end $function$;
comment on function private.record_consent(uuid,text,text,text,boolean) is 'Definer: people give their own consents otherwise. It refuses everybody but the doctor of the appointment first.';
grant execute on function private.record_consent(uuid,text,text,text,boolean) to authenticated;

CREATE OR REPLACE FUNCTION private.record_patient_health(appointment_id uuid, date_of_birth date, gender text, medical_history text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_variable
declare
  max_a_day constant integer := 200;
  doctor uuid := private.my_doctor_id();
  patient private.profiles;
  today date;
  before private.recorded_health;
  after private.recorded_health;
begin
  select p.* into patient from public.appointments a join only private.profiles p on p.user_id = a.user_id
  where a.id = appointment_id and a.doctor_id = doctor and a.status in ('confirmed', 'completed') and a.erased_at is null
  -- Locked, because the person may claim the record at this moment.
  for no key update of p;
  if patient.user_id is null then
    perform private.refuse();
  end if;
  if not private.is_within_limit('health recorded by:' || private.me(), max_a_day, 1440) then
    perform private.fail('too_many_requests', jsonb_build_object('most', max_a_day, 'seconds', 86400));
  end if;
  if patient.has_account then
    perform private.fail('patient_has_account');
  end if;
  -- A withdrawal at this moment waits, and clears what is written here.
  perform from public.consents c where c.user_id = patient.user_id and c.kind = 'health_data' and c.withdrawn_at is null for share;
  if not private.may_record_health(patient.user_id, doctor) then
    perform private.fail('consent_required', jsonb_build_object('kind', 'health_data'));
  end if;
  today := private.today_in(patient.timezone);
  if date_of_birth > today or date_of_birth <= today - interval '120 years' then
    perform private.fail('birth_date_invalid');
  end if;
  if private.adult_on(date_of_birth) > today then
    perform private.fail('patient_is_minor');
  end if;
  select h.* into before from private.recorded_health h where h.patient_id = patient.user_id;
  insert into private.recorded_health as h (patient_id, date_of_birth, gender, medical_history, recorded_by)
  values (patient.user_id, date_of_birth, private.blank_to_null(gender), private.blank_to_null(medical_history), doctor)
  on conflict (patient_id) do update set
    date_of_birth = excluded.date_of_birth, gender = excluded.gender, medical_history = excluded.medical_history,
    recorded_by = excluded.recorded_by, recorded_at = now()
  returning h.* into after;
  perform private.audit(
    'patient.health_recorded', 'user:' || patient.user_id,
    jsonb_build_object('appointment_id', appointment_id, 'fields', (
      select coalesce(jsonb_agg(n.key order by n.key), '[]')
      from jsonb_each(to_jsonb(after) - array['patient_id', 'recorded_by', 'recorded_at']) as n
      where n.value is distinct from coalesce(to_jsonb(before) -> n.key, 'null')
    ))
  );
end $function$;
comment on function private.record_patient_health(uuid,date,text,text) is 'Definer: nobody writes recorded health data otherwise. It refuses everybody but the doctor of the appointment who recorded the consent.';
grant execute on function private.record_patient_health(uuid,date,text,text) to authenticated;

CREATE OR REPLACE FUNCTION private.touch_doctor_text()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  new.bio := private.trimmed(new.bio);
  new.updated_at := now();
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.add_doctor(doctor jsonb, contact jsonb DEFAULT NULL::jsonb)
 RETURNS public.doctors
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
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
end $function$;
grant execute on function public.add_doctor(jsonb,jsonb) to authenticated;

CREATE OR REPLACE FUNCTION public.assign_doctor(user_id uuid, doctor_id uuid DEFAULT NULL::uuid, new_doctor jsonb DEFAULT NULL::jsonb)
 RETURNS public.doctors
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
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
end $function$;
grant execute on function public.assign_doctor(uuid,uuid,jsonb) to authenticated;

CREATE OR REPLACE FUNCTION public.save_doctor(doctor_id uuid, doctor jsonb, contact jsonb DEFAULT NULL::jsonb, texts jsonb DEFAULT NULL::jsonb)
 RETURNS public.doctors
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
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
end $function$;
grant execute on function public.save_doctor(uuid,jsonb,jsonb,jsonb) to authenticated;
