-- Written by `npm run types` from the catalogue. Migrations change the schema; reviews read the difference here.

create table private.doctor_pages (
  doctor_id uuid not null,
  page uuid not null,
  last_seen_at timestamp with time zone not null default now(),
  constraint doctor_pages_doctor_id_fkey FOREIGN KEY (doctor_id) REFERENCES public.doctors(id) ON DELETE CASCADE,
  constraint doctor_pages_pkey PRIMARY KEY (doctor_id, page)
);
CREATE INDEX doctor_pages_last_seen_at_idx ON private.doctor_pages USING btree (last_seen_at);
alter table private.doctor_pages enable row level security;

create table private.waiting_patients (
  appointment_id uuid not null,
  doctor_id uuid not null,
  arrived_at timestamp with time zone not null default now(),
  last_seen_at timestamp with time zone not null default now(),
  left_at timestamp with time zone,
  answer text,
  answered_at timestamp with time zone,
  constraint waiting_patients_appointment_id_fkey FOREIGN KEY (appointment_id) REFERENCES public.appointments(id) ON DELETE CASCADE,
  constraint waiting_patients_doctor_id_fkey FOREIGN KEY (doctor_id) REFERENCES public.doctors(id) ON DELETE CASCADE,
  constraint waiting_patients_pkey PRIMARY KEY (appointment_id),
  constraint waiting_patients_answer_has_a_time CHECK (((answer IS NULL) = (answered_at IS NULL))),
  constraint waiting_patients_answer_is_known CHECK ((answer = ANY (ARRAY['now'::text, 'in_5_minutes'::text])))
);
CREATE INDEX waiting_patients_doctor_id_idx ON private.waiting_patients USING btree (doctor_id);
CREATE INDEX waiting_patients_last_seen_at_idx ON private.waiting_patients USING btree (last_seen_at);
alter table private.waiting_patients enable row level security;

CREATE TRIGGER waiting_patients_announce_end AFTER DELETE ON private.waiting_patients REFERENCING OLD TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION private.announce_end_of_waiting();

CREATE OR REPLACE FUNCTION private.answer_waiting(appointment_id uuid, answer text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  max_answers_an_hour constant integer := 240;
  doctor uuid := private.my_doctor_id();
begin
  if not exists (select from public.appointments a where a.id = answer_waiting.appointment_id and a.doctor_id = doctor) then
    perform private.fail('not_yours');
  end if;
  if not private.is_within_limit('answers to waiting patients:' || doctor, max_answers_an_hour, 60) then
    perform private.fail('too_many_calls', jsonb_build_object('most', max_answers_an_hour));
  end if;
  update private.waiting_patients w set answer = answer_waiting.answer, answered_at = now()
  where w.appointment_id = answer_waiting.appointment_id and w.doctor_id = doctor and w.left_at is null and private.is_seen(w.last_seen_at);
  if not found then
    perform private.fail('not_waiting');
  end if;
  perform private.announce_waiting(doctor);
end $function$;
comment on function private.answer_waiting(uuid,text) is 'Definer: nobody writes who waits. Only the doctor of the appointment can answer.';
grant execute on function private.answer_waiting(uuid,text) to authenticated;

CREATE OR REPLACE FUNCTION private.get_waiting_status(appointment_id uuid)
 RETURNS TABLE(arrived_at timestamp with time zone, starts_at timestamp with time zone, closes_at timestamp with time zone, call_started_at timestamp with time zone, doctor_is_here boolean, doctor_is_busy boolean, doctor_is_online boolean, patients_ahead integer, minutes_late integer, answer text, answered_at timestamp with time zone, asked_at timestamp with time zone)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
begin
  if (select c.part from private.get_call(get_waiting_status.appointment_id) c) <> 'patient' then
    perform private.fail('not_yours');
  end if;
  return query select * from private.waiting_status(get_waiting_status.appointment_id);
end $function$;
comment on function private.get_waiting_status(uuid) is 'Definer: it may ask waiting_status, for the patient of the appointment only.';
grant execute on function private.get_waiting_status(uuid) to authenticated;

CREATE OR REPLACE FUNCTION private.is_online(doctor uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (select from private.doctor_pages p where p.doctor_id = doctor and private.is_seen(p.last_seen_at))
    -- A call shows who waits too.
    or exists (select from private.doctors_in_call d where d.doctor_id = doctor and private.is_seen(d.last_seen_at))
$function$;
comment on function private.is_online(uuid) is 'Definer: nobody reads which pages are open. Clients cannot call it.';

CREATE OR REPLACE FUNCTION private.leave_waiting_room(appointment_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  doctor uuid;
begin
  if (select c.part from private.get_call(leave_waiting_room.appointment_id) c) <> 'patient' then
    perform private.fail('not_yours');
  end if;
  update private.waiting_patients w set left_at = now()
  where w.appointment_id = leave_waiting_room.appointment_id and w.left_at is null returning w.doctor_id into doctor;
  if found then
    perform private.announce_waiting(doctor);
    -- Another page of the same patient may still be waiting: it hears this, and reports itself.
    perform realtime.send('{}'::jsonb, 'waiting_changed', 'appointment:' || leave_waiting_room.appointment_id, true);
  end if;
end $function$;
comment on function private.leave_waiting_room(uuid) is 'Definer: nobody writes who waits. It takes no person: only the patient of the appointment can leave.';
grant execute on function private.leave_waiting_room(uuid) to authenticated;

CREATE OR REPLACE FUNCTION private.list_waiting()
 RETURNS TABLE(appointment_id uuid, first_name text, last_name text, arrived_at timestamp with time zone, starts_at timestamp with time zone, timezone text, answer text, answered_at timestamp with time zone, last_seen_at timestamp with time zone, asked_at timestamp with time zone, guardians jsonb)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select w.appointment_id, p.first_name, p.last_name, w.arrived_at, a.starts_at, a.timezone, w.answer, w.answered_at, w.last_seen_at, now(),
         case when not p.has_account then private.guardians_of(a.user_id) end
  from private.waiting_patients w
  join public.appointments a on a.id = w.appointment_id and a.doctor_id = w.doctor_id and a.status = 'confirmed'
  left join private.profiles_without_health p on p.user_id = a.user_id
  where w.doctor_id = private.my_doctor_id() and w.left_at is null and private.is_seen(w.last_seen_at)
  order by w.arrived_at, w.appointment_id
  limit 50
$function$;
comment on function private.list_waiting() is 'Definer: nobody reads who waits. It takes no argument: doctors get their own patients only.';
grant execute on function private.list_waiting() to authenticated;

CREATE OR REPLACE FUNCTION private.remove_stale_waiting(doctor uuid, most integer)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$;
comment on function private.remove_stale_waiting(uuid,integer) is 'Definer: nobody writes who waits. Clients cannot call it.';

CREATE OR REPLACE FUNCTION private.unwatch_waiting_room(page uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  doctor uuid := private.my_doctor_id();
begin
  delete from private.doctor_pages p where p.doctor_id = doctor and p.page = unwatch_waiting_room.page;
  if found and not private.is_online(doctor) then
    perform private.announce_waiting(doctor);
  end if;
end $function$;
comment on function private.unwatch_waiting_room(uuid) is 'Definer: nobody writes which pages are open. It removes a page of the caller only.';
grant execute on function private.unwatch_waiting_room(uuid) to authenticated;

CREATE OR REPLACE FUNCTION private.wait_for_doctor(appointment_id uuid)
 RETURNS TABLE(arrived_at timestamp with time zone, starts_at timestamp with time zone, closes_at timestamp with time zone, call_started_at timestamp with time zone, doctor_is_here boolean, doctor_is_busy boolean, doctor_is_online boolean, patients_ahead integer, minutes_late integer, answer text, answered_at timestamp with time zone, asked_at timestamp with time zone)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  max_arrivals_an_hour constant integer := 120;
  max_stale constant integer := 50;
  doctor uuid;
  seen record;
begin
  perform private.fail_unless_room_is_open(wait_for_doctor.appointment_id, 'patient');
  select a.doctor_id into doctor from public.appointments a where a.id = wait_for_doctor.appointment_id;
  perform private.remove_stale_waiting(doctor, max_stale);
  if exists (
    select from private.doctors_in_call d
    where d.doctor_id = doctor and d.appointment_id = wait_for_doctor.appointment_id and private.is_seen(d.last_seen_at)
  ) then
    delete from private.waiting_patients w where w.appointment_id = wait_for_doctor.appointment_id;
    return query select * from private.waiting_status(wait_for_doctor.appointment_id);
    return;
  end if;
  select w.left_at, w.last_seen_at into seen from private.waiting_patients w where w.appointment_id = wait_for_doctor.appointment_id;
  if not found or seen.left_at is not null then
    if not private.is_within_limit('waiting:' || private.me(), max_arrivals_an_hour, 60) then
      perform private.fail('too_many_calls', jsonb_build_object('most', max_arrivals_an_hour));
    end if;
    insert into private.waiting_patients as w (appointment_id, doctor_id) values (wait_for_doctor.appointment_id, doctor)
    on conflict on constraint waiting_patients_pkey do update set
      doctor_id = excluded.doctor_id,
      -- A reload keeps the place in the queue, a longer absence does not.
      arrived_at = case when private.is_seen(w.last_seen_at) then w.arrived_at else now() end,
      last_seen_at = now(),
      left_at = null;
    perform private.announce_waiting(doctor);
  elsif not private.is_just_seen(seen.last_seen_at) then
    update private.waiting_patients w set last_seen_at = now() where w.appointment_id = wait_for_doctor.appointment_id;
    perform realtime.send(
      jsonb_build_object('appointment_id', wait_for_doctor.appointment_id), 'waiting_seen', 'doctor:' || doctor || ':waiting', true
    );
  end if;
  return query select * from private.waiting_status(wait_for_doctor.appointment_id);
end $function$;
comment on function private.wait_for_doctor(uuid) is 'Definer: nobody writes who waits. It takes no person: only the patient of the appointment can arrive.';
grant execute on function private.wait_for_doctor(uuid) to authenticated;

CREATE OR REPLACE FUNCTION private.waiting_status(appointment_id uuid)
 RETURNS TABLE(arrived_at timestamp with time zone, starts_at timestamp with time zone, closes_at timestamp with time zone, call_started_at timestamp with time zone, doctor_is_here boolean, doctor_is_busy boolean, doctor_is_online boolean, patients_ahead integer, minutes_late integer, answer text, answered_at timestamp with time zone, asked_at timestamp with time zone)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select w.arrived_at, a.starts_at, private.room_closes_at(a), a.call_started_at,
         here.is_here, other.ends_at is not null, private.is_online(a.doctor_id), ahead.patients::integer,
         case
           when here.is_here or a.call_started_at is not null then 0
           else greatest(0, round(extract(epoch from greatest(now(), other.ends_at) - a.starts_at) / 60))::integer
         end,
         w.answer, w.answered_at, now()
  from public.appointments a
  left join private.waiting_patients w on w.appointment_id = a.id and w.left_at is null and private.is_seen(w.last_seen_at)
  cross join lateral (
    select exists (select from private.doctors_in_call d where d.doctor_id = a.doctor_id and d.appointment_id = a.id and private.is_seen(d.last_seen_at))
  ) as here (is_here)
  left join lateral (
    select o.call_started_at + make_interval(mins => o.session_duration) as ends_at
    from private.doctors_in_call d join public.appointments o on o.id = d.appointment_id
    where d.doctor_id = a.doctor_id and d.appointment_id <> a.id and private.is_seen(d.last_seen_at) and o.call_started_at is not null
  ) as other on true
  cross join lateral (
    select count(*) from private.waiting_patients p join public.appointments o on o.id = p.appointment_id
    where p.doctor_id = a.doctor_id and p.left_at is null and private.is_seen(p.last_seen_at) and o.starts_at < a.starts_at
  ) as ahead (patients)
  where a.id = waiting_status.appointment_id
$function$;
comment on function private.waiting_status(uuid) is 'Definer: patients never read each other''s appointments. Clients cannot call it.';

CREATE OR REPLACE FUNCTION private.watch_waiting_room(page uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  max_pages constant integer := 20;
  max_changes_an_hour constant integer := 600;
  doctor uuid := private.my_doctor_id();
  was_online boolean;
  last_seen timestamptz;
begin
  if doctor is null or watch_waiting_room.page is null then
    perform private.fail('not_yours');
  end if;
  select p.last_seen_at into last_seen from private.doctor_pages p where p.doctor_id = doctor and p.page = watch_waiting_room.page;
  if private.is_just_seen(last_seen) then
    return;
  end if;
  was_online := private.is_online(doctor);
  if last_seen is null then
    if not private.is_within_limit('pages of the waiting room:' || doctor, max_changes_an_hour, 60) then
      perform private.fail('too_many_calls', jsonb_build_object('most', max_changes_an_hour));
    end if;
    delete from private.doctor_pages p where p.doctor_id = doctor and not private.is_seen(p.last_seen_at);
    -- With so many pages the doctor is online anyway.
    if (select count(*) from private.doctor_pages p where p.doctor_id = doctor) >= max_pages then
      return;
    end if;
  end if;
  insert into private.doctor_pages (doctor_id, page) values (doctor, watch_waiting_room.page)
  on conflict on constraint doctor_pages_pkey do update set last_seen_at = now();
  if not was_online then
    perform private.announce_waiting(doctor);
  end if;
end $function$;
comment on function private.watch_waiting_room(uuid) is 'Definer: nobody writes which pages are open. It takes no person: doctors report their own pages.';
grant execute on function private.watch_waiting_room(uuid) to authenticated;

CREATE OR REPLACE FUNCTION public.answer_waiting(appointment_id uuid, answer text)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$ select private.answer_waiting(answer_waiting.appointment_id, answer_waiting.answer) $function$;
grant execute on function public.answer_waiting(uuid,text) to authenticated;

CREATE OR REPLACE FUNCTION public.get_waiting_status(appointment_id uuid)
 RETURNS TABLE(arrived_at timestamp with time zone, starts_at timestamp with time zone, closes_at timestamp with time zone, call_started_at timestamp with time zone, doctor_is_here boolean, doctor_is_busy boolean, doctor_is_online boolean, patients_ahead integer, minutes_late integer, answer text, answered_at timestamp with time zone, asked_at timestamp with time zone)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$ select * from private.get_waiting_status(get_waiting_status.appointment_id) $function$;
grant execute on function public.get_waiting_status(uuid) to authenticated;

CREATE OR REPLACE FUNCTION public.leave_waiting_room(appointment_id uuid)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$ select private.leave_waiting_room(leave_waiting_room.appointment_id) $function$;
grant execute on function public.leave_waiting_room(uuid) to authenticated;

CREATE OR REPLACE FUNCTION public.list_waiting()
 RETURNS TABLE(appointment_id uuid, first_name text, last_name text, arrived_at timestamp with time zone, starts_at timestamp with time zone, timezone text, answer text, answered_at timestamp with time zone, last_seen_at timestamp with time zone, asked_at timestamp with time zone, guardians jsonb)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$ select * from private.list_waiting() $function$;
grant execute on function public.list_waiting() to authenticated;

CREATE OR REPLACE FUNCTION public.unwatch_waiting_room(page uuid)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$ select private.unwatch_waiting_room(unwatch_waiting_room.page) $function$;
grant execute on function public.unwatch_waiting_room(uuid) to authenticated;

CREATE OR REPLACE FUNCTION public.wait_for_doctor(appointment_id uuid)
 RETURNS TABLE(arrived_at timestamp with time zone, starts_at timestamp with time zone, closes_at timestamp with time zone, call_started_at timestamp with time zone, doctor_is_here boolean, doctor_is_busy boolean, doctor_is_online boolean, patients_ahead integer, minutes_late integer, answer text, answered_at timestamp with time zone, asked_at timestamp with time zone)
 LANGUAGE sql
 SET search_path TO ''
AS $function$ select * from private.wait_for_doctor(wait_for_doctor.appointment_id) $function$;
grant execute on function public.wait_for_doctor(uuid) to authenticated;

CREATE OR REPLACE FUNCTION public.watch_waiting_room(page uuid)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$ select private.watch_waiting_room(watch_waiting_room.page) $function$;
grant execute on function public.watch_waiting_room(uuid) to authenticated;
