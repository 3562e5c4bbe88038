-- Written by `npm run types` from the catalogue. Migrations change the schema; reviews read the difference here.

alter publication supabase_realtime set table public.appointment_files, public.appointment_messages, public.appointments, public.contact_messages, public.doctor_availability;

alter publication supabase_realtime_messages_publication set table realtime.messages;

create policy "messages: people hear slots, their appointments and their own w" on realtime.messages
  for select to authenticated
  using ((topic = ( SELECT realtime.topic() AS topic)) AND (((extension = 'broadcast'::text) AND (( SELECT private.may_read_topic() AS may_read_topic) OR ( SELECT private.is_own_waiting_topic() AS is_own_waiting_topic))) OR ((extension = ANY (ARRAY['broadcast'::text, 'presence'::text])) AND ( SELECT private.may_join_topic() AS may_join_topic))));

create policy "messages: the two of a confirmed appointment speak" on realtime.messages
  for insert to authenticated
  with check ((topic = ( SELECT realtime.topic() AS topic)) AND (extension = ANY (ARRAY['broadcast'::text, 'presence'::text])) AND ( SELECT private.may_join_topic() AS may_join_topic));

CREATE OR REPLACE FUNCTION private.announce_changed_slots()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.announce_slots(changed.doctor_id) from (select distinct doctor_id from changed_rows) as changed;
  if tg_table_name in ('doctor_availability', 'doctor_extra_hours', 'doctor_leave') then
    perform private.announce_hours(changed.doctor_id) from (select distinct doctor_id from changed_rows) as changed;
  end if;
  return null;
end $function$;
comment on function private.announce_changed_slots() is 'Definer: clients change the schedule and may not call announce_slots.';

CREATE OR REPLACE FUNCTION private.announce_end_of_waiting()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.announce_waiting(ended.doctor_id) from (select distinct doctor_id from changed_rows) as ended;
  perform realtime.send('{}'::jsonb, 'waiting_changed', 'appointment:' || ended.appointment_id, true) from changed_rows as ended;
  return null;
end $function$;
comment on function private.announce_end_of_waiting() is 'Definer: as announce_waiting.';

CREATE OR REPLACE FUNCTION private.announce_hours(doctor_id uuid)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select realtime.send(jsonb_build_object('doctor_id', doctor_id), 'hours_changed', 'doctors:hours', true)
$function$;
comment on function private.announce_hours(uuid) is 'Definer: nobody may write to this topic.';

CREATE OR REPLACE FUNCTION private.announce_removed_file()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform realtime.send(jsonb_build_object('file_id', old.id), 'file_removed', 'appointment:' || old.appointment_id, true);
  return null;
end $function$;
comment on function private.announce_removed_file() is 'Definer: whoever removes a file need not be allowed to send to the appointment''s topic.';

CREATE OR REPLACE FUNCTION private.announce_row()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.announce_slots(case tg_table_name when 'doctors' then new.id else (to_jsonb(new) ->> 'doctor_id')::uuid end);
  if tg_table_name = 'doctors' then
    perform private.announce_hours(new.id);
  end if;
  return null;
end $function$;
comment on function private.announce_row() is 'Definer: clients change the row and may not call announce_slots.';

CREATE OR REPLACE FUNCTION private.announce_slots(doctor_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform realtime.send('{}'::jsonb, 'slots_changed', 'doctor:' || doctor_id || ':slots', true);
end $function$;
comment on function private.announce_slots(uuid) is 'Definer: nobody may send to the topic of a doctor''s slots.';

CREATE OR REPLACE FUNCTION private.announce_waiting(doctor uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform realtime.send('{}'::jsonb, 'waiting_changed', 'doctor:' || doctor || ':waiting', true);
  perform realtime.send('{}'::jsonb, 'waiting_changed', 'appointment:' || w.appointment_id, true)
  from private.waiting_patients w where w.doctor_id = doctor and w.left_at is null;
end $function$;
comment on function private.announce_waiting(uuid) is 'Definer: nobody may write to the topic of a doctor, nor read who waits.';

CREATE OR REPLACE FUNCTION private.is_own_waiting_topic()
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(private.uuid_or_null(substring(realtime.topic() from '^doctor:(.*):waiting$')) = private.my_doctor_id(), false)
$function$;
comment on function private.is_own_waiting_topic() is 'Definer: policies of messages ask it, as may_join_topic.';
grant execute on function private.is_own_waiting_topic() to authenticated;

CREATE OR REPLACE FUNCTION private.may_join_topic()
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (
    select from public.appointments a
    where a.id = private.uuid_or_null(substring(realtime.topic() from '^appointment:(.*)$'))
      and a.status = 'confirmed'
      and ((a.user_id = any (private.my_people()) and a.call_ended_at is null) or a.doctor_id = private.my_doctor_id())
  )
  or coalesce(private.uuid_or_null(substring(realtime.topic() from '^video-test:([^:]*):')) = private.me(), false)
$function$;
comment on function private.may_join_topic() is 'Definer: policies of messages ask it about appointments.';
grant execute on function private.may_join_topic() to authenticated;

CREATE OR REPLACE FUNCTION private.may_read_topic()
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select realtime.topic() ~ '^doctor:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}:slots$'
    or (realtime.topic() = 'doctors:hours' and (private.my_doctor_id() is not null or private.is_admin()))
$function$;
grant execute on function private.may_read_topic() to authenticated;
