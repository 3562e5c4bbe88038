-- Booking for a patient without an account: the person treated is counted, locked and checked for overlaps; the account that acts holds the
-- time and has the limit of bookings a day.

-- Bodies of functions may mention what a later file makes.
set check_function_bodies = off;

alter table private.profiles add column erased_at timestamptz;
comment on column private.profiles.erased_at is 'When the record of a patient without an account was erased. Of an account, auth.users says so.';

-- Two who are added in one transaction keep their order.
alter table public.guardians alter column declared_at set default clock_timestamp();

create function private.is_there(person uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from auth.users u where u.id = person and u.deleted_at is null)
    or exists (select from only private.profiles p where p.user_id = person and not p.has_account and p.erased_at is null)
$$;
comment on function private.is_there(uuid) is 'Definer: accounts are not readable. Clients cannot call it.';

drop function private.check_slot(uuid, uuid, date, text, uuid);

create function private.check_slot(
  patient uuid, doctor uuid, on_date date, at_time text, except_id uuid default null, holder uuid default null,
  out starts_at timestamptz, out timezone text, out session_duration integer
)
language plpgsql security definer set search_path = '' as $$
declare
  max_open constant integer := 10;
  -- Whose hold does not count: the account that acts, which may be a guardian's.
  held_by uuid := coalesce(holder, patient);
  ends_at timestamptz;
begin
  -- One patient's bookings wait for each other, then one doctor's: always in this order.
  perform pg_advisory_xact_lock(hashtextextended('patient:' || patient, 0));
  perform private.lock_doctor(doctor);
  -- The patient may have been erased while this waited: the policy still sees them as they were when the request began.
  if not private.is_there(patient) then
    perform private.refuse();
  end if;
  select s.starts_at, s.timezone, s.session_duration into check_slot.starts_at, check_slot.timezone, check_slot.session_duration
  from private.scheduled_slots(doctor, on_date, on_date) s where s.appointment_time = at_time;
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
end $$;

comment on function private.check_slot(uuid, uuid, date, text, uuid, uuid) is 'Definer: it reads the schedule and holds, and answers only for the time that was asked for.';

create or replace function private.claim_slot(
  patient uuid, doctor uuid, on_date date, at_time text, out starts_at timestamptz, out timezone text, out session_duration integer
)
language plpgsql security definer set search_path = '' as $$
declare
  max_a_day constant integer := 60;
  max_from_network constant integer := 30;
  account uuid := coalesce(private.me(), patient);
begin
  select * into claim_slot.starts_at, claim_slot.timezone, claim_slot.session_duration
  from private.check_slot(patient, doctor, on_date, at_time, null, account);
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
end $$;

create or replace function private.prepare_appointment() returns trigger
language plpgsql set search_path = '' as $$
declare
  is_client boolean := current_user in ('anon', 'authenticated', 'service_role');
  booked record;
begin
  -- Before any lock and any answer: what stands in another's name is nobody's business here.
  if current_user = 'authenticated' and (new.user_id = any (private.my_people())) is not true then
    perform private.refuse();
  end if;
  new.booked_by := private.me();
  new.patient_complaint := private.trimmed(new.patient_complaint);
  new.appointment_time := to_char(new.appointment_time::time, 'HH24:MI');
  if is_client then
    select * into booked from private.claim_slot(new.user_id, new.doctor_id, new.appointment_date, new.appointment_time);
    if new.status = 'pending' and private.confirms_automatically(new.doctor_id) then
      new.status := 'confirmed';
    end if;
  else
    select private.instant_of(new.appointment_date + new.appointment_time::time, d.timezone) as starts_at, d.timezone, d.session_duration
    into booked from public.doctors d where d.id = new.doctor_id;
  end if;
  new.starts_at := booked.starts_at;
  new.timezone := booked.timezone;
  new.session_duration := booked.session_duration;
  new.gap_minutes := extract(epoch from private.session_gap(new.doctor_id)) / 60;
  new.ends_at := new.starts_at + make_interval(mins => booked.session_duration);
  new.blocked := tstzrange(new.starts_at, new.ends_at + make_interval(mins => new.gap_minutes));
  return new;
end $$;

drop policy "appointments: patients ask for themselves" on public.appointments;
create policy "appointments: patients and guardians ask" on public.appointments
  for insert to authenticated with check (
    user_id = any ((select private.my_people())::uuid[])
    and (status = 'pending' or (status = 'confirmed' and private.confirms_automatically(doctor_id)))
  );

create function private.audit_guardians_booking() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if private.is_guardian_of(new.user_id) then
    perform private.audit(
      'appointment.booked_by_guardian', 'appointment:' || new.id, jsonb_build_object('patient_id', new.user_id, 'doctor_id', new.doctor_id)
    );
  end if;
  return null;
end $$;
comment on function private.audit_guardians_booking() is 'Definer: clients book and may not call private.audit, which takes any text.';
create trigger appointments_audit_guardians_booking after insert on public.appointments
  for each row when (new.booked_by <> new.user_id) execute function private.audit_guardians_booking();

drop function private.hold_slot_for(uuid, uuid, date, text);

create function private.hold_slot_for(person uuid, doctor uuid, on_date date, at_time text, patient uuid default null) returns timestamptz
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  usual constant interval := interval '10 minutes';
  newcomers constant interval := interval '30 minutes';
  from_network bytea := case when private.is_new_account(person) then private.callers_network_hash() end;
  slot record;
  whole tstzrange;
  same_start boolean;
  expires timestamptz;
begin
  -- Two pages of one guardian that hold for two children take turns: an account has one hold.
  if patient <> person then
    perform pg_advisory_xact_lock(hashtextextended('patient:' || person, 0));
  end if;
  select * into slot from private.check_slot(coalesce(patient, person), doctor, on_date, at_time, null, person);
  whole := tstzrange(slot.starts_at, slot.starts_at + make_interval(mins => slot.session_duration) + private.session_gap(doctor));
  select bool_or(a.appointment_date = on_date and a.appointment_time = at_time) into same_start
  from public.appointments a
  where a.doctor_id = doctor and a.status <> 'cancelled'
    and (a.blocked && whole or (a.appointment_date = on_date and a.appointment_time = at_time));
  if same_start is not null then
    perform private.fail_as_taken(same_start);
  end if;
  select h.expires_at into expires from private.slot_holds h
  where h.user_id = person and h.doctor_id = doctor and h.blocked = whole and h.expires_at > now();
  if found then
    return expires;
  end if;
  perform private.limit_holds(person, doctor, on_date, from_network);
  delete from private.slot_holds h where h.user_id = person;
  insert into private.slot_holds (user_id, doctor_id, appointment_date, appointment_time, blocked, network, expires_at)
  select u.id, doctor, on_date, at_time, whole, from_network,
         case
           when u.email_confirmed_at is null then now() + usual
           else greatest(now() + usual, least(u.created_at, now()) + newcomers)
         end
  from auth.users u where u.id = person
  returning expires_at into expires;
  return expires;
end $$;

comment on function private.hold_slot_for(uuid, uuid, date, text, uuid) is 'Definer: nobody writes holds. Clients cannot call it: hold_slot does, for the caller.';

drop function public.hold_slot(uuid, date, text);
drop function private.hold_slot(uuid, date, text);
create function private.hold_slot(doctor_id uuid, on_date date, at_time text, patient_id uuid) returns timestamptz
language plpgsql security definer set search_path = '' as $$
begin
  if private.me() is null or (coalesce(patient_id, private.me()) = any (private.my_people())) is not true then
    perform private.refuse();
  end if;
  return private.hold_slot_for(
    private.me(), hold_slot.doctor_id, on_date, to_char(at_time::time, 'HH24:MI'), coalesce(patient_id, private.me())
  );
end $$;
comment on function private.hold_slot(uuid, date, text, uuid) is
  'Definer: it may call hold_slot_for. The hold is the caller''s; the patient, whose appointments must leave the time free, is one of their people.';
grant execute on function private.hold_slot to authenticated;
create function public.hold_slot(doctor_id uuid, on_date date, at_time text, patient_id uuid default null) returns timestamptz
language sql set search_path = '' as $$
  select private.hold_slot(hold_slot.doctor_id, on_date, at_time, patient_id)
$$;
grant execute on function public.hold_slot to authenticated;

create or replace function private.reschedule_appointment(appointment_id uuid, on_date date, at_time text, message text) returns public.appointments
language plpgsql security definer set search_path = '' as $$
declare
  max_a_day constant integer := 60;
  wanted_time text := to_char(at_time::time, 'HH24:MI');
  moved public.appointments;
  is_staff boolean;
  holder uuid;
  was_missed boolean;
  notice_hours integer;
  slot record;
  gap interval;
  ends timestamptz;
begin
  select * into moved from public.appointments a where a.id = reschedule_appointment.appointment_id;
  is_staff := coalesce(moved.doctor_id = private.my_doctor_id(), false) or private.is_admin();
  -- The same answer for an appointment of others and for none at all.
  if moved.id is null or private.me() is null or not (is_staff or moved.user_id = any (private.my_people())) then
    perform private.refuse();
  end if;
  -- In the order of bookings. Then the row, as it is once nobody else is moving or ending it.
  perform pg_advisory_xact_lock(hashtextextended('patient:' || moved.user_id, 0));
  perform private.lock_doctor(moved.doctor_id);
  select * into moved from public.appointments a where a.id = moved.id for update;
  -- A guardian's right may have ended while this waited.
  if not (is_staff or moved.user_id = any (private.my_people())) then
    perform private.refuse();
  end if;
  holder := case when is_staff then moved.user_id else private.me() end;
  was_missed := not is_staff and private.doctor_is_missing(moved);
  if moved.status not in ('pending', 'confirmed') or (moved.starts_at <= now() and not was_missed) then
    perform private.fail('transition_not_allowed', jsonb_build_object('from', moved.status, 'to', 'rescheduled'));
  end if;
  if not (is_staff or was_missed) then
    select d.cancellation_hours into notice_hours from public.doctors d where d.id = moved.doctor_id;
    if now() > moved.starts_at - make_interval(hours => notice_hours) then
      perform private.fail('cancellation_too_late', jsonb_build_object('hours', notice_hours));
    end if;
  end if;

  select * into slot from private.check_slot(moved.user_id, moved.doctor_id, on_date, wanted_time, moved.id, holder);
  gap := private.session_gap(moved.doctor_id);
  ends := slot.starts_at + make_interval(mins => slot.session_duration);
  perform private.fail_if_doctor_is_busy(moved.doctor_id, on_date, wanted_time, tstzrange(slot.starts_at, ends + gap), moved.id);
  -- It is there already: nobody has to be told anything.
  if slot.starts_at = moved.starts_at then
    perform private.fail_as_taken(true);
  end if;
  -- A move writes to two people, as a booking does.
  if not private.is_within_limit('booking:' || holder, max_a_day, 1440) then
    perform private.fail('too_many_bookings', jsonb_build_object('most', max_a_day));
  end if;

  update public.appointments a set
    appointment_date = on_date,
    appointment_time = wanted_time,
    starts_at = slot.starts_at,
    ends_at = ends,
    timezone = slot.timezone,
    session_duration = slot.session_duration,
    gap_minutes = extract(epoch from gap) / 60,
    blocked = tstzrange(slot.starts_at, ends + gap),
    -- Staff move what they have answered; a patient asks for another time, as with a booking.
    status = case
      when is_staff then a.status
      when private.confirms_automatically(a.doctor_id) then 'confirmed'
      else 'pending'
    end,
    may_overlap = false,
    call_started_at = null,
    previous_starts_at = a.starts_at,
    rescheduled_at = now(),
    rescheduled_by = private.cancelling_party(a),
    reschedule_message = private.blank_to_null(message),
    reschedule_count = a.reschedule_count + 1
  where a.id = moved.id
  returning a.* into moved;
  -- The room of the old time was another one.
  delete from private.call_visits v where v.appointment_id = moved.id;
  -- The patient may have held the new time while choosing it.
  delete from private.slot_holds h where h.user_id = holder and h.doctor_id = moved.doctor_id and h.blocked && moved.blocked;
  return moved;
end $$;

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
