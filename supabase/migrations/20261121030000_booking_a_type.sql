-- Booking a type. The appointment keeps its names, length, fee and currency; the amount that was seen is sent along, and another one is
-- refused, so that nobody agrees to what they have not read.

-- Bodies of functions may mention what a later file makes.
set check_function_bodies = off;

drop function private.check_slot(uuid, uuid, date, text, uuid, uuid);
drop function private.claim_slot(uuid, uuid, date, text);
drop function private.hold_slot_for(uuid, uuid, date, text, uuid);
drop function public.hold_slot(uuid, date, text, uuid);
drop function private.hold_slot(uuid, date, text, uuid);
drop function public.book_for_patient(uuid, uuid, date, text, text, text, text);
drop function private.book_for_patient(uuid, uuid, date, text, text, text, text);

-- One patient's bookings wait for each other, then one doctor's: always in this order.
create function private.lock_booking(patient uuid, doctor uuid) returns void
language plpgsql set search_path = '' as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('patient:' || patient, 0));
  perform private.lock_doctor(doctor);
end $$;

-- `minutes` is the length of a type; without it, the doctor's own.
create function private.check_slot(
  patient uuid, doctor uuid, on_date date, at_time text, except_id uuid default null, holder uuid default null, minutes integer default null,
  out starts_at timestamptz, out timezone text, out session_duration integer
)
language plpgsql security definer set search_path = '' as $$
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
end $$;
comment on function private.check_slot is 'Definer: it reads the schedule and holds, and answers only for the time that was asked for.';

create function private.claim_slot(
  patient uuid, doctor uuid, on_date date, at_time text, wanted_type uuid,
  out starts_at timestamptz, out timezone text, out session_duration integer, out booked_type public.appointment_types
)
language plpgsql security definer set search_path = '' as $$
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
end $$;
comment on function private.claim_slot is 'Definer: it reads the schedule, and answers only for the time that was asked for.';
grant execute on function private.claim_slot to authenticated, service_role;

-- What the patient saw is what the type costs. Nothing sent is nothing seen: a fee of zero may be left out.
create function private.agree_to_type(appointment public.appointments, type public.appointment_types) returns public.appointments
language plpgsql stable set search_path = '' as $$
begin
  if (
    type.fee_minor is null and appointment.fee_minor is not null
    or type.fee_minor is not null and (
      coalesce(appointment.fee_minor, 0) <> type.fee_minor or coalesce(appointment.fee_currency, type.currency) <> type.currency
    )
  ) then
    perform private.fail('fee_changed', jsonb_build_object(
      'fee_minor', type.fee_minor, 'currency', case when type.fee_minor is not null then type.currency end
    ));
  end if;
  appointment.fee_minor := type.fee_minor;
  appointment.fee_currency := case when type.fee_minor is not null then type.currency end;
  appointment.fee_agreed_at := case when type.fee_minor is not null then now() end;
  appointment.fee_language := case
    when type.fee_minor is not null then coalesce(appointment.fee_language, (select p.language from public.profiles p where p.user_id = private.me()))
  end;
  appointment.fee_text_version := case when type.fee_minor is not null then appointment.fee_text_version end;
  return appointment;
end $$;
grant execute on function private.agree_to_type to authenticated, service_role;

-- Booked for the patient by somebody else: the fee stands, and waits for the patient's agreement.
create function private.state_fee(appointment public.appointments, type public.appointment_types) returns public.appointments
language plpgsql immutable set search_path = '' as $$
begin
  appointment.fee_minor := type.fee_minor;
  appointment.fee_currency := case when type.fee_minor is not null then type.currency end;
  appointment.fee_agreed_at := null;
  appointment.fee_text_version := null;
  appointment.fee_language := null;
  return appointment;
end $$;
grant execute on function private.state_fee to authenticated, service_role;

create or replace function private.prepare_appointment() returns trigger
language plpgsql set search_path = '' as $$
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
end $$;

-- Another type at the same time is another hold: it blocks as long as that type takes.
create function private.hold_slot_for(person uuid, doctor uuid, on_date date, at_time text, patient uuid default null, wanted_type uuid default null) returns timestamptz
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  usual constant interval := interval '10 minutes';
  newcomers constant interval := interval '30 minutes';
  from_network bytea := case when private.is_new_account(person) then private.callers_network_hash() end;
  chosen public.appointment_types;
  slot record;
  whole tstzrange;
  same_start boolean;
  expires timestamptz;
begin
  -- Two pages of one guardian that hold for two children take turns: an account has one hold.
  if patient <> person then
    perform pg_advisory_xact_lock(hashtextextended('patient:' || person, 0));
  end if;
  perform private.lock_booking(coalesce(patient, person), doctor);
  chosen := private.type_to_book(doctor, wanted_type, coalesce(patient, person), private.is_staff_of(doctor));
  select * into slot from private.check_slot(coalesce(patient, person), doctor, on_date, at_time, null, person, chosen.minutes);
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
  perform private.limit_holds(person, doctor, on_date, from_network, chosen.minutes);
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
comment on function private.hold_slot_for is 'Definer: nobody writes holds. Clients cannot call it: hold_slot does, for the caller.';

create function private.hold_slot(doctor_id uuid, on_date date, at_time text, patient_id uuid, type_id uuid) returns timestamptz
language plpgsql security definer set search_path = '' as $$
begin
  if private.me() is null or (coalesce(patient_id, private.me()) = any (private.my_people())) is not true then
    perform private.refuse();
  end if;
  return private.hold_slot_for(
    private.me(), hold_slot.doctor_id, on_date, to_char(at_time::time, 'HH24:MI'), coalesce(patient_id, private.me()), type_id
  );
end $$;
comment on function private.hold_slot is
  'Definer: it may call hold_slot_for. The hold is the caller''s; the patient, whose appointments must leave the time free, is one of their people.';
create function public.hold_slot(doctor_id uuid, on_date date, at_time text, patient_id uuid default null, type_id uuid default null)
returns timestamptz
language sql set search_path = '' as $$
  select private.hold_slot(hold_slot.doctor_id, on_date, at_time, patient_id, type_id)
$$;
grant execute on function private.hold_slot, public.hold_slot to authenticated;

create or replace function private.hold_slot_of_newcomer() returns trigger
language plpgsql security definer set search_path = '' set lock_timeout = '1s' as $$
declare
  wish jsonb := new.raw_user_meta_data -> 'hold';
begin
  if jsonb_typeof(wish) = 'object' then
    begin
      perform private.hold_slot_for(
        new.id, (wish ->> 'doctor_id')::uuid, (wish ->> 'on_date')::date, to_char((wish ->> 'at_time')::time, 'HH24:MI'),
        null, (wish ->> 'type_id')::uuid
      );
    exception when others then
      null;
    end;
  end if;
  return null;
end $$;

create function private.book_for_patient(
  patient_id uuid, doctor_id uuid, on_date date, at_time text, complaint text, timezone text, language text, type_id uuid
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
end $$;
comment on function private.book_for_patient is 'Definer: nobody books in another''s name otherwise. It refuses everybody but admins and doctors of the patient first.';

create function public.book_for_patient(
  patient_id uuid, doctor_id uuid, on_date date, at_time text, complaint text, timezone text default null, language text default null,
  type_id uuid default null
) returns public.appointments
language sql set search_path = '' as $$
  select * from private.book_for_patient(
    patient_id, book_for_patient.doctor_id, on_date, at_time, complaint, book_for_patient.timezone, language, book_for_patient.type_id
  )
$$;
grant execute on function private.book_for_patient, public.book_for_patient to authenticated;
