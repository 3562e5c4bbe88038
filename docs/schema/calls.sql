-- Written by `npm run types` from the catalogue. Migrations change the schema; reviews read the difference here.

create table private.call_visits (
  appointment_id uuid not null,
  part text not null,
  at timestamp with time zone not null default now(),
  constraint call_visits_appointment_id_fkey FOREIGN KEY (appointment_id) REFERENCES public.appointments(id) ON DELETE CASCADE,
  constraint call_visits_pkey PRIMARY KEY (appointment_id, part),
  constraint call_visits_part_is_known CHECK ((part = ANY (ARRAY['patient'::text, 'doctor'::text])))
);
alter table private.call_visits enable row level security;

create table private.doctors_in_call (
  doctor_id uuid not null,
  appointment_id uuid not null,
  last_seen_at timestamp with time zone not null default now(),
  constraint doctors_in_call_appointment_id_fkey FOREIGN KEY (appointment_id) REFERENCES public.appointments(id) ON DELETE CASCADE,
  constraint doctors_in_call_doctor_id_fkey FOREIGN KEY (doctor_id) REFERENCES public.doctors(id) ON DELETE CASCADE,
  constraint doctors_in_call_pkey PRIMARY KEY (doctor_id)
);
CREATE INDEX doctors_in_call_appointment_id_idx ON private.doctors_in_call USING btree (appointment_id);
CREATE INDEX doctors_in_call_last_seen_at_idx ON private.doctors_in_call USING btree (last_seen_at);
alter table private.doctors_in_call enable row level security;

CREATE TRIGGER doctors_in_call_announce_end AFTER DELETE ON private.doctors_in_call REFERENCING OLD TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION private.announce_end_of_waiting();

CREATE OR REPLACE FUNCTION private.attend_call(appointment_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  max_changes_an_hour constant integer := 240;
  doctor uuid := private.my_doctor_id();
  seen record;
begin
  perform private.fail_unless_room_is_open(attend_call.appointment_id, 'doctor');
  select d.appointment_id, d.last_seen_at into seen from private.doctors_in_call d where d.doctor_id = doctor;
  if found and seen.appointment_id = attend_call.appointment_id and private.is_seen(seen.last_seen_at) then
    if not private.is_just_seen(seen.last_seen_at) then
      update private.doctors_in_call d set last_seen_at = now() where d.doctor_id = doctor;
    end if;
  else
    if not private.is_within_limit('attending:' || doctor, max_changes_an_hour, 60) then
      perform private.fail('too_many_calls', jsonb_build_object('most', max_changes_an_hour));
    end if;
    insert into private.doctors_in_call (doctor_id, appointment_id) values (doctor, attend_call.appointment_id)
    on conflict on constraint doctors_in_call_pkey do update set appointment_id = excluded.appointment_id, last_seen_at = now();
    perform private.announce_waiting(doctor);
  end if;
  delete from private.waiting_patients w where w.appointment_id = attend_call.appointment_id;
end $function$;
comment on function private.attend_call(uuid) is 'Definer: nobody writes who is in a call. Only the doctor of the appointment can.';
grant execute on function private.attend_call(uuid) to authenticated;

CREATE OR REPLACE FUNCTION private.end_call(appointment_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  max_an_hour constant integer := 120;
  doctor uuid := private.my_doctor_id();
begin
  if not exists (select from public.appointments a where a.id = end_call.appointment_id and a.doctor_id = doctor) then
    perform private.fail('not_yours');
  end if;
  if not private.is_within_limit('ending calls:' || doctor, max_an_hour, 60) then
    perform private.fail('too_many_calls', jsonb_build_object('most', max_an_hour));
  end if;
  -- A room in which the two never met is only left: the patient may still come.
  update public.appointments a set call_ended_at = now()
  where a.id = end_call.appointment_id and a.status = 'confirmed' and a.call_started_at is not null and a.call_ended_at is null;
  delete from private.doctors_in_call d where d.doctor_id = doctor and d.appointment_id = end_call.appointment_id;
end $function$;
comment on function private.end_call(uuid) is 'Definer: nobody may say that a call has ended but the doctor of the appointment, whom it asks for first.';
grant execute on function private.end_call(uuid) to authenticated;

CREATE OR REPLACE FUNCTION private.end_waiting()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  delete from private.waiting_patients w where w.appointment_id = new.id;
  if new.status <> 'confirmed' or new.starts_at <> old.starts_at or new.call_ended_at is not null then
    delete from private.doctors_in_call d where d.appointment_id = new.id;
  end if;
  -- A consultation has begun: the doctor's other patients read that.
  if new.call_started_at is not null and old.call_started_at is null then
    perform private.announce_waiting(new.doctor_id);
  end if;
  return null;
end $function$;
comment on function private.end_waiting() is 'Definer: nobody writes who waits.';

CREATE OR REPLACE FUNCTION private.fail_unless_room_is_open(appointment_id uuid, wanted_part text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  call record;
begin
  select * into call from private.get_call(fail_unless_room_is_open.appointment_id);
  if call.part <> wanted_part then
    perform private.fail('not_yours');
  end if;
  if call.status <> 'confirmed' then
    perform private.fail('room_not_confirmed', jsonb_build_object('status', call.status));
  end if;
  if now() < call.opens_at then
    perform private.fail('room_too_early', jsonb_build_object('minutes', ceil(extract(epoch from call.opens_at - now()) / 60)::integer));
  end if;
  if call.part = 'patient' and call.call_ended_at is not null then
    perform private.fail('call_ended');
  end if;
  if now() >= call.closes_at then
    perform private.fail('room_over');
  end if;
end $function$;
comment on function private.fail_unless_room_is_open(uuid,text) is 'Definer: as get_call. Clients cannot call it.';

CREATE OR REPLACE FUNCTION private.get_call(appointment_id uuid, OUT part text, OUT status public.appointment_status, OUT code text, OUT opens_at timestamp with time zone, OUT closes_at timestamp with time zone, OUT call_started_at timestamp with time zone, OUT call_ended_at timestamp with time zone)
 RETURNS record
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  select case when a.doctor_id = private.my_doctor_id() then 'doctor' else 'patient' end,
         a.status,
         'BKV-' || upper(left(a.id::text, 8)) || '-' || to_char(a.appointment_date, 'YYMMDD'),
         a.starts_at - interval '15 minutes',
         private.room_closes_at(a),
         a.call_started_at,
         a.call_ended_at
  into part, status, code, opens_at, closes_at, call_started_at, call_ended_at
  from public.appointments a
  where a.id = get_call.appointment_id and (a.user_id = any (private.my_people()) or a.doctor_id = private.my_doctor_id());
  if not found then
    perform private.fail('not_yours');
  end if;
end $function$;
comment on function private.get_call(uuid) is 'Definer: a doctor''s rights depend on a record and a role. Other people''s appointments and missing ones look the same.';
grant execute on function private.get_call(uuid) to authenticated;

CREATE OR REPLACE FUNCTION private.is_just_seen(last_seen_at timestamp with time zone)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select last_seen_at > now() - interval '5 seconds'
$function$;

CREATE OR REPLACE FUNCTION private.is_seen(last_seen_at timestamp with time zone)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select last_seen_at > now() - interval '30 seconds'
$function$;

CREATE OR REPLACE FUNCTION private.keeps_room_open(last_seen_at timestamp with time zone)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select last_seen_at > now() - interval '5 minutes'
$function$;

CREATE OR REPLACE FUNCTION private.leave_call(appointment_id uuid)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  delete from private.doctors_in_call d where d.doctor_id = private.my_doctor_id() and d.appointment_id = leave_call.appointment_id
$function$;
comment on function private.leave_call(uuid) is 'Definer: nobody writes who is in a call. It removes the caller''s own row only.';
grant execute on function private.leave_call(uuid) to authenticated;

CREATE OR REPLACE FUNCTION private.open_call(appointment_id uuid, given_code text, marks boolean, OUT part text, OUT expires_at timestamp with time zone)
 RETURNS record
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  longest constant interval := interval '2 hours';
  most_an_hour constant integer := 120;
  call record;
begin
  perform private.get_call(open_call.appointment_id);
  -- Two who come at the same moment wait for each other, or neither would see that both are here.
  perform from public.appointments a where a.id = open_call.appointment_id for update;
  select * into call from private.get_call(open_call.appointment_id);
  if call.status <> 'confirmed' then
    perform private.fail('room_not_confirmed', jsonb_build_object('status', call.status));
  end if;
  if upper(regexp_replace(given_code, '\s', '', 'g')) <> call.code then
    perform private.fail('wrong_code', jsonb_build_object('expected', call.code));
  end if;
  perform private.fail_unless_room_is_open(open_call.appointment_id, call.part);
  if not private.is_within_limit('call:' || private.me(), most_an_hour, 60) then
    perform private.fail('too_many_calls', jsonb_build_object('most', most_an_hour));
  end if;
  part := call.part;
  -- The room outlives the window by the longest call that can still start in it.
  expires_at := greatest(call.closes_at, coalesce(call.call_started_at, call.closes_at) + longest);
  if not marks then
    return;
  end if;
  insert into private.call_visits (appointment_id, part) values (open_call.appointment_id, call.part)
  on conflict on constraint call_visits_pkey do update set at = now();
  update public.appointments a set call_started_at = coalesce(a.call_started_at, now()), call_ended_at = null
  where a.id = open_call.appointment_id and (a.call_started_at is null or a.call_ended_at is not null)
    and (select count(*) from private.call_visits v where v.appointment_id = a.id) = 2;
end $function$;
comment on function private.open_call(uuid,text,boolean) is 'Definer: nobody may write visits, nor say that a call has started.';
grant execute on function private.open_call(uuid,text,boolean) to authenticated;

CREATE OR REPLACE FUNCTION private.room_closes_at(appointment public.appointments)
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select greatest(
    appointment.ends_at,
    appointment.call_started_at + interval '2 hours',
    case
      when exists (select from private.waiting_patients w where w.appointment_id = appointment.id and private.keeps_room_open(w.last_seen_at))
      then appointment.ends_at + interval '60 minutes'
    end
  )
$function$;
comment on function private.room_closes_at(public.appointments) is 'Definer: nobody reads who waits. Clients cannot call it.';

CREATE OR REPLACE FUNCTION public.attend_call(appointment_id uuid)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$ select private.attend_call(attend_call.appointment_id) $function$;
grant execute on function public.attend_call(uuid) to authenticated;

CREATE OR REPLACE FUNCTION public.end_call(appointment_id uuid)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$ select private.end_call(end_call.appointment_id) $function$;
grant execute on function public.end_call(uuid) to authenticated;

CREATE OR REPLACE FUNCTION public.get_call(appointment_id uuid)
 RETURNS TABLE(part text, status public.appointment_status, code text, opens_at timestamp with time zone, closes_at timestamp with time zone, call_started_at timestamp with time zone, call_ended_at timestamp with time zone)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select * from private.get_call(get_call.appointment_id)
$function$;
grant execute on function public.get_call(uuid) to authenticated;

CREATE OR REPLACE FUNCTION public.leave_call(appointment_id uuid)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$ select private.leave_call(leave_call.appointment_id) $function$;
grant execute on function public.leave_call(uuid) to authenticated;

CREATE OR REPLACE FUNCTION public.open_call(appointment_id uuid, code text DEFAULT NULL::text, marks boolean DEFAULT true)
 RETURNS TABLE(part text, expires_at timestamp with time zone)
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select * from private.open_call(open_call.appointment_id, open_call.code, open_call.marks)
$function$;
grant execute on function public.open_call(uuid,text,boolean) to authenticated;
