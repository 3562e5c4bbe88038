-- Doctors book for a new patient, too: somebody on the phone whom they have just invited has no appointment with them yet.

-- Patients a doctor may find and book for. An invitation counts until it is revoked, or erased after 90 days.
create function private.is_patient_of(doctor uuid, patient uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.appointments a where a.user_id = patient and a.doctor_id = doctor and a.status <> 'cancelled')
    or exists (
      select from public.invitations i join public.doctors d on d.user_id = i.invited_by
      where d.id = doctor and i.user_id = patient and i.role = 'patient' and i.revoked_at is null
    )
$$;
comment on function private.is_patient_of is 'Definer: doctors read only the invitations they sent. Clients cannot call it.';

-- As before, but for the patients of the doctor.
create or replace function private.book_for_patient(
  patient_id uuid, doctor_id uuid, on_date date, at_time text, complaint text, timezone text, language text
) returns public.appointments
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_variable
declare
  max_a_day constant integer := 300;
  wanted_time text := to_char(at_time::time, 'HH24:MI');
  doctor record;
  starts timestamptz;
  ends timestamptz;
  booked public.appointments;
begin
  -- Of somebody who is no doctor `my_doctor_id` is null, and so is the comparison.
  if private.me() is null or (
    private.is_admin()
    or (
      doctor_id = private.my_doctor_id()
      and private.is_patient_of(doctor_id, patient_id)
    )
  ) is not true then
    perform private.refuse();
  end if;
  -- In the order of bookings.
  perform pg_advisory_xact_lock(hashtextextended('patient:' || patient_id, 0));
  perform private.lock_doctor(doctor_id);
  if not exists (select from auth.users u where u.id = patient_id and u.deleted_at is null) then
    perform private.fail('patient_not_found');
  end if;
  select d.timezone, d.session_duration, d.user_id, make_interval(mins => d.gap_minutes) as gap into doctor
  from public.doctors d where d.id = doctor_id;
  starts := case when isfinite(on_date) then private.instant_of(on_date + wanted_time::time, doctor.timezone) end;
  -- A doctor is no patient of their own.
  if starts is null or starts <= now() or starts > now() + interval '3 years' or doctor.user_id = patient_id then
    perform private.fail('slot_not_offered');
  end if;
  ends := starts + make_interval(mins => doctor.session_duration);
  perform private.fail_if_patient_is_busy(patient_id, doctor_id, starts, ends);
  perform private.fail_if_slot_is_held(patient_id, doctor_id, starts, ends);
  perform private.fail_if_doctor_is_busy(doctor_id, on_date, wanted_time, tstzrange(starts, ends + doctor.gap));
  -- Each booking writes to two people.
  if not private.is_within_limit('booking by staff:' || private.me(), max_a_day, 1440) then
    perform private.fail('too_many_bookings', jsonb_build_object('most', max_a_day));
  end if;
  -- What was asked on the phone, where nobody had said it: the patient's own choice is not written over.
  update only private.profiles p set
    timezone = coalesce(book_for_patient.timezone, p.timezone),
    language = coalesce(book_for_patient.language, p.language)
  where p.user_id = patient_id and p.timezone_chosen_at is null
    and (book_for_patient.timezone is not null or book_for_patient.language is not null);

  insert into public.appointments as a (user_id, doctor_id, appointment_date, appointment_time, patient_complaint, status)
  values (patient_id, doctor_id, on_date, wanted_time, complaint, 'confirmed')
  returning a.* into booked;
  perform private.audit(
    'appointment.booked_by_staff', 'appointment:' || booked.id, jsonb_build_object('patient_id', patient_id, 'doctor_id', doctor_id)
  );
  return booked;
end $$;

-- As before, but for the patients of the doctor.
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
  select p.user_id, p.first_name, p.last_name, p.phone, p.email, p.timezone_chosen_at is not null, p.language
  from private.profiles_without_health p
  where (
      p.first_name ilike pattern or p.last_name ilike pattern or p.first_name || ' ' || p.last_name ilike pattern
      or p.email ilike pattern
      or (char_length(digits) >= 5 and regexp_replace(p.phone, '\D', '', 'g') like '%' || digits || '%')
    )
    and exists (select from auth.users u where u.id = p.user_id and u.deleted_at is null)
    and (is_admin or private.is_patient_of(doctor, p.user_id))
  order by p.first_name, p.last_name, p.user_id limit max_rows;
end $$;
