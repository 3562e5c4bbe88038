-- Written by `npm run types` from the catalogue. Migrations change the schema; reviews read the difference here.

CREATE OR REPLACE FUNCTION private.book_for_patient(patient_id uuid, doctor_id uuid, on_date date, at_time text, complaint text, timezone text, language text, type_id uuid)
 RETURNS public.appointments
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_variable
declare
  max_a_day constant integer := 300;
  wanted_time text := to_char(at_time::time, 'HH24:MI');
  patient uuid := patient_id;
  invitation public.invitations;
  had_account boolean;
  doctor record;
  chosen public.appointment_types;
  starts timestamptz;
  ends timestamptz;
  booked public.appointments;
begin
  select i.* into invitation from public.invitations i
  where i.id = patient_id and i.invited_by = private.me() and i.role = 'patient' and i.revoked_at is null;
  if found then
    patient := invitation.user_id;
  end if;
  -- Of somebody who is no doctor `my_doctor_id` is null, and so is the comparison.
  if private.me() is null or (
    private.is_admin()
    or (
      doctor_id = private.my_doctor_id()
      and (invitation.id is not null or private.is_patient_of(doctor_id, patient))
    )
  ) is not true then
    perform private.refuse();
  end if;
  perform private.lock_booking(patient, doctor_id);
  if not private.is_there(patient) then
    perform private.fail('patient_not_found');
  end if;
  select d.timezone, d.session_duration, d.user_id, make_interval(mins => d.gap_minutes) as gap into doctor
  from public.doctors d where d.id = doctor_id;
  starts := case when isfinite(on_date) then private.instant_of(on_date + wanted_time::time, doctor.timezone) end;
  -- A doctor is no patient of their own.
  if starts is null or starts <= now() or starts > now() + interval '3 years' or doctor.user_id = patient then
    perform private.fail('slot_not_offered');
  end if;
  chosen := private.type_to_book(doctor_id, type_id, patient, true);
  ends := starts + make_interval(mins => coalesce(chosen.minutes, doctor.session_duration));
  -- Somebody who had an account when they were invited books themselves, or asks an admin: an appointment would open their profile to the
  -- doctor. Only a booking that succeeds otherwise says so, at the end: it cannot be asked for without the risk of booking.
  had_account := not private.is_admin() and invitation.accepted_at is null and not private.is_patient_of(doctor_id, patient)
    and exists (select from auth.users u where u.id = patient and u.email_confirmed_at is not null);
  if not had_account then
    perform private.fail_if_patient_is_busy(patient, doctor_id, starts, ends);
  end if;
  perform private.fail_if_slot_is_held(patient, doctor_id, starts, ends);
  perform private.fail_if_doctor_is_busy(doctor_id, on_date, wanted_time, tstzrange(starts, ends + doctor.gap));
  -- Each booking writes to two people.
  if not private.is_within_limit('booking by staff:' || private.me(), max_a_day, 1440) then
    perform private.fail('too_many_bookings', jsonb_build_object('most', max_a_day));
  end if;
  -- What was asked on the phone, where nobody had said it: the patient's own choice is not written over.
  update only private.profiles p set
    timezone = coalesce(book_for_patient.timezone, p.timezone),
    language = coalesce(book_for_patient.language, p.language)
  where p.user_id = patient and p.timezone_chosen_at is null
    and (book_for_patient.timezone is not null or book_for_patient.language is not null);

  begin
    insert into public.appointments as a (user_id, doctor_id, appointment_date, appointment_time, patient_complaint, status, type_id)
    values (patient, doctor_id, on_date, wanted_time, complaint, 'confirmed', chosen.id)
    returning a.* into booked;
  exception when exclusion_violation then
    -- The doctor is free, so it is another appointment of the patient.
    if not had_account then
      raise;
    end if;
  end;
  if had_account then
    perform private.fail('patient_has_account');
  end if;
  perform private.audit(
    'appointment.booked_by_staff', 'appointment:' || booked.id, jsonb_build_object('patient_id', patient, 'doctor_id', doctor_id)
  );
  return booked;
end $function$;
comment on function private.book_for_patient(uuid,uuid,date,text,text,text,text,uuid) is 'Definer: nobody books in another''s name otherwise. It refuses everybody but admins and doctors of the patient first.';
grant execute on function private.book_for_patient(uuid,uuid,date,text,text,text,text,uuid) to authenticated;

CREATE OR REPLACE FUNCTION private.check_slot(patient uuid, doctor uuid, on_date date, at_time text, except_id uuid DEFAULT NULL::uuid, holder uuid DEFAULT NULL::uuid, minutes integer DEFAULT NULL::integer, OUT starts_at timestamp with time zone, OUT timezone text, OUT session_duration integer)
 RETURNS record
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  max_open constant integer := 10;
  -- Whose hold does not count: the account that acts, which may be a guardian's.
  held_by uuid := coalesce(holder, patient);
  ends_at timestamptz;
begin
  perform private.lock_booking(patient, doctor);
  -- The patient may have been erased while this waited: the policy still sees them as they were when the request began.
  if not private.is_there(patient) then
    perform private.refuse();
  end if;
  select s.starts_at, s.timezone, s.session_duration into check_slot.starts_at, check_slot.timezone, check_slot.session_duration
  from private.scheduled_slots(doctor, on_date, on_date, minutes) s where s.appointment_time = at_time;
  if not found or on_date = any (private.full_days(doctor, on_date, on_date, held_by, except_id)) then
    perform private.fail('slot_not_offered');
  end if;
  ends_at := check_slot.starts_at + make_interval(mins => check_slot.session_duration);
  perform private.fail_if_patient_is_busy(patient, doctor, check_slot.starts_at, ends_at, except_id);
  perform private.fail_if_slot_is_held(held_by, doctor, check_slot.starts_at, ends_at);
  if (
    select count(*) from public.appointments a
    where a.user_id = patient and a.status in ('pending', 'confirmed') and a.ends_at > now() and a.id is distinct from except_id
  ) >= max_open then
    perform private.fail('too_many_open_appointments', jsonb_build_object('most', max_open));
  end if;
end $function$;
comment on function private.check_slot(uuid,uuid,date,text,uuid,uuid,integer) is 'Definer: it reads the schedule and holds, and answers only for the time that was asked for.';

CREATE OR REPLACE FUNCTION private.claim_slot(patient uuid, doctor uuid, on_date date, at_time text, wanted_type uuid, OUT starts_at timestamp with time zone, OUT timezone text, OUT session_duration integer, OUT booked_type public.appointment_types)
 RETURNS record
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  max_a_day constant integer := 60;
  max_from_network constant integer := 30;
  account uuid := coalesce(private.me(), patient);
  chosen public.appointment_types;
begin
  perform private.lock_booking(patient, doctor);
  chosen := private.type_to_book(doctor, wanted_type, patient, private.is_staff_of(doctor));
  booked_type := chosen;
  select * into claim_slot.starts_at, claim_slot.timezone, claim_slot.session_duration
  from private.check_slot(patient, doctor, on_date, at_time, null, account, chosen.minutes);
  -- Asked again under the locks: the right may have ended, or the patient may have claimed their record, while this waited.
  if account <> patient and not private.is_guardian_of(patient) then
    perform private.refuse();
  end if;
  -- Each booking writes to two people: booking and cancelling in turns must not become a way to flood them.
  if not private.is_within_limit('booking:' || account, max_a_day, 1440) then
    perform private.fail('too_many_bookings', jsonb_build_object('most', max_a_day));
  end if;
  -- Null, and so no reason to fail, where the address is not known.
  if private.is_new_account(account)
    and not private.is_within_limit('bookings of new accounts:' || encode(private.callers_network_hash(), 'hex'), max_from_network, 1440)
  then
    perform private.fail('too_many_new_bookings');
  end if;
  delete from private.slot_holds h where h.user_id = account;
end $function$;
comment on function private.claim_slot(uuid,uuid,date,text,uuid) is 'Definer: it reads the schedule, and answers only for the time that was asked for.';
grant execute on function private.claim_slot(uuid,uuid,date,text,uuid) to authenticated;
grant execute on function private.claim_slot(uuid,uuid,date,text,uuid) to service_role;

CREATE OR REPLACE FUNCTION private.fail_as_taken(same_start boolean)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if same_start then
    raise exception using
      errcode = '23505', schema = 'public', table = 'appointments', constraint = 'appointments_slot_is_single',
      message = 'duplicate key value violates unique constraint "appointments_slot_is_single"';
  end if;
  raise exception using
    errcode = '23P01', schema = 'public', table = 'appointments', constraint = 'appointments_doctor_is_free',
    message = 'conflicting key value violates exclusion constraint "appointments_doctor_is_free"';
end $function$;

CREATE OR REPLACE FUNCTION private.fail_if_doctor_is_busy(doctor uuid, on_date date, at_time text, whole tstzrange, except_id uuid DEFAULT NULL::uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  same_start boolean;
begin
  select bool_or(a.appointment_date = on_date and a.appointment_time = at_time) into same_start
  from public.appointments a
  where a.doctor_id = doctor and a.status <> 'cancelled' and a.id is distinct from except_id
    and (a.blocked && whole or (a.appointment_date = on_date and a.appointment_time = at_time));
  if same_start is not null then
    perform private.fail_as_taken(same_start);
  end if;
end $function$;
comment on function private.fail_if_doctor_is_busy(uuid,date,text,tstzrange,uuid) is 'Definer: patients never read each other''s appointments.';

CREATE OR REPLACE FUNCTION private.fail_if_patient_is_busy(patient uuid, doctor uuid, starts timestamp with time zone, ends timestamp with time zone, except_id uuid DEFAULT NULL::uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  other record;
begin
  select a.id, a.starts_at, a.ends_at, d.first_name, d.last_name into other
  from public.appointments a join public.doctors d on d.id = a.doctor_id
  where a.user_id = patient and a.doctor_id <> doctor and a.status <> 'cancelled' and a.id is distinct from except_id
    and tstzrange(a.starts_at, a.ends_at) && tstzrange(starts, ends)
  order by a.starts_at limit 1;
  if found then
    raise exception using
      errcode = '23P01', schema = 'public', table = 'appointments', constraint = 'appointments_patient_is_free',
      message = 'conflicting key value violates exclusion constraint "appointments_patient_is_free"',
      detail = jsonb_build_object(
        'appointment_id', other.id, 'starts_at', other.starts_at, 'ends_at', other.ends_at,
        'doctor_first_name', other.first_name, 'doctor_last_name', other.last_name
      )::text;
  end if;
end $function$;
comment on function private.fail_if_patient_is_busy(uuid,uuid,timestamp with time zone,timestamp with time zone,uuid) is 'Definer: it also runs for staff who may not see the patient''s other appointments.';

CREATE OR REPLACE FUNCTION private.fail_if_slot_is_held(patient uuid, doctor uuid, starts timestamp with time zone, ends timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  same_start boolean;
begin
  select bool_or(lower(h.blocked) = starts) into same_start
  from private.slot_holds h
  where h.doctor_id = doctor and h.user_id is distinct from patient and h.expires_at > now()
    and h.blocked && tstzrange(starts, ends + private.session_gap(doctor));
  if same_start is not null then
    perform private.fail_as_taken(same_start);
  end if;
end $function$;
comment on function private.fail_if_slot_is_held(uuid,uuid,timestamp with time zone,timestamp with time zone) is 'Definer: nobody reads holds.';

CREATE OR REPLACE FUNCTION private.find_patients(term text)
 RETURNS TABLE(user_id uuid, first_name text, last_name text, phone text, email text, has_timezone boolean, language text, has_account boolean, guardians jsonb)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  max_rows constant integer := 10;
  doctor uuid := private.my_doctor_id();
  is_admin boolean := private.is_admin();
  plain text := private.trimmed(find_patients.term);
  pattern text := '%' || replace(replace(replace(plain, '\', '\\'), '%', '\%'), '_', '\_') || '%';
  digits text := regexp_replace(plain, '\D', '', 'g');
begin
  if doctor is null and not is_admin then
    perform private.refuse();
  end if;
  if char_length(plain) < 3 or char_length(plain) > 100 then
    return;
  end if;
  return query
  select found.user_id, found.first_name, found.last_name, found.phone, found.email, found.has_timezone, found.language, found.has_account,
         case when not found.has_account then private.guardians_of(found.user_id) end
  from (
    select p.user_id, p.first_name, p.last_name, p.phone, p.email, p.timezone_chosen_at is not null as has_timezone, p.language, p.has_account
    from private.profiles_without_health p
    where (
        p.first_name ilike pattern or p.last_name ilike pattern or p.first_name || ' ' || p.last_name ilike pattern
        or p.email ilike pattern
        or (char_length(digits) >= 5 and regexp_replace(p.phone, '\D', '', 'g') like '%' || digits || '%')
      )
      and private.is_there(p.user_id)
      and (is_admin or private.is_patient_of(doctor, p.user_id))
    union all
    select i.id, i.full_name, null, null, i.email, false, i.language, true
    from public.invitations i
    where not is_admin and i.invited_by = private.me() and i.role = 'patient' and i.revoked_at is null
      and (i.full_name ilike pattern or i.email ilike pattern)
      and i.user_id is not null and not private.is_patient_of(doctor, i.user_id)
  ) as found
  order by found.first_name, found.last_name, found.user_id limit max_rows;
end $function$;
comment on function private.find_patients(text) is 'Definer: it looks at whether accounts are deleted. It refuses everybody but admins and doctors, and gives doctors their patients only.';
grant execute on function private.find_patients(text) to authenticated;

CREATE OR REPLACE FUNCTION private.is_patient_of(doctor uuid, patient uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (select from public.appointments a where a.user_id = patient and a.doctor_id = doctor and a.status <> 'cancelled')
$function$;
comment on function private.is_patient_of(uuid,uuid) is 'Definer: it is asked inside functions that look at patients whom the caller may not see. Clients cannot call it.';

CREATE OR REPLACE FUNCTION private.prepare_appointment()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  is_client boolean := current_user in ('anon', 'authenticated', 'service_role');
  booked record;
  chosen public.appointment_types;
begin
  -- Before any lock and any answer: what stands in another's name is nobody's business here.
  if current_user = 'authenticated' and (new.user_id = any (private.my_people())) is not true then
    perform private.refuse();
  end if;
  new.booked_by := private.me();
  new.patient_complaint := private.trimmed(new.patient_complaint);
  new.appointment_time := to_char(new.appointment_time::time, 'HH24:MI');
  if is_client then
    select * into booked from private.claim_slot(new.user_id, new.doctor_id, new.appointment_date, new.appointment_time, new.type_id);
    chosen := booked.booked_type;
    new := private.agree_to_type(new, chosen);
    if new.status = 'pending' and private.confirms_automatically(new.doctor_id) then
      new.status := 'confirmed';
    end if;
  else
    select t.* into chosen from public.appointment_types t where t.id = new.type_id and t.doctor_id = new.doctor_id;
    if new.type_id is not null and chosen.id is null then
      perform private.fail('type_not_offered', jsonb_build_object('type_id', null));
    end if;
    select private.instant_of(new.appointment_date + new.appointment_time::time, d.timezone) as starts_at, d.timezone,
           coalesce(chosen.minutes, d.session_duration) as session_duration
    into booked from public.doctors d where d.id = new.doctor_id;
    if chosen.id is not null then
      new := private.state_fee(new, chosen);
    end if;
  end if;
  new.type_id := chosen.id;
  new.type_name := chosen.names;
  new.starts_at := booked.starts_at;
  new.timezone := booked.timezone;
  new.session_duration := booked.session_duration;
  new.gap_minutes := extract(epoch from private.session_gap(new.doctor_id)) / 60;
  new.ends_at := new.starts_at + make_interval(mins => booked.session_duration);
  new.blocked := tstzrange(new.starts_at, new.ends_at + make_interval(mins => new.gap_minutes));
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.book_for_patient(patient_id uuid, doctor_id uuid, on_date date, at_time text, complaint text, timezone text DEFAULT NULL::text, language text DEFAULT NULL::text, type_id uuid DEFAULT NULL::uuid)
 RETURNS public.appointments
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select * from private.book_for_patient(
    patient_id, book_for_patient.doctor_id, on_date, at_time, complaint, book_for_patient.timezone, language, book_for_patient.type_id
  )
$function$;
grant execute on function public.book_for_patient(uuid,uuid,date,text,text,text,text,uuid) to authenticated;

CREATE OR REPLACE FUNCTION public.find_patients(term text)
 RETURNS TABLE(user_id uuid, first_name text, last_name text, phone text, email text, has_timezone boolean, language text, has_account boolean, guardians jsonb)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select * from private.find_patients(term)
$function$;
grant execute on function public.find_patients(text) to authenticated;
