-- Doctors find and book for patients whom they have invited without learning whether the address had an account before: until the first
-- appointment they read only what they wrote into the invitation, and its id stands for the patient.

-- Patients of whom a doctor may read more than an invitation says.
create or replace function private.is_patient_of(doctor uuid, patient uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.appointments a where a.user_id = patient and a.doctor_id = doctor and a.status <> 'cancelled')
$$;
comment on function private.is_patient_of is 'Definer: it is asked inside functions that look at patients whom the caller may not see. Clients cannot call it.';

-- For doctors `patient_id` is that of a patient of theirs, or of an invitation that they sent.
create or replace function private.book_for_patient(
  patient_id uuid, doctor_id uuid, on_date date, at_time text, complaint text, timezone text, language text
) returns public.appointments
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_variable
declare
  max_a_day constant integer := 300;
  wanted_time text := to_char(at_time::time, 'HH24:MI');
  patient uuid := patient_id;
  invitation public.invitations;
  had_account boolean;
  doctor record;
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
  -- In the order of bookings.
  perform pg_advisory_xact_lock(hashtextextended('patient:' || patient, 0));
  perform private.lock_doctor(doctor_id);
  if not exists (select from auth.users u where u.id = patient and u.deleted_at is null) then
    perform private.fail('patient_not_found');
  end if;
  select d.timezone, d.session_duration, d.user_id, make_interval(mins => d.gap_minutes) as gap into doctor
  from public.doctors d where d.id = doctor_id;
  starts := case when isfinite(on_date) then private.instant_of(on_date + wanted_time::time, doctor.timezone) end;
  -- A doctor is no patient of their own.
  if starts is null or starts <= now() or starts > now() + interval '3 years' or doctor.user_id = patient then
    perform private.fail('slot_not_offered');
  end if;
  ends := starts + make_interval(mins => doctor.session_duration);
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
    insert into public.appointments as a (user_id, doctor_id, appointment_date, appointment_time, patient_complaint, status)
    values (patient, doctor_id, on_date, wanted_time, complaint, 'confirmed')
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
end $$;

-- Patients of the doctor with their names; those who were only invited as the invitation names them.
create or replace function private.find_patients(term text) returns table (user_id uuid, first_name text, last_name text, phone text, email text, has_timezone boolean, language text)
language plpgsql stable security definer set search_path = '' as $$
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
  select found.user_id, found.first_name, found.last_name, found.phone, found.email, found.has_timezone, found.language
  from (
    select p.user_id, p.first_name, p.last_name, p.phone, p.email, p.timezone_chosen_at is not null as has_timezone, p.language
    from private.profiles_without_health p
    where (
        p.first_name ilike pattern or p.last_name ilike pattern or p.first_name || ' ' || p.last_name ilike pattern
        or p.email ilike pattern
        or (char_length(digits) >= 5 and regexp_replace(p.phone, '\D', '', 'g') like '%' || digits || '%')
      )
      and exists (select from auth.users u where u.id = p.user_id and u.deleted_at is null)
      and (is_admin or private.is_patient_of(doctor, p.user_id))
    union all
    select i.id, i.full_name, null, null, i.email, false, i.language
    from public.invitations i
    where not is_admin and i.invited_by = private.me() and i.role = 'patient' and i.revoked_at is null
      and (i.full_name ilike pattern or i.email ilike pattern)
      and i.user_id is not null and not private.is_patient_of(doctor, i.user_id)
  ) as found
  order by found.first_name, found.last_name, found.user_id limit max_rows;
end $$;
