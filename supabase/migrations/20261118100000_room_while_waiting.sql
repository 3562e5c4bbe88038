-- A doctor may be late by more than one session. While a patient waits, the room stays open until 60 minutes after the booked end.

-- A row in `waiting_patients` counts as waiting for 30 seconds after a heartbeat. It keeps the room open for longer, or a phone that was
-- in a lift for a minute would find it closed.
create function private.keeps_room_open(last_seen_at timestamptz) returns boolean
language sql stable set search_path = '' as $$
  select last_seen_at > now() - interval '5 minutes'
$$;

-- Every rule about the time of a room asks this.
create function private.room_closes_at(appointment public.appointments) returns timestamptz
language sql stable security definer set search_path = '' as $$
  select greatest(
    appointment.ends_at,
    appointment.call_started_at + interval '2 hours',
    case
      when exists (select from private.waiting_patients w where w.appointment_id = appointment.id and private.keeps_room_open(w.last_seen_at))
      then appointment.ends_at + interval '60 minutes'
    end
  )
$$;
comment on function private.room_closes_at is 'Definer: nobody reads who waits. Clients cannot call it.';

-- Patients who are gone are marked at once, and their rows are removed when they no longer keep a room open. Every heartbeat does this for
-- its doctor, a scheduled job for all. Rows that somebody else is changing are left alone.
create or replace function private.remove_stale_waiting(doctor uuid, most integer) returns void
language plpgsql security definer set search_path = '' as $$
declare
  gone record;
  doctors uuid[] := array[]::uuid[];
begin
  for gone in
    update private.waiting_patients w set left_at = now()
    from (
      select o.appointment_id from private.waiting_patients o
      where o.left_at is null and not private.is_seen(o.last_seen_at) and (doctor is null or o.doctor_id = doctor)
      order by o.last_seen_at limit most for update skip locked
    ) as stale
    where w.appointment_id = stale.appointment_id
    returning w.appointment_id, w.doctor_id
  loop
    perform realtime.send('{}'::jsonb, 'waiting_changed', 'appointment:' || gone.appointment_id, true);
    if not gone.doctor_id = any (doctors) then
      doctors := doctors || gone.doctor_id;
    end if;
  end loop;
  perform private.announce_waiting(each.id) from unnest(doctors) as each (id);
  delete from private.waiting_patients w
  using (
    select o.appointment_id from private.waiting_patients o
    where not private.keeps_room_open(o.last_seen_at) and (doctor is null or o.doctor_id = doctor)
    order by o.last_seen_at limit most for update skip locked
  ) as stale
  where w.appointment_id = stale.appointment_id;
  delete from private.doctors_in_call d
  using (
    select o.doctor_id from private.doctors_in_call o
    where not private.is_seen(o.last_seen_at) and (doctor is null or o.doctor_id = doctor)
    order by o.last_seen_at limit most for update skip locked
  ) as stale
  where d.doctor_id = stale.doctor_id;
end $$;

-- The two write for as long as the room is open.
create or replace function private.takes_messages(appointment uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.appointments a
    where a.id = appointment and a.erased_at is null and a.status = 'confirmed'
      and (a.user_id = private.me() or a.doctor_id = private.my_doctor_id())
      and (a.call_started_at is not null or now() >= a.starts_at - interval '15 minutes')
      and now() < private.room_closes_at(a)
  )
$$;

-- A doctor who lets a patient wait cannot note that the patient did not come.
create function private.guard_attendance() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if exists (select from private.waiting_patients w where w.appointment_id = new.id and w.left_at is null and private.is_seen(w.last_seen_at)) then
    perform private.fail('patient_is_waiting');
  end if;
  return new;
end $$;
comment on function private.guard_attendance is 'Definer: nobody reads who waits.';

create trigger appointments_guard_attendance before update on public.appointments
  for each row when (new.did_not_come and not old.did_not_come) execute function private.guard_attendance();
