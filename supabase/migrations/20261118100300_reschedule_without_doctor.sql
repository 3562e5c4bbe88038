-- A patient who came to a call without a doctor may choose another time, however late it is: the rule about notice is not for them.
create function private.doctor_is_missing(appointment public.appointments) returns boolean
language sql stable security definer set search_path = '' as $$
  select appointment.status = 'confirmed' and appointment.call_started_at is null
    and now() >= appointment.starts_at + interval '10 minutes'
    and (
      exists (select from private.call_visits v where v.appointment_id = appointment.id and v.part = 'patient')
      or exists (select from private.waiting_patients w where w.appointment_id = appointment.id)
    )
$$;
comment on function private.doctor_is_missing is 'Definer: nobody reads who came to a call. Clients cannot call it.';

create or replace function private.reschedule_appointment(appointment_id uuid, on_date date, at_time text, message text) returns public.appointments
language plpgsql security definer set search_path = '' as $$
declare
  max_a_day constant integer := 60;
  wanted_time text := to_char(at_time::time, 'HH24:MI');
  moved public.appointments;
  is_staff boolean;
  was_missed boolean;
  notice_hours integer;
  slot record;
  gap interval;
  ends timestamptz;
begin
  select * into moved from public.appointments a where a.id = reschedule_appointment.appointment_id;
  is_staff := coalesce(moved.doctor_id = private.my_doctor_id(), false) or private.is_admin();
  -- The same answer for an appointment of others and for none at all.
  if moved.id is null or private.me() is null or not (is_staff or moved.user_id = private.me()) then
    perform private.refuse();
  end if;
  -- In the order of bookings. Then the row, as it is once nobody else is moving or ending it.
  perform pg_advisory_xact_lock(hashtextextended('patient:' || moved.user_id, 0));
  perform private.lock_doctor(moved.doctor_id);
  select * into moved from public.appointments a where a.id = moved.id for update;
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

  select * into slot from private.check_slot(moved.user_id, moved.doctor_id, on_date, wanted_time, moved.id);
  gap := private.session_gap(moved.doctor_id);
  ends := slot.starts_at + make_interval(mins => slot.session_duration);
  perform private.fail_if_doctor_is_busy(moved.doctor_id, on_date, wanted_time, tstzrange(slot.starts_at, ends + gap), moved.id);
  -- It is there already: nobody has to be told anything.
  if slot.starts_at = moved.starts_at then
    perform private.fail_as_taken(true);
  end if;
  -- A move writes to two people, as a booking does.
  if not private.is_within_limit('booking:' || moved.user_id, max_a_day, 1440) then
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
  delete from private.slot_holds h where h.user_id = moved.user_id and h.doctor_id = moved.doctor_id and h.blocked && moved.blocked;
  return moved;
end $$;
