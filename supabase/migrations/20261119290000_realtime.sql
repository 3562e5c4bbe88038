-- Live changes and topics. Only the database writes to the topic of a doctor's slots, of the waiting room and of hours.
-- Open calendars hear of changed working hours, extra hours and leave: event `hours_changed` on the private topic `doctors:hours`.
-- Deletions are not published, so the database broadcasts what changed, and for whom. Calendars fetch the rest with their reader's rights.

-- Bodies of functions may mention what a later file makes.
set check_function_bodies = off;

-- What is seen live, and by whom: the policies of each table decide who reads a row. Deletions cannot be checked against policies, so they
-- are not published.
alter publication supabase_realtime set (publish = 'insert, update');
alter publication supabase_realtime add table
  public.appointments, public.doctor_availability, public.appointment_files, public.appointment_messages, public.contact_messages;

create function private.may_read_topic() returns boolean
language sql stable set search_path = '' as $$
  select realtime.topic() ~ '^doctor:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}:slots$'
    or (realtime.topic() = 'doctors:hours' and (private.my_doctor_id() is not null or private.is_admin()))
$$;
grant execute on function private.may_read_topic to authenticated;

-- The topic of an appointment is closed to the patient of a call that has ended. Everybody is alone on a topic that begins with their own
-- id, for the echo of the connection test.
create function private.may_join_topic() returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.appointments a
    where a.id = private.uuid_or_null(substring(realtime.topic() from '^appointment:(.*)$'))
      and a.status = 'confirmed'
      and ((a.user_id = private.me() and a.call_ended_at is null) or a.doctor_id = private.my_doctor_id())
  )
  or coalesce(private.uuid_or_null(substring(realtime.topic() from '^video-test:([^:]*):')) = private.me(), false)
$$;
comment on function private.may_join_topic is 'Definer: policies of messages ask it about appointments.';
grant execute on function private.may_join_topic to authenticated;

-- The topic becomes a uuid, not the id text: the comparison is then a single lookup.
create function private.is_own_waiting_topic() returns boolean
language sql stable security definer set search_path = '' as $$
  select coalesce(private.uuid_or_null(substring(realtime.topic() from '^doctor:(.*):waiting$')) = private.my_doctor_id(), false)
$$;
comment on function private.is_own_waiting_topic is 'Definer: policies of messages ask it, as may_join_topic.';
grant execute on function private.is_own_waiting_topic to authenticated;

create policy "messages: the two of a confirmed appointment speak" on realtime.messages
  for insert to authenticated with check (
    topic = (select realtime.topic()) and extension in ('broadcast', 'presence') and (select private.may_join_topic())
  );
create policy "messages: people hear slots, their appointments and their own waiting room" on realtime.messages
  for select to authenticated using (
    topic = (select realtime.topic())
    and (
      (extension = 'broadcast' and ((select private.may_read_topic()) or (select private.is_own_waiting_topic())))
      or (extension in ('broadcast', 'presence') and (select private.may_join_topic()))
    )
  );

-- Patients may not see each other's appointments: that somebody took a time reaches them as a broadcast without data.
-- Definer: nobody may write to this topic.
create function private.announce_slots(doctor_id uuid) returns void
language sql security definer set search_path = '' as $$
  select realtime.send('{}'::jsonb, 'slots_changed', 'doctor:' || doctor_id || ':slots', true)
$$;
comment on function private.announce_slots is 'Definer: nobody may send to the topic of a doctor''s slots.';

create function private.announce_hours(doctor_id uuid) returns void
language sql security definer set search_path = '' as $$
  select realtime.send(jsonb_build_object('doctor_id', doctor_id), 'hours_changed', 'doctors:hours', true)
$$;
comment on function private.announce_hours is 'Definer: nobody may write to this topic.';

-- Changed hours are announced to calendars too.
create function private.announce_changed_slots() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.announce_slots(changed.doctor_id) from (select distinct doctor_id from changed_rows) as changed;
  if tg_table_name in ('doctor_availability', 'doctor_extra_hours', 'doctor_leave') then
    perform private.announce_hours(changed.doctor_id) from (select distinct doctor_id from changed_rows) as changed;
  end if;
  return null;
end $$;
comment on function private.announce_changed_slots is 'Definer: clients change the schedule and may not call announce_slots.';
create trigger appointments_announce_new after insert on public.appointments
  referencing new table as changed_rows for each statement execute function private.announce_changed_slots();
create trigger doctor_availability_announce_new after insert on public.doctor_availability
  referencing new table as changed_rows for each statement execute function private.announce_changed_slots();
create trigger doctor_availability_announce_changed after update on public.doctor_availability
  referencing new table as changed_rows for each statement execute function private.announce_changed_slots();
create trigger doctor_availability_announce_gone after delete on public.doctor_availability
  referencing old table as changed_rows for each statement execute function private.announce_changed_slots();
create trigger doctor_leave_announce_new after insert on public.doctor_leave
  referencing new table as changed_rows for each statement execute function private.announce_changed_slots();
create trigger doctor_leave_announce_changed after update on public.doctor_leave
  referencing new table as changed_rows for each statement execute function private.announce_changed_slots();
create trigger doctor_leave_announce_gone after delete on public.doctor_leave
  referencing old table as changed_rows for each statement execute function private.announce_changed_slots();
create trigger slot_holds_announce_new after insert on private.slot_holds
  referencing new table as changed_rows for each statement execute function private.announce_changed_slots();
create trigger slot_holds_announce_gone after delete on private.slot_holds
  referencing old table as changed_rows for each statement execute function private.announce_changed_slots();
create trigger doctor_extra_hours_announce_new after insert on public.doctor_extra_hours
  referencing new table as changed_rows for each statement execute function private.announce_changed_slots();
create trigger doctor_extra_hours_announce_changed after update on public.doctor_extra_hours
  referencing new table as changed_rows for each statement execute function private.announce_changed_slots();
create trigger doctor_extra_hours_announce_gone after delete on public.doctor_extra_hours
  referencing old table as changed_rows for each statement execute function private.announce_changed_slots();

-- A note or a call moves no slot; a cancellation does, and so do a doctor's settings. A calendar shows a doctor's zone and session length.
create function private.announce_row() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.announce_slots(case tg_table_name when 'doctors' then new.id else (to_jsonb(new) ->> 'doctor_id')::uuid end);
  if tg_table_name = 'doctors' then
    perform private.announce_hours(new.id);
  end if;
  return null;
end $$;
comment on function private.announce_row is 'Definer: clients change the row and may not call announce_slots.';
create trigger appointments_announce_status after update on public.appointments
  for each row when ((old.status = 'cancelled') is distinct from (new.status = 'cancelled')) execute function private.announce_row();
create trigger doctors_announce_settings after update on public.doctors
  for each row when (
    (
      old.available, old.timezone, old.session_duration, old.booking_notice_hours, old.booking_horizon_days, old.gap_minutes,
      old.max_appointments_per_day
    ) is distinct from (
      new.available, new.timezone, new.session_duration, new.booking_notice_hours, new.booking_horizon_days, new.gap_minutes,
      new.max_appointments_per_day
    )
  )
  execute function private.announce_row();
create trigger appointments_announce_move after update on public.appointments
  for each row when (old.reschedule_count <> new.reschedule_count) execute function private.announce_row();

create function private.announce_removed_file() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform realtime.send(jsonb_build_object('file_id', old.id), 'file_removed', 'appointment:' || old.appointment_id, true);
  return null;
end $$;
comment on function private.announce_removed_file is 'Definer: whoever removes a file need not be allowed to send to the appointment''s topic.';
create trigger appointment_files_announce_removed after delete on public.appointment_files
  for each row execute function private.announce_removed_file();

-- Messages without data: whoever hears one asks again, with their own rights. Patients hear it on the topic of their own appointment.
create function private.announce_waiting(doctor uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform realtime.send('{}'::jsonb, 'waiting_changed', 'doctor:' || doctor || ':waiting', true);
  perform realtime.send('{}'::jsonb, 'waiting_changed', 'appointment:' || w.appointment_id, true)
  from private.waiting_patients w where w.doctor_id = doctor and w.left_at is null;
end $$;
comment on function private.announce_waiting is 'Definer: nobody may write to the topic of a doctor, nor read who waits.';

create function private.announce_end_of_waiting() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.announce_waiting(ended.doctor_id) from (select distinct doctor_id from changed_rows) as ended;
  perform realtime.send('{}'::jsonb, 'waiting_changed', 'appointment:' || ended.appointment_id, true) from changed_rows as ended;
  return null;
end $$;
comment on function private.announce_end_of_waiting is 'Definer: as announce_waiting.';
create trigger waiting_patients_announce_end after delete on private.waiting_patients
  referencing old table as changed_rows for each statement execute function private.announce_end_of_waiting();
create trigger doctors_in_call_announce_end after delete on private.doctors_in_call
  referencing old table as changed_rows for each statement execute function private.announce_end_of_waiting();

