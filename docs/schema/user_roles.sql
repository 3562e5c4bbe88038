-- Written by `npm run types` from the catalogue. Migrations change the schema; reviews read the difference here.

create type public.app_role as enum ('admin', 'doctor', 'patient');

create table private.first_admin_code (
  is_only_row boolean not null default true,
  code_hash bytea not null,
  created_at timestamp with time zone not null default now(),
  constraint first_admin_code_pkey PRIMARY KEY (is_only_row),
  constraint first_admin_code_is_single CHECK (is_only_row)
);
alter table private.first_admin_code enable row level security;

create table public.user_roles (
  user_id uuid not null,
  role public.app_role not null,
  created_at timestamp with time zone not null default now(),
  granted_at timestamp with time zone not null default now(),
  constraint user_roles_pkey PRIMARY KEY (user_id, role),
  constraint user_roles_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE
);
CREATE INDEX user_roles_role_idx ON public.user_roles USING btree (role);
alter table public.user_roles enable row level security;
grant delete, select on public.user_roles to authenticated;
grant delete, insert, select on public.user_roles to service_role;
grant insert (user_id, role, created_at) on public.user_roles to authenticated;

create policy "user_roles: admins add, the first admin claims" on public.user_roles
  for insert to authenticated
  with check (( SELECT private.is_admin() AS is_admin) OR ((user_id = ( SELECT private.me() AS me)) AND (role = 'admin'::public.app_role) AND private.may_claim_first_admin()));

create policy "user_roles: admins remove" on public.user_roles
  for delete to authenticated
  using ( SELECT private.is_admin() AS is_admin);

create policy "user_roles: people read their own, admins all" on public.user_roles
  for select to authenticated
  using ((user_id = ( SELECT auth.uid() AS uid)) OR ( SELECT private.is_admin() AS is_admin));

CREATE TRIGGER user_roles_keep_an_admin_account BEFORE UPDATE OF deleted_at ON auth.users FOR EACH ROW WHEN (((old.deleted_at IS NULL) AND (new.deleted_at IS NOT NULL))) EXECUTE FUNCTION private.keep_an_admin_account();

CREATE TRIGGER user_roles_keep_an_admin_unbanned BEFORE UPDATE OF banned_until ON auth.users FOR EACH ROW WHEN (((new.banned_until > now()) AND (old.banned_until IS DISTINCT FROM new.banned_until))) EXECUTE FUNCTION private.keep_an_admin_unbanned();

CREATE TRIGGER user_roles_audit AFTER INSERT OR DELETE ON public.user_roles FOR EACH ROW EXECUTE FUNCTION private.audit_role();

CREATE TRIGGER user_roles_keep_an_admin BEFORE DELETE ON public.user_roles FOR EACH ROW EXECUTE FUNCTION private.keep_an_admin();

CREATE TRIGGER user_roles_revoke_invitations AFTER DELETE ON public.user_roles FOR EACH ROW WHEN ((old.role = 'admin'::public.app_role)) EXECUTE FUNCTION private.revoke_invitations_of_former_admin();

CREATE OR REPLACE FUNCTION private.accept_patient_invitation(token text, declaration_version text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_variable
declare
  account uuid := private.me();
  invitation public.patient_invitations := private.patient_invitation_of(token);
  patient private.profiles;
begin
  perform private.refuse_without_factor();
  if account is null then
    perform private.refuse();
  end if;
  if invitation.id is null then
    perform private.fail('invitation_not_open');
  end if;
  -- In a fixed order, so that two who claim each other's do not wait for each other.
  perform pg_advisory_xact_lock(hashtextextended('patient:' || least(account, invitation.patient_id), 0));
  perform pg_advisory_xact_lock(hashtextextended('patient:' || greatest(account, invitation.patient_id), 0));
  patient := private.lock_patient(invitation.patient_id);
  perform private.use_patient_invitation(
    invitation, (select u.email from auth.users u where u.id = account and u.email_confirmed_at is not null)
  );
  -- It was claimed or erased while this waited.
  if patient.user_id is null then
    perform private.fail('invitation_not_open');
  end if;
  if invitation.kind = 'claim' then
    if not private.is_adult(patient) then
      perform private.fail('patient_is_minor');
    end if;
    -- The record would be theirs for good.
    if exists (select from public.guardians g where g.patient_id = patient.user_id and g.guardian_id = account) then
      perform private.fail('guardian_cannot_claim');
    end if;
    perform private.record_claim(account, patient.user_id, private.end_guardianships(patient.user_id), invitation);
    perform private.revoke_invitations_about(patient.user_id);
    perform private.move_record(patient, account);
  else
    if (declaration_version ~ '^\d{4}-\d{2}-\d{2}$') is not true then
      perform private.fail('declaration_required');
    end if;
    if private.is_adult(patient) then
      perform private.fail('patient_is_adult');
    end if;
    if exists (select from public.guardians g where g.patient_id = patient.user_id and g.guardian_id = account) then
      perform private.fail('already_a_guardian');
    end if;
    insert into public.guardians (patient_id, guardian_id, relationship, authority, declaration_version)
    values (patient.user_id, account, 'child', 'parental', declaration_version);
    perform private.audit(
      'guardian.added', 'user:' || patient.user_id,
      jsonb_build_object('guardian_id', account, 'invited_by', invitation.invited_by, 'declaration_version', declaration_version)
    );
  end if;
  return jsonb_build_object('kind', invitation.kind, 'patient_id', case invitation.kind when 'claim' then account else patient.user_id end);
end $function$;
comment on function private.accept_patient_invitation(text,text) is 'Definer: nobody writes guardians or moves records. It serves the account of the invited address only, with the secret of the link.';
grant execute on function private.accept_patient_invitation(text,text) to authenticated;

CREATE OR REPLACE FUNCTION private.announce_legal_document(document text, version date)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not private.is_admin() then
    perform private.refuse();
  end if;
  -- It may be tomorrow where the reader is.
  if announce_legal_document.version is null or announce_legal_document.version > current_date + 1 then
    perform private.fail('legal_version_invalid');
  end if;
  -- Two who press at once take turns.
  perform pg_advisory_xact_lock(hashtextextended('legal announcements', 0));
  if exists (
    select from public.legal_announcements l
    where l.document = announce_legal_document.document and l.version >= announce_legal_document.version
  ) then
    perform private.fail('legal_already_announced');
  end if;
  insert into public.legal_announcements (document, version) values (announce_legal_document.document, announce_legal_document.version);
  perform private.audit('legal.announced', 'legal:' || document, jsonb_build_object('version', version));
  perform private.record_legal_mails(500);
end $function$;
comment on function private.announce_legal_document(text,date) is 'Definer: nobody may write announcements. It refuses everybody but admins first.';
grant execute on function private.announce_legal_document(text,date) to authenticated;

CREATE OR REPLACE FUNCTION private.begin_content_change()
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if not private.is_admin() then
    perform private.refuse();
  end if;
  perform pg_advisory_xact_lock(hashtextextended('site_content', 0));
end $function$;

CREATE OR REPLACE FUNCTION private.claim_first_admin(code text)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  me uuid := private.me();
begin
  if me is null then
    perform private.refuse();
  end if;
  if not private.is_within_limit('first admin:' || me, 10, 60)
    or not coalesce(private.is_within_limit('first admin from ' || private.callers_network(), 30, 60), true)
  then
    return 'too_many_attempts';
  end if;
  perform private.lock_admins();
  if exists (select from public.user_roles r where r.role = 'admin') then
    return case when private.is_admin() then 'claimed' else 'taken' end;
  end if;
  if not exists (select from private.first_admin_code c where c.code_hash = private.first_admin_code_hash(left(code, 100))) then
    return 'wrong_code';
  end if;
  insert into public.user_roles (user_id, role) values (me, 'admin');
  delete from private.first_admin_code;
  return 'claimed';
end $function$;
comment on function private.claim_first_admin(text) is 'Definer: it compares with a hash that nobody may read, and adds a role that nobody may add to themselves.';
grant execute on function private.claim_first_admin(text) to authenticated;

CREATE OR REPLACE FUNCTION private.count_legal_recipients()
 RETURNS integer
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not private.is_admin() then
    perform private.refuse();
  end if;
  return (select count(*) from private.legal_recipients(null, now(), null));
end $function$;
comment on function private.count_legal_recipients() is 'Definer: accounts are not readable. It refuses everybody but admins first, and gives a number only.';
grant execute on function private.count_legal_recipients() to authenticated;

CREATE OR REPLACE FUNCTION private.create_patient(patient jsonb, relationship text, authority text, declaration_version text)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_variable
declare
  max_a_day constant integer := 30;
  person uuid := private.me();
  own record;
  zone text;
  born date := private.date_or_null(patient ->> 'date_of_birth');
  born_in integer := private.year_or_null(patient ->> 'birth_year');
  added uuid;
begin
  if person is null then
    perform private.refuse();
  end if;
  if (jsonb_typeof(patient) = 'object' and declaration_version ~ '^\d{4}-\d{2}-\d{2}$') is not true then
    perform private.fail('declaration_required');
  end if;
  if not private.is_within_limit('patients by:' || person, max_a_day, 1440) then
    perform private.fail('too_many_requests', jsonb_build_object('most', max_a_day, 'seconds', 86400));
  end if;
  select case when p.timezone_chosen_at is not null then p.timezone end as timezone, p.language into own
  from only private.profiles p where p.user_id = person;
  zone := coalesce(private.known_time_zone(patient ->> 'timezone'), own.timezone);
  case authority
    when 'parental' then
      perform private.fail_unless_child(born, coalesce(zone, 'Europe/Istanbul'));
      if (patient ->> 'health_consent' ~ '^\d{4}-\d{2}-\d{2}$') is not true then
        perform private.fail('consent_required', jsonb_build_object('kind', 'health_data'));
      end if;
    when 'asked' then
      perform private.fail_unless_adult(born_in, coalesce(zone, 'Europe/Istanbul'));
      if private.blank_to_null(patient ->> 'phone') is null then
        perform private.fail('phone_required');
      end if;
    else
      perform private.fail('declaration_required');
  end case;
  added := private.add_patient(
    patient, zone, case when private.is_offered_language(patient ->> 'language') then patient ->> 'language' else own.language end
  );
  insert into public.guardians (patient_id, guardian_id, relationship, authority, declaration_version)
  values (added, person, relationship, authority, declaration_version);
  if authority = 'parental' then
    insert into public.consents (user_id, kind, version, language)
    values (added, 'health_data', patient ->> 'health_consent', coalesce(own.language, 'tr'));
    update only private.profiles p set
      date_of_birth = born, gender = patient ->> 'gender', medical_history = patient ->> 'medical_history'
    where p.user_id = added;
  else
    update only private.profiles p set birth_year = born_in where p.user_id = added;
  end if;
  perform private.audit(
    'patient.created', 'user:' || added,
    jsonb_build_object('relationship', relationship, 'authority', authority, 'declaration_version', declaration_version)
  );
  return added;
end $function$;
comment on function private.create_patient(jsonb,text,text,text) is 'Definer: nobody adds profiles without an account or guardians otherwise. The caller becomes the guardian; no other person is taken.';
grant execute on function private.create_patient(jsonb,text,text,text) to authenticated;

CREATE OR REPLACE FUNCTION private.create_patient_by_staff(patient jsonb)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  max_a_day constant integer := 300;
  added uuid;
begin
  if not private.is_admin() then
    perform private.refuse();
  end if;
  if not private.is_within_limit('patients by staff:' || private.me(), max_a_day, 1440) then
    perform private.fail('too_many_requests', jsonb_build_object('most', max_a_day, 'seconds', 86400));
  end if;
  if private.blank_to_null(patient ->> 'phone') is null then
    perform private.fail('phone_required');
  end if;
  added := private.add_patient(
    patient, private.known_time_zone(patient ->> 'timezone'),
    case when private.is_offered_language(patient ->> 'language') then patient ->> 'language' end
  );
  perform private.audit('patient.created', 'user:' || added, '{"by": "staff"}');
  return added;
end $function$;
comment on function private.create_patient_by_staff(jsonb) is 'Definer: nobody adds profiles without an account otherwise. It refuses everybody but admins first.';
grant execute on function private.create_patient_by_staff(jsonb) to authenticated;

CREATE OR REPLACE FUNCTION private.fail_if_last_admin(leaving uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.lock_admins();
  if not exists (
    select from public.user_roles r join auth.users u on u.id = r.user_id
    where r.role = 'admin' and r.user_id <> leaving and u.deleted_at is null and (u.banned_until is null or u.banned_until <= now())
  ) then
    perform private.fail('last_admin');
  end if;
end $function$;
comment on function private.fail_if_last_admin(uuid) is 'Definer: it counts admins among accounts and roles that the caller may not read.';

CREATE OR REPLACE FUNCTION private.first_admin_code_hash(code text)
 RETURNS bytea
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select sha256(convert_to(upper(regexp_replace(code, '[^0-9A-Za-z]', '', 'g')), 'UTF8'))
$function$;

CREATE OR REPLACE FUNCTION private.first_admin_needs_code()
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (select from private.first_admin_code) and private.no_admin_exists()
$function$;
comment on function private.first_admin_needs_code() is 'Definer: it tells one bit about a row that nobody may read.';
grant execute on function private.first_admin_needs_code() to authenticated;

CREATE OR REPLACE FUNCTION private.first_appointments_of(patients uuid[])
 RETURNS TABLE(user_id uuid, starts_at timestamp with time zone)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not private.is_admin() then
    perform private.refuse();
  end if;
  return query
  select p.id, (
    select a.starts_at from public.appointments a
    where a.user_id = p.id and a.status <> 'cancelled'
    order by a.appointment_date, a.starts_at limit 1
  )
  from unnest(patients) as p (id);
end $function$;
comment on function private.first_appointments_of(uuid[]) is 'Definer: the policy would ask for every row. Only for admins.';
grant execute on function private.first_appointments_of(uuid[]) to authenticated;

CREATE OR REPLACE FUNCTION private.first_types(doctor_ids uuid[])
 RETURNS TABLE(doctor_id uuid, minutes integer, is_offered boolean)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  person uuid := private.me();
  own_doctors uuid[] := '{}';
  returning_to uuid[] := '{}';
begin
  if person is not null and exists (
    select from public.appointment_types t where t.doctor_id = any (first_types.doctor_ids) and t.active and t.who <> 'everybody'
  ) then
    own_doctors := private.my_doctor_ids();
    returning_to := array(
      select distinct a.doctor_id from public.appointments a
      where a.user_id = person and a.status = 'completed' and a.doctor_id = any (first_types.doctor_ids)
    );
  end if;
  return query
  select asked.id, chosen.minutes,
         chosen.id is not null or not exists (select from public.appointment_types t where t.doctor_id = asked.id and t.active)
  from (select distinct d.id from unnest(first_types.doctor_ids) as d (id)) as asked
  left join lateral (
    select t.id, t.minutes from public.appointment_types t
    where t.doctor_id = asked.id and t.active and (
      t.who = 'everybody' or asked.id = any (own_doctors) or (t.who = 'returning' and asked.id = any (returning_to))
    )
    order by t.position, t.created_at, t.id limit 1
  ) as chosen on true;
end $function$;
comment on function private.first_types(uuid[]) is 'Definer: visitors ask for free times too. Clients cannot call it: it answers for the caller inside the functions for slots.';

CREATE OR REPLACE FUNCTION private.has_role(wanted public.app_role)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  person uuid := private.me();
  since timestamptz;
begin
  select r.granted_at into since from public.user_roles r where r.user_id = person and r.role = wanted;
  if since is null then
    return false;
  end if;
  return wanted = 'patient' or private.has_aal2()
    or (
      not private.has_second_factor(person)
      and (now() < private.grace_ends(person, wanted, since) or private.is_exempt_demo_person(person))
    );
end $function$;
comment on function private.has_role(public.app_role) is 'Definer: policies ask it, and nobody but admins reads other people''s roles.';
grant execute on function private.has_role(public.app_role) to authenticated;
grant execute on function private.has_role(public.app_role) to service_role;

CREATE OR REPLACE FUNCTION private.is_admin()
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return private.has_role('admin');
end $function$;
grant execute on function private.is_admin() to authenticated;
grant execute on function private.is_admin() to service_role;

CREATE OR REPLACE FUNCTION private.keep_an_admin()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if old.role = 'admin' then
    perform private.fail_if_last_admin(old.user_id);
  end if;
  return old;
end $function$;
comment on function private.keep_an_admin() is 'Definer: it calls fail_if_last_admin for whoever removes a role.';

CREATE OR REPLACE FUNCTION private.keep_an_admin_account()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if exists (select from public.user_roles r where r.user_id = new.id and r.role = 'admin') then
    perform private.fail_if_last_admin(new.id);
  end if;
  return new;
end $function$;
comment on function private.keep_an_admin_account() is 'Definer: accounts are marked as deleted by the auth service, which has no rights in our tables.';

CREATE OR REPLACE FUNCTION private.keep_an_admin_unbanned()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if exists (select from public.user_roles r where r.user_id = new.id and r.role = 'admin') then
    perform private.fail_if_last_admin(new.id);
  end if;
  perform private.revoke_invitations_by(new.id);
  return new;
end $function$;
comment on function private.keep_an_admin_unbanned() is 'Definer: accounts are changed by the auth service, which has no rights in our tables.';

CREATE OR REPLACE FUNCTION private.leave_guardianship(patient_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  person uuid := private.me();
  -- The lock of bookings: one at the same moment lands before, or is refused.
  patient private.profiles := private.lock_patient(leave_guardianship.patient_id);
begin
  if person is null then
    perform private.refuse();
  end if;
  if not exists (select from public.guardians g where g.patient_id = patient.user_id and g.guardian_id = person) then
    perform private.fail('not_a_guardian');
  end if;
  if private.has_parental_authority(patient.user_id)
    and not exists (select from public.guardians g where g.patient_id = patient.user_id and g.guardian_id <> person)
  then
    perform private.fail('last_guardian');
  end if;
  delete from public.guardians g where g.patient_id = patient.user_id and g.guardian_id = person;
  -- Whom they invited beside themselves is the other guardian's choice now. An adult may still claim their record.
  perform private.revoke_invitations_about(patient.user_id, 'guardian', person);
  perform private.audit('guardian.left', 'user:' || patient.user_id, jsonb_build_object('guardian_id', person));
end $function$;
comment on function private.leave_guardianship(uuid) is 'Definer: nobody writes guardians. It removes the caller only.';
grant execute on function private.leave_guardianship(uuid) to authenticated;

CREATE OR REPLACE FUNCTION private.list_phone_reminders()
 RETURNS TABLE(appointment_id uuid, starts_at timestamp with time zone, patient_id uuid, first_name text, last_name text, phone text, language text, timezone text, doctor_id uuid, doctor_first_name text, doctor_last_name text, doctor_timezone text)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
begin
  if not private.is_admin() then
    perform private.refuse();
  end if;
  return query
  select a.id, a.starts_at, p.user_id, p.first_name, p.last_name, p.phone, p.language,
         case when p.timezone_chosen_at is not null then p.timezone end, d.id, d.first_name, d.last_name, a.timezone
  from public.appointments a
  join private.profiles_without_health p on p.user_id = a.user_id and not p.has_account
  join public.doctors d on d.id = a.doctor_id
  where a.status = 'confirmed' and a.starts_at > now() and a.starts_at <= now() + interval '24 hours'
    and private.gets_no_mail(a.user_id)
    and not exists (select from private.reminder_marks r where r.appointment_id = a.id and r.kind = 'phone')
  order by a.starts_at, a.id
  limit 200;
end $function$;
comment on function private.list_phone_reminders() is 'Definer: nobody reads the marks of reminders. It refuses everybody but admins first.';
grant execute on function private.list_phone_reminders() to authenticated;

CREATE OR REPLACE FUNCTION private.lock_admins()
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select pg_advisory_xact_lock(hashtextextended('admins', 0))
$function$;

CREATE OR REPLACE FUNCTION private.mark_phone_reminder(appointment_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not private.is_admin() then
    perform private.refuse();
  end if;
  insert into private.reminder_marks (appointment_id, kind)
  select a.id, 'phone' from public.appointments a
  where a.id = mark_phone_reminder.appointment_id and a.status = 'confirmed' and a.starts_at > now() and private.gets_no_mail(a.user_id)
  on conflict do nothing;
  if found then
    perform private.audit('appointment.reminded_by_phone', 'appointment:' || appointment_id);
  elsif not exists (
    select from private.reminder_marks r where r.appointment_id = mark_phone_reminder.appointment_id and r.kind = 'phone'
  ) then
    perform private.fail('no_phone_reminder');
  end if;
end $function$;
comment on function private.mark_phone_reminder(uuid) is 'Definer: nobody writes the marks of reminders. It refuses everybody but admins first.';
grant execute on function private.mark_phone_reminder(uuid) to authenticated;

CREATE OR REPLACE FUNCTION private.may_claim_first_admin()
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.lock_admins();
  return not exists (select from public.user_roles r where r.role = 'admin')
    and not exists (select from private.first_admin_code);
end $function$;
comment on function private.may_claim_first_admin() is 'Definer: whether there is an admin cannot depend on which roles the caller may read.';
grant execute on function private.may_claim_first_admin() to authenticated;

CREATE OR REPLACE FUNCTION private.may_upload_site_photo(path text)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  max_objects constant integer := 10000;
begin
  if private.site_photo_of_path(path) is null or not private.is_admin() then
    return false;
  end if;
  perform pg_advisory_xact_lock(hashtextextended('site-photos', 0));
  return (select count(*) < max_objects from storage.objects o where o.bucket_id = 'site-photos');
end $function$;
comment on function private.may_upload_site_photo(text) is 'Definer: the limit counts the objects of all admins.';
grant execute on function private.may_upload_site_photo(text) to authenticated;

CREATE OR REPLACE FUNCTION private.me()
 RETURNS uuid
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return (select u.id from auth.users u where u.id = auth.uid() and u.deleted_at is null);
end $function$;
comment on function private.me() is 'Definer: accounts are not readable, and a token may outlive its account.';
grant execute on function private.me() to authenticated;
grant execute on function private.me() to service_role;

CREATE OR REPLACE FUNCTION private.my_people()
 RETURNS uuid[]
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  person uuid := private.me();
begin
  if person is null then
    return '{}';
  end if;
  return person || array(
    select g.patient_id from public.guardians g join only private.profiles p on p.user_id = g.patient_id
    where g.guardian_id = person and private.is_live_right(g.authority, p)
  );
end $function$;
comment on function private.my_people() is 'Definer: policies ask it, those of guardians and profiles included. It answers for the caller only.';
grant execute on function private.my_people() to authenticated;
grant execute on function private.my_people() to service_role;

CREATE OR REPLACE FUNCTION private.new_first_admin_code()
 RETURNS text
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  -- The first twelve and the last eight digits: those between have fixed bits.
  digits text := upper(regexp_replace(gen_random_uuid()::text, '^(.{8})-(.{4})-.*(.{8})$', '\1\2\3'));
  code text := regexp_replace(digits, '(.{4})(?=.)', '\1-', 'g');
begin
  perform private.lock_admins();
  if not private.no_admin_exists() then
    perform private.fail('admin_exists');
  end if;
  insert into private.first_admin_code (code_hash) values (private.first_admin_code_hash(code))
  on conflict (is_only_row) do update set code_hash = excluded.code_hash, created_at = now();
  return code;
end $function$;

CREATE OR REPLACE FUNCTION private.no_admin_exists()
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select not exists (select from public.user_roles r where r.role = 'admin')
$function$;
comment on function private.no_admin_exists() is 'Definer: it tells one bit about rows that the caller may not read.';
grant execute on function private.no_admin_exists() to anon;
grant execute on function private.no_admin_exists() to authenticated;
grant execute on function private.no_admin_exists() to service_role;

CREATE OR REPLACE FUNCTION private.on_server_start(production boolean)
 RETURNS SETOF text
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if not private.no_admin_exists() then
    delete from private.first_admin_code;
  elsif production or exists (select from private.first_admin_code) then
    return next 'First admin code: ' || private.new_first_admin_code();
  else
    return next 'There is no admin yet: sign in and claim it on the card that appears.';
  end if;
end $function$;

CREATE OR REPLACE FUNCTION private.on_server_start(production boolean, variables jsonb)
 RETURNS SETOF text
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  days text := variables ->> 'STAFF_SECOND_FACTOR_GRACE_DAYS';
begin
  if days is not null and (days !~ '^\d{1,3}$' or days::integer > 365) then
    raise exception 'STAFF_SECOND_FACTOR_GRACE_DAYS must be a whole number of days from 0 to 365.';
  end if;
  update private.second_factor_settings s set
    grace = coalesce(make_interval(days => days::integer), s.grace),
    demo_people_are_exempt = s.demo_people_are_exempt and not production;
  return query select line from private.on_server_start(production) as line;
end $function$;

CREATE OR REPLACE FUNCTION private.overview_counts(from_instant timestamp with time zone, to_instant timestamp with time zone)
 RETURNS TABLE(booked bigint, completed bigint, missed bigint, cancelled_by_patient bigint, cancelled_by_doctor bigint, cancelled_by_admin bigint, expired bigint, answered bigint, median_wait_minutes integer, slow_wait_minutes integer)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
begin
  if not private.is_admin() then
    perform private.refuse();
  end if;
  return query
  select count(*) filter (where a.status <> 'cancelled'),
         count(*) filter (where a.status = 'completed' and not a.did_not_come),
         count(*) filter (where a.did_not_come),
         count(*) filter (where a.cancelled_by = 'patient'),
         count(*) filter (where a.cancelled_by = 'doctor'),
         count(*) filter (where a.cancelled_by = 'admin'),
         count(*) filter (where a.cancelled_by = 'expired'),
         count(a.answered_at),
         (percentile_disc(0.5) within group (order by w.seconds)::numeric / 60)::integer,
         (percentile_disc(0.9) within group (order by w.seconds)::numeric / 60)::integer
  from public.appointments a,
       -- A request that its patient moved waits from then on. Numbers are sorted faster than intervals.
       lateral (select date_part('epoch', a.answered_at - case
         when a.rescheduled_by = 'patient' and a.rescheduled_at < a.answered_at then a.rescheduled_at else a.created_at
       end) as seconds) as w
  where a.starts_at >= from_instant and a.starts_at < to_instant;
end $function$;
comment on function private.overview_counts(timestamp with time zone,timestamp with time zone) is 'Definer: the policy would ask for every row what the first statement asks once.';
grant execute on function private.overview_counts(timestamp with time zone,timestamp with time zone) to authenticated;

CREATE OR REPLACE FUNCTION private.overview_fees(from_instant timestamp with time zone, to_instant timestamp with time zone)
 RETURNS TABLE(currency text, agreed_minor bigint, paid_minor bigint)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
begin
  if not private.is_admin() then
    perform private.refuse();
  end if;
  return query
  select a.fee_currency, coalesce(sum(a.fee_minor) filter (where f.is_agreed), 0)::bigint,
         coalesce(sum(a.paid_minor - a.refunded_minor), 0)::bigint
  from public.appointments a,
       lateral (select a.fee_agreed_at is not null and a.status <> 'cancelled' and a.fee_minor is not null as is_agreed) as f
  where a.starts_at >= from_instant and a.starts_at < to_instant
    and a.fee_currency is not null and (f.is_agreed or a.paid_minor <> a.refunded_minor)
  group by a.fee_currency;
end $function$;
comment on function private.overview_fees(timestamp with time zone,timestamp with time zone) is 'Definer: the policy would ask for every row what the first statement asks once.';
grant execute on function private.overview_fees(timestamp with time zone,timestamp with time zone) to authenticated;

CREATE OR REPLACE FUNCTION private.overview_minutes(from_instant timestamp with time zone, to_instant timestamp with time zone)
 RETURNS TABLE(doctor_id uuid, minutes bigint)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
begin
  if not private.is_admin() then
    perform private.refuse();
  end if;
  return query
  select a.doctor_id, sum(a.session_duration) from public.appointments a
  where a.starts_at >= from_instant and a.starts_at < to_instant and a.status <> 'cancelled'
  group by a.doctor_id;
end $function$;
comment on function private.overview_minutes(timestamp with time zone,timestamp with time zone) is 'Definer: the policy would ask for every row what the first statement asks once.';
grant execute on function private.overview_minutes(timestamp with time zone,timestamp with time zone) to authenticated;

CREATE OR REPLACE FUNCTION private.overview_patients(from_instant timestamp with time zone, to_instant timestamp with time zone)
 RETURNS TABLE(user_id uuid)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
begin
  if not private.is_admin() then
    perform private.refuse();
  end if;
  return query
  select distinct a.user_id from public.appointments a
  where a.starts_at >= from_instant and a.starts_at < to_instant and a.status <> 'cancelled';
end $function$;
comment on function private.overview_patients(timestamp with time zone,timestamp with time zone) is 'Definer: the policy would ask for every row what the first statement asks once.';
grant execute on function private.overview_patients(timestamp with time zone,timestamp with time zone) to authenticated;

CREATE OR REPLACE FUNCTION private.overview_periods(unit text, periods integer)
 RETURNS TABLE(period date, starts_at timestamp with time zone, ends_at timestamp with time zone)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  zone constant text := private.company_timezone();
  step interval;
  this_period timestamp;
begin
  if not private.is_admin() then
    perform private.refuse();
  end if;
  if unit is null or unit not in ('week', 'month') or periods is null or periods not between 1 and 12 then
    perform private.fail('overview_range_invalid', jsonb_build_object('most', 12));
  end if;
  step := ('1 ' || unit)::interval;
  this_period := date_trunc(unit, now() at time zone zone);
  return query
  select p.wall::date, p.wall at time zone zone, (p.wall + step) at time zone zone
  from generate_series(this_period - (periods - 1) * step, this_period, step) as p (wall);
end $function$;
grant execute on function private.overview_periods(text,integer) to authenticated;

CREATE OR REPLACE FUNCTION private.overview_reasons(from_instant timestamp with time zone, to_instant timestamp with time zone)
 RETURNS TABLE(reason text, appointments bigint)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
begin
  if not private.is_admin() then
    perform private.refuse();
  end if;
  return query
  select r.reason, count(*)
  from public.appointments a,
       lateral (select case
         when a.cancellation_reason in (
           'doctor_unavailable', 'other_time', 'other_specialty', 'needs_visit', 'more_information', 'duplicate', 'patient_asked'
         ) then a.cancellation_reason
         when a.cancellation_reason is not null then 'own_words'
       end as reason) as r
  where a.starts_at >= from_instant and a.starts_at < to_instant and a.cancelled_by in ('doctor', 'admin')
  group by r.reason;
end $function$;
comment on function private.overview_reasons(timestamp with time zone,timestamp with time zone) is 'Definer: the policy would ask for every row what the first statement asks once.';
grant execute on function private.overview_reasons(timestamp with time zone,timestamp with time zone) to authenticated;

CREATE OR REPLACE FUNCTION private.set_public_fees(shown boolean)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not private.is_admin() then
    perform private.refuse();
  end if;
  update private.public_fees p set shown = set_public_fees.shown where p.shown <> set_public_fees.shown;
  if found then
    perform private.audit('fees.shown_to_visitors', 'settings', jsonb_build_object('to', shown));
  end if;
end $function$;
comment on function private.set_public_fees(boolean) is 'Definer: nobody writes the setting. It refuses everybody but admins first.';
grant execute on function private.set_public_fees(boolean) to authenticated;

CREATE OR REPLACE FUNCTION private.unmark_phone_reminder(appointment_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not private.is_admin() then
    perform private.refuse();
  end if;
  delete from private.reminder_marks r where r.appointment_id = unmark_phone_reminder.appointment_id and r.kind = 'phone';
  if found then
    perform private.audit('appointment.phone_reminder_undone', 'appointment:' || appointment_id);
  end if;
end $function$;
comment on function private.unmark_phone_reminder(uuid) is 'Definer: nobody writes the marks of reminders. It refuses everybody but admins first.';
grant execute on function private.unmark_phone_reminder(uuid) to authenticated;

CREATE OR REPLACE FUNCTION public.claim_first_admin(code text)
 RETURNS text
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select private.claim_first_admin(code)
$function$;
grant execute on function public.claim_first_admin(text) to authenticated;

CREATE OR REPLACE FUNCTION public.first_admin_needs_code()
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select private.first_admin_needs_code()
$function$;
grant execute on function public.first_admin_needs_code() to authenticated;

CREATE OR REPLACE FUNCTION public.no_admin_exists()
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select private.no_admin_exists()
$function$;
grant execute on function public.no_admin_exists() to anon;
grant execute on function public.no_admin_exists() to authenticated;
grant execute on function public.no_admin_exists() to service_role;
