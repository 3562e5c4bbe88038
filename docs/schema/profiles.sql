-- Written by `npm run types` from the catalogue. Migrations change the schema; reviews read the difference here.

create table private.profiles (
  user_id uuid not null,
  first_name text,
  last_name text,
  phone text,
  date_of_birth date,
  gender text,
  medical_history text,
  timezone text not null default ''::text,
  language text not null default 'tr'::text,
  email text,
  created_at timestamp with time zone not null default now(),
  timezone_chosen_at timestamp with time zone,
  has_account boolean not null default true,
  account_id uuid generated always as (
CASE
    WHEN has_account THEN user_id
    ELSE NULL::uuid
END) stored,
  birth_year smallint,
  erased_at timestamp with time zone,
  constraint profiles_account_id_fkey FOREIGN KEY (account_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint profiles_pkey PRIMARY KEY (user_id),
  constraint profiles_timezone_is_known FOREIGN KEY (timezone) REFERENCES private.time_zones(name),
  constraint profiles_birth_year_is_of_people_without_account CHECK (((birth_year IS NULL) OR (NOT has_account))),
  constraint profiles_date_of_birth_is_plausible CHECK (((date_of_birth >= '1900-01-01'::date) AND (date_of_birth <= '2100-01-01'::date))),
  constraint profiles_first_name_is_short CHECK (((char_length(first_name) <= 100) AND (first_name !~ '[[:cntrl:]]'::text))),
  constraint profiles_gender_is_known CHECK ((gender = ANY (ARRAY['erkek'::text, 'kadın'::text, 'diğer'::text, 'belirtmek_istemiyorum'::text]))),
  constraint profiles_language_is_offered CHECK (private.is_offered_language(language)),
  constraint profiles_last_name_is_short CHECK (((char_length(last_name) <= 100) AND (last_name !~ '[[:cntrl:]]'::text))),
  constraint profiles_medical_history_is_short CHECK ((char_length(medical_history) <= 5000)),
  constraint profiles_names_are_visible CHECK (((private.visible_name(first_name) = first_name) AND (private.visible_name(last_name) = last_name))),
  constraint profiles_phone_is_short CHECK ((char_length(phone) <= 40))
);
comment on column private.profiles.timezone_chosen_at is 'When the person, or their browser at sign-up, gave the time zone; null while it is only the fallback.';
comment on column private.profiles.has_account is 'False for a patient whom a guardian or reception has added. Set by functions only.';
comment on column private.profiles.birth_year is 'Of an adult without an account, only to check that they are one. Not health data, and not shown to staff.';
comment on column private.profiles.erased_at is 'When the record of a patient without an account was erased. Of an account, auth.users says so.';
CREATE INDEX profiles_first_name_idx ON private.profiles USING gin (first_name extensions.gin_trgm_ops);
CREATE INDEX profiles_last_name_idx ON private.profiles USING gin (last_name extensions.gin_trgm_ops);
CREATE INDEX profiles_timezone_idx ON private.profiles USING btree (timezone);
CREATE UNIQUE INDEX profiles_account_id_idx ON private.profiles USING btree (account_id);
CREATE INDEX profiles_children_idx ON private.profiles USING btree (date_of_birth) WHERE ((NOT has_account) AND (date_of_birth IS NOT NULL));
alter table private.profiles enable row level security;
grant select on private.profiles to authenticated;
grant insert, select, update on private.profiles to service_role;
grant insert (user_id, first_name, last_name, phone, date_of_birth, gender, medical_history, timezone, language) on private.profiles to authenticated;
grant select (timezone_chosen_at) on private.profiles to authenticated;
grant update (user_id, first_name, last_name, phone, date_of_birth, gender, medical_history, timezone, language, birth_year) on private.profiles to authenticated;

create table private.profiles_without_health (
  sort_name text generated always as (private.fold_letters(COALESCE(NULLIF(((COALESCE(first_name, ''::text) || ' '::text) || COALESCE(last_name, ''::text)), ' '::text), ('�'::text || COALESCE(email, ''::text))))) stored,
  constraint profiles_without_health_belongs_to_a_profile FOREIGN KEY (user_id) REFERENCES private.profiles(user_id) ON DELETE CASCADE,
  constraint profiles_without_health_pkey PRIMARY KEY (user_id),
  constraint profiles_without_health_holds_none CHECK (((date_of_birth IS NULL) AND (gender IS NULL) AND (medical_history IS NULL)))
) inherits (private.profiles);
CREATE INDEX profiles_without_health_first_name_idx ON private.profiles_without_health USING gin (first_name extensions.gin_trgm_ops);
CREATE INDEX profiles_without_health_last_name_idx ON private.profiles_without_health USING gin (last_name extensions.gin_trgm_ops);
CREATE INDEX profiles_without_health_sort_name_idx ON private.profiles_without_health USING btree (sort_name, user_id);
alter table private.profiles_without_health enable row level security;

create view public.profiles with (security_invoker=true) as
 SELECT user_id,
    first_name,
    last_name,
    phone,
    date_of_birth,
    gender,
    medical_history,
    timezone,
    language,
    email,
    created_at,
    timezone_chosen_at,
    has_account,
    birth_year
   FROM private.profiles
  WHERE ((tableoid <> ('private.profiles_without_health'::regclass)::oid) OR (CURRENT_USER = 'authenticated'::name));
grant select on public.profiles to authenticated;
grant insert, select, update on public.profiles to service_role;

create policy "profiles: people add their own" on private.profiles
  for insert to authenticated
  with check (user_id = ( SELECT private.me() AS me));

create policy "profiles: people change their own" on private.profiles
  for update to authenticated
  using ((tableoid <> ('private.profiles_without_health'::regclass)::oid) AND (user_id = ANY (( SELECT private.my_people() AS my_people)::uuid[])))
  with check (user_id = ANY (( SELECT private.my_people() AS my_people)::uuid[]));

create policy "profiles: people read all of their own, doctors and admins the " on private.profiles
  for select to authenticated
  using (((tableoid <> ('private.profiles_without_health'::regclass)::oid) AND (user_id = ANY (( SELECT private.my_people() AS my_people)::uuid[]))) OR ((tableoid = ('private.profiles_without_health'::regclass)::oid) AND (user_id <> ALL (( SELECT private.my_people() AS my_people)::uuid[])) AND (( SELECT private.is_admin() AS is_admin) OR (EXISTS ( SELECT
   FROM public.appointments a
  WHERE ((a.user_id = profiles.user_id) AND (a.doctor_id = ( SELECT private.my_doctor_id() AS my_doctor_id)) AND (a.status <> 'cancelled'::public.appointment_status)))))));

CREATE TRIGGER profiles_create AFTER INSERT ON auth.users FOR EACH ROW EXECUTE FUNCTION private.create_profile();

CREATE TRIGGER profiles_follow_email AFTER UPDATE OF email, deleted_at ON auth.users FOR EACH ROW EXECUTE FUNCTION private.follow_email();

CREATE TRIGGER profiles_are_named BEFORE INSERT OR UPDATE OF first_name, last_name ON private.profiles FOR EACH ROW EXECUTE FUNCTION private.keep_visible_names();

CREATE TRIGGER profiles_choose_time_zone BEFORE INSERT OR UPDATE OF timezone ON private.profiles FOR EACH ROW EXECUTE FUNCTION private.choose_time_zone();

CREATE TRIGGER profiles_copy_without_health AFTER INSERT OR UPDATE ON private.profiles FOR EACH ROW EXECUTE FUNCTION private.copy_profile_without_health();

CREATE TRIGGER profiles_forget_recorded_health AFTER UPDATE OF erased_at ON private.profiles FOR EACH ROW WHEN ((new.erased_at IS NOT NULL)) EXECUTE FUNCTION private.forget_recorded_health();

CREATE TRIGGER profiles_guard_patient BEFORE UPDATE ON private.profiles FOR EACH ROW WHEN ((NOT old.has_account)) EXECUTE FUNCTION private.guard_patient();

CREATE TRIGGER profiles_show_hidden_notes AFTER UPDATE OF has_account ON private.profiles FOR EACH ROW WHEN ((new.has_account AND (NOT old.has_account))) EXECUTE FUNCTION private.show_hidden_notes_to_owner();

CREATE TRIGGER profiles_take_recorded_health BEFORE UPDATE OF has_account ON private.profiles FOR EACH ROW WHEN ((new.has_account AND (NOT old.has_account))) EXECUTE FUNCTION private.take_recorded_health();

CREATE TRIGGER profiles_tidy BEFORE INSERT OR UPDATE ON private.profiles FOR EACH ROW EXECUTE FUNCTION private.tidy_profile();

CREATE TRIGGER profiles_want_consent BEFORE INSERT OR UPDATE ON private.profiles FOR EACH ROW EXECUTE FUNCTION private.require_health_consent();

CREATE TRIGGER profiles_strip_identity BEFORE INSERT OR UPDATE OF identity_data ON auth.identities FOR EACH ROW EXECUTE FUNCTION private.strip_identity();

CREATE TRIGGER profiles_strip_metadata BEFORE UPDATE OF raw_user_meta_data ON auth.users FOR EACH ROW EXECUTE FUNCTION private.strip_metadata();

CREATE OR REPLACE FUNCTION private.choose_time_zone()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$;
comment on function private.choose_time_zone() is 'Definer: it writes a column that people may not write, and looks at whether the account is deleted.';

CREATE OR REPLACE FUNCTION private.claim_for_new_account(person auth.users)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  patient private.profiles;
  invitation public.patient_invitations;
begin
  if not exists (select from only private.profiles p where p.user_id = person.id and not p.has_account) then
    return false;
  end if;
  patient := private.lock_patient(person.id);
  select i.* into invitation from public.patient_invitations i
  where i.patient_id = person.id and i.kind = 'claim' and private.state_of_invitation(i) = 'open';
  -- Hosted Supabase confirms the address only after this, in the same transaction.
  perform private.use_patient_invitation(invitation, person.email);
  if patient.user_id is null then
    perform private.fail('invitation_not_open');
  end if;
  if not private.is_adult(patient) then
    perform private.fail('patient_is_minor');
  end if;
  update only private.profiles p set has_account = true, birth_year = null where p.user_id = person.id;
  perform private.record_claim(person.id, person.id, private.end_guardianships(person.id), invitation);
  perform private.revoke_invitations_about(person.id);
  return true;
end $function$;
comment on function private.claim_for_new_account(auth.users) is 'Definer: accounts are created by the auth service, which has no rights in our tables.';

CREATE OR REPLACE FUNCTION private.copy_profile_without_health()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into private.profiles_without_health as copy (
    user_id, first_name, last_name, phone, timezone, timezone_chosen_at, language, email, created_at, has_account
  )
  values (
    new.user_id, new.first_name, new.last_name, new.phone, new.timezone, new.timezone_chosen_at, new.language, new.email, new.created_at,
    new.has_account
  )
  on conflict (user_id) do update set
    first_name = excluded.first_name, last_name = excluded.last_name, phone = excluded.phone, timezone = excluded.timezone,
    timezone_chosen_at = excluded.timezone_chosen_at, language = excluded.language, email = excluded.email,
    created_at = excluded.created_at, has_account = excluded.has_account;
  return null;
end $function$;
comment on function private.copy_profile_without_health() is 'Definer: nobody writes the copies that admins read.';

CREATE OR REPLACE FUNCTION private.create_profile()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  given jsonb := case when jsonb_typeof(new.raw_user_meta_data) = 'object' then new.raw_user_meta_data else '{}' end;
  born date;
  gender text := private.fold_gender(given ->> 'gender');
  spoken text := case when private.is_offered_language(given ->> 'language') then given ->> 'language' end;
  consented boolean := coalesce(given ->> 'health_consent', '') ~ '^\d{4}-\d{2}-\d{2}$';
begin
  if private.claim_for_new_account(new) then
    return null;
  end if;
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
    case when consented then born end,
    case when consented and gender in ('erkek', 'kadın', 'diğer', 'belirtmek_istemiyorum') then gender end,
    case when consented then left(given ->> 'medical_history', 5000) end,
    private.known_time_zone(given ->> 'timezone'),
    spoken
  );
  if consented then
    insert into public.consents (user_id, kind, version, language)
    values (new.id, 'health_data', given ->> 'health_consent', coalesce(spoken, 'tr'));
  end if;
  -- The health data has arrived where it belongs; writing the metadata again strips it.
  update auth.users u set raw_user_meta_data = u.raw_user_meta_data where u.id = new.id;
  return null;
end $function$;
comment on function private.create_profile() is 'Definer: accounts are created by the auth service, which has no rights in our tables.';

CREATE OR REPLACE FUNCTION private.erase_patient_record(patient_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  max_a_day constant integer := 100;
  -- The lock of bookings: one at the same moment lands before, or is refused.
  patient private.profiles;
begin
  perform private.refuse_without_factor();
  if not private.is_admin() then
    perform private.refuse();
  end if;
  if not private.is_within_limit('patients erased by:' || private.me(), max_a_day, 1440) then
    perform private.fail('too_many_requests', jsonb_build_object('most', max_a_day, 'seconds', 86400));
  end if;
  patient := private.lock_patient(erase_patient_record.patient_id);
  if patient.user_id is null then
    perform private.fail('patient_not_found');
  end if;
  -- Their guardian decides: leaving and erasing the own account are theirs.
  if not private.gets_no_mail(patient.user_id) then
    perform private.fail('patient_has_guardians');
  end if;
  perform private.erase_patient(patient.user_id);
end $function$;
comment on function private.erase_patient_record(uuid) is 'Definer: it may call erase_patient. It refuses everybody but admins first.';
grant execute on function private.erase_patient_record(uuid) to authenticated;

CREATE OR REPLACE FUNCTION private.export_patient(patient uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object(
    'profile', (select to_jsonb(p) from public.profiles p where p.user_id = patient),
    'guardianship', (select to_jsonb(g) - 'guardian_id' from public.guardians g where g.patient_id = patient and g.guardian_id = private.me()),
    'appointments', (
      select coalesce(jsonb_agg(to_jsonb(a) - 'blocked' || jsonb_build_object('doctor', d.first_name || ' ' || d.last_name) order by a.starts_at), '[]')
      from public.appointments a join public.doctors d on d.id = a.doctor_id where a.user_id = patient
    ),
    'files', (
      select coalesce(jsonb_agg(to_jsonb(f) order by f.uploaded_at), '[]')
      from public.appointment_files f join public.appointments a on a.id = f.appointment_id where a.user_id = patient
    ),
    'messages', (
      select coalesce(jsonb_agg(to_jsonb(m) order by m.created_at), '[]')
      from public.appointment_messages m join public.appointments a on a.id = m.appointment_id where a.user_id = patient
    ),
    'payments', (
      select coalesce(jsonb_agg(to_jsonb(p) - 'recorded_by' order by p.recorded_at), '[]')
      from public.appointment_payments p join public.appointments a on a.id = p.appointment_id where a.user_id = patient
    ),
    'answers', (
      select coalesce(jsonb_agg(to_jsonb(w) order by w.answered_at), '[]')
      from public.appointment_answers w join public.appointments a on a.id = w.appointment_id where a.user_id = patient
    ),
    'answer_drafts', (
      select coalesce(jsonb_agg(to_jsonb(d) order by d.updated_at), '[]')
      from private.appointment_answer_drafts d join public.appointments a on a.id = d.appointment_id where a.user_id = patient
    ),
    'consents', (select coalesce(jsonb_agg(to_jsonb(c) - 'user_id' order by c.given_at), '[]') from public.consents c where c.user_id = patient)
  )
$function$;
comment on function private.export_patient(uuid) is 'Definer: as export_my_data, which calls it for the people of the caller. Clients cannot.';

CREATE OR REPLACE FUNCTION private.fold_gender(value text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case private.blank_to_null(value)
    when 'Erkek' then 'erkek'
    when 'Kadın' then 'kadın'
    when 'Diğer' then 'diğer'
    else private.blank_to_null(value)
  end
$function$;

CREATE OR REPLACE FUNCTION private.follow_email()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update public.profiles p set email = new.email where p.user_id = new.id;
  return null;
end $function$;
comment on function private.follow_email() is 'Definer: addresses are changed by the auth service, which has no rights in our tables.';

CREATE OR REPLACE FUNCTION private.full_name_of(person uuid)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select concat_ws(' ', p.first_name, p.last_name) from private.profiles_without_health p where p.user_id = person
$function$;
comment on function private.full_name_of(uuid) is 'Definer: profiles of others are not readable. Clients cannot call it.';

CREATE OR REPLACE FUNCTION private.gets_no_mail(patient uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (select from only private.profiles p where p.user_id = patient and not p.has_account) and not exists (
    select from public.guardians g join only private.profiles p on p.user_id = g.patient_id
    where g.patient_id = patient and private.is_live_right(g.authority, p)
  )
$function$;
comment on function private.gets_no_mail(uuid) is 'Definer: it looks at guardians. Clients cannot call it.';

CREATE OR REPLACE FUNCTION private.hides_notes(patient uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (select from only private.profiles p where p.user_id = patient and not p.has_account)
    and not private.has_parents(patient)
    and not exists (
      select from public.consents c where c.user_id = patient and c.kind = 'notes_to_guardians' and c.withdrawn_at is null
    )
$function$;
comment on function private.hides_notes(uuid) is 'Definer: it looks at guardians and consents. Clients cannot call it.';

CREATE OR REPLACE FUNCTION private.invite_guardian(patient_id uuid, email text)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  max_guardians constant integer := 2;
  patient private.profiles := private.lock_patient(invite_guardian.patient_id);
begin
  if private.me() is null then
    perform private.refuse();
  end if;
  if patient.user_id is null or not exists (
    select from public.guardians g where g.patient_id = patient.user_id and g.guardian_id = private.me()
  ) then
    perform private.fail('not_a_guardian');
  end if;
  if not private.has_parental_authority(patient.user_id) then
    perform private.fail('patient_is_adult');
  end if;
  if (select count(*) from public.guardians g where g.patient_id = patient.user_id) >= max_guardians then
    perform private.fail('too_many_guardians', jsonb_build_object('most', max_guardians));
  end if;
  return private.record_patient_invitation(
    patient.user_id, 'guardian', email, (select p.language from only private.profiles p where p.user_id = private.me())
  );
end $function$;
comment on function private.invite_guardian(uuid,text) is 'Definer: nobody writes invitations. It refuses everybody but the child''s guardians.';
grant execute on function private.invite_guardian(uuid,text) to authenticated;

CREATE OR REPLACE FUNCTION private.invite_patient_to_claim(patient_id uuid, email text)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  patient private.profiles := private.lock_patient(invite_patient_to_claim.patient_id);
begin
  if private.me() is null then
    perform private.refuse();
  end if;
  -- The same answer for a patient of others and for none at all. A former guardian of somebody who has grown up is one here.
  if patient.user_id is null or not (
    private.is_admin()
    or exists (select from public.guardians g where g.patient_id = patient.user_id and g.guardian_id = private.me())
  ) then
    perform private.fail('not_a_guardian');
  end if;
  if not private.is_adult(patient) then
    perform private.fail('patient_is_minor');
  end if;
  return private.record_patient_invitation(patient.user_id, 'claim', email, patient.language);
end $function$;
comment on function private.invite_patient_to_claim(uuid,text) is 'Definer: nobody writes invitations. It refuses everybody but the patient''s guardians, former ones of an adult included, and admins.';
grant execute on function private.invite_patient_to_claim(uuid,text) to authenticated;

CREATE OR REPLACE FUNCTION private.is_adult(patient private.profiles)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select patient.date_of_birth is null or private.adult_on(patient.date_of_birth) <= private.today_in(patient.timezone)
$function$;

CREATE OR REPLACE FUNCTION private.is_live_right(authority text, patient private.profiles)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return not patient.has_account
    and (authority = 'asked' or coalesce(private.today_in(patient.timezone) < private.adult_on(patient.date_of_birth), false));
end $function$;

CREATE OR REPLACE FUNCTION private.is_there(person uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return exists (select from auth.users u where u.id = person and u.deleted_at is null)
    or exists (select from only private.profiles p where p.user_id = person and not p.has_account and p.erased_at is null);
end $function$;
comment on function private.is_there(uuid) is 'Definer: accounts are not readable. Clients cannot call it.';

CREATE OR REPLACE FUNCTION private.legal_recipients(after_id uuid, created_until timestamp with time zone, most integer)
 RETURNS TABLE(id uuid, email text, language text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select u.id, u.email, coalesce((select p.language from only private.profiles p where p.user_id = u.id), 'tr')
  from auth.users u
  where u.deleted_at is null and u.email is not null and u.email_confirmed_at is not null
    and (u.created_at is null or u.created_at <= created_until)
    and (after_id is null or u.id > after_id)
  order by u.id
  limit most
$function$;
comment on function private.legal_recipients(uuid,timestamp with time zone,integer) is 'Definer: accounts are not readable. Clients cannot call it.';

CREATE OR REPLACE FUNCTION private.lock_patient(patient uuid)
 RETURNS private.profiles
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  found_one private.profiles;
begin
  perform pg_advisory_xact_lock(hashtextextended('patient:' || patient, 0));
  -- As it is once nobody else is booking, claiming or leaving.
  select p.* into found_one from only private.profiles p where p.user_id = patient and not p.has_account and p.erased_at is null;
  return found_one;
end $function$;
comment on function private.lock_patient(uuid) is 'Definer: profiles are not readable otherwise. Clients cannot call it.';

CREATE OR REPLACE FUNCTION private.may_record_health(patient uuid, doctor uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select not private.has_parents(patient)
    and exists (select from only private.profiles p where p.user_id = patient and not p.has_account and p.erased_at is null)
    and exists (
      select from public.consents c
      where c.user_id = patient and c.kind = 'health_data' and c.withdrawn_at is null and c.recorded_by = doctor
    )
$function$;
comment on function private.may_record_health(uuid,uuid) is 'Definer: it looks at consents and guardians. Clients cannot call it.';

CREATE OR REPLACE FUNCTION private.move_record(record private.profiles, account uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  max_history constant integer := 5000;
begin
  record := private.with_recorded_health(record);
  -- Before the appointments: those of an appointment also name the patient.
  update public.audit_log l set details = l.details || jsonb_build_object('patient_id', account)
  where l.subject in (select 'appointment:' || a.id from public.appointments a where a.user_id = record.user_id)
    and l.details ->> 'patient_id' = record.user_id::text;
  update public.audit_log l set subject = 'user:' || account where l.subject = 'user:' || record.user_id;
  -- Booked for two records of one person: nobody could have known.
  update public.appointments a set
    user_id = account,
    may_overlap = a.may_overlap or (a.status <> 'cancelled' and exists (
      select from public.appointments o
      where o.user_id = account and o.status <> 'cancelled' and tstzrange(o.starts_at, o.ends_at) && tstzrange(a.starts_at, a.ends_at)
    ))
  where a.user_id = record.user_id;
  -- Of two live consents to one thing the account's own stays live. The other one ends here, and is kept as given.
  update public.consents c set withdrawn_at = now()
  where c.user_id = record.user_id and c.withdrawn_at is null and exists (
    select from public.consents o where o.user_id = account and o.kind = c.kind and o.withdrawn_at is null
  );
  update public.consents c set user_id = account where c.user_id = record.user_id;
  update only private.profiles p set
    first_name = coalesce(p.first_name, record.first_name), last_name = coalesce(p.last_name, record.last_name),
    phone = coalesce(p.phone, record.phone)
  where p.user_id = account;
  update only private.profiles p set
    date_of_birth = coalesce(p.date_of_birth, record.date_of_birth), gender = coalesce(p.gender, record.gender),
    medical_history = left(concat_ws(e'\n\n', p.medical_history, record.medical_history), max_history)
  where p.user_id = account and exists (
    select from public.consents c where c.user_id = account and c.kind = 'health_data' and c.withdrawn_at is null
  );
  update public.patient_invitations i set patient_id = account where i.patient_id = record.user_id;
  delete from only private.profiles p where p.user_id = record.user_id;
end $function$;
comment on function private.move_record(private.profiles,uuid) is 'Definer: nobody moves rows from one person to another. Clients cannot call it.';

CREATE OR REPLACE FUNCTION private.name_of(person uuid)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select nullif(concat_ws(' ', p.first_name, p.last_name), '') from private.profiles_without_health p
  where p.user_id = person and (private.is_admin() or person = private.me())
$function$;
comment on function private.name_of(uuid) is 'Definer: asking the policy of profiles for every row of a list is slow. It answers admins, and everybody about themselves.';
grant execute on function private.name_of(uuid) to authenticated;

CREATE OR REPLACE FUNCTION private.show_hidden_note_to_new_owner()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if exists (select from only private.profiles p where p.user_id = new.user_id and p.has_account) then
    perform private.show_hidden_notes(new.user_id);
  end if;
  return null;
end $function$;
comment on function private.show_hidden_note_to_new_owner() is 'Definer: nobody writes hidden notes directly.';

CREATE OR REPLACE FUNCTION private.strip_identity()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  -- Hosted copies the sign-up data here as well.
  new.identity_data := new.identity_data
    - array['phone', 'date_of_birth', 'gender', 'medical_history', 'timezone', 'hold', 'health_consent'];
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.strip_metadata()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  given jsonb := case when jsonb_typeof(new.raw_user_meta_data) = 'object' then new.raw_user_meta_data else '{}' end;
begin
  new.raw_user_meta_data := (
    select coalesce(jsonb_object_agg(field.key, left(private.visible_name(field.value #>> '{}'), 100)), '{}')
    from jsonb_each(given) as field
    where field.key in ('first_name', 'last_name', 'language') and jsonb_typeof(field.value) = 'string'
  );
  return new;
end $function$;
comment on function private.strip_metadata() is 'Definer: accounts are written by the auth service, which has no rights in our schemas.';

CREATE OR REPLACE FUNCTION private.tidy_profile()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$;
comment on function private.tidy_profile() is 'Definer: the address follows the account, which the profile''s owner cannot read.';

CREATE OR REPLACE FUNCTION private.with_recorded_health(record private.profiles)
 RETURNS private.profiles
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  recorded private.recorded_health;
begin
  select h.* into recorded from private.recorded_health h where h.patient_id = record.user_id;
  record.date_of_birth := coalesce(record.date_of_birth, recorded.date_of_birth);
  record.gender := coalesce(record.gender, recorded.gender);
  record.medical_history := coalesce(record.medical_history, recorded.medical_history);
  return record;
end $function$;
comment on function private.with_recorded_health(private.profiles) is 'Definer: nobody reads recorded health data otherwise. Clients cannot call it.';

CREATE OR REPLACE FUNCTION public.get_overview_languages(unit text DEFAULT 'week'::text, periods integer DEFAULT 12)
 RETURNS TABLE(language text, patients bigint)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
#variable_conflict use_column
begin
  return query
  select l.language, private.without_few(l.patients)
  from (
    select p.language, count(*) as patients
    from (select min(o.starts_at) as starts_at, max(o.ends_at) as ends_at from private.overview_periods(unit, periods) o) as o,
         lateral private.overview_patients(o.starts_at, o.ends_at) a
    join public.profiles p using (user_id)
    where p.language is not null
    group by p.language
  ) as l
  order by l.patients desc, l.language;
end $function$;
grant execute on function public.get_overview_languages(text,integer) to authenticated;
