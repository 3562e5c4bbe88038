-- What is seen live, and by whom. Deletions cannot be checked against policies, so they are not published.
alter publication supabase_realtime set (publish = 'insert, update');
alter publication supabase_realtime add table public.appointments, public.doctor_availability, public.appointment_files;

-- Patients may not see each other's appointments: that somebody took a time reaches them as a broadcast without data.
-- Definer: nobody may write to this topic.
create function private.announce_slots(doctor_id uuid) returns void
language sql security definer set search_path = '' as $$
  select realtime.send('{}'::jsonb, 'slots_changed', 'doctor:' || doctor_id || ':slots', true)
$$;

create function private.announce_changed_slots() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.announce_slots(changed.doctor_id) from (select distinct doctor_id from changed_rows) as changed;
  return null;
end $$;

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

-- A note or a call moves no slot; a cancellation does, and so do a doctor's settings.
create function private.announce_row() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.announce_slots(case tg_table_name when 'doctors' then new.id else (to_jsonb(new) ->> 'doctor_id')::uuid end);
  return null;
end $$;

create trigger appointments_announce_status after update on public.appointments
  for each row when ((old.status = 'cancelled') is distinct from (new.status = 'cancelled')) execute function private.announce_row();
create trigger doctors_announce_settings after update on public.doctors
  for each row when ((old.available, old.timezone, old.session_duration) is distinct from (new.available, new.timezone, new.session_duration))
  execute function private.announce_row();

create function private.announce_removed_file() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform realtime.send(jsonb_build_object('file_id', old.id), 'file_removed', 'appointment:' || old.appointment_id, true);
  return null;
end $$;

create trigger appointment_files_announce_removed after delete on public.appointment_files
  for each row execute function private.announce_removed_file();

create function private.is_slots_topic() returns boolean
language sql stable set search_path = '' as $$
  select realtime.topic() ~ '^doctor:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}:slots$'
$$;

-- The topic becomes a uuid, not the ids text: the planner then uses the primary key.
create function private.may_join_topic() returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.appointments a
    where a.id = private.uuid_or_null(substring(realtime.topic() from '^appointment:(.*)$'))
      and a.status = 'confirmed'
      and (a.user_id = private.me() or a.doctor_id = private.my_doctor_id())
  )
$$;

create policy "messages: signed-in people hear slots, the two of a confirmed appointment each other" on realtime.messages
  for select to authenticated using (
    topic = (select realtime.topic())
    and (
      (extension = 'broadcast' and (select private.is_slots_topic()))
      or (extension in ('broadcast', 'presence') and (select private.may_join_topic()))
    )
  );
create policy "messages: the two of a confirmed appointment speak" on realtime.messages
  for insert to authenticated with check (
    topic = (select realtime.topic()) and extension in ('broadcast', 'presence') and (select private.may_join_topic())
  );

grant execute on function private.is_slots_topic, private.may_join_topic to authenticated;
