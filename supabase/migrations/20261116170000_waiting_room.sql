-- The waiting room: a patient who is in the room of a call before the doctor is waiting. The doctor reads who waits and since when, and
-- answers; the patient reads an honest status. Both pages report every few seconds that they are still open.

create table private.waiting_patients (
  appointment_id uuid primary key references public.appointments (id) on delete cascade,
  doctor_id uuid not null references public.doctors (id) on delete cascade,
  arrived_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  -- A reload looks like leaving and coming back. The row stays until it is stale, so that the place in the queue is kept.
  left_at timestamptz,
  answer text constraint waiting_patients_answer_is_known check (answer in ('now', 'in_5_minutes')),
  answered_at timestamptz,
  constraint waiting_patients_answer_has_a_time check ((answer is null) = (answered_at is null))
);
create index waiting_patients_doctor_id_idx on private.waiting_patients (doctor_id);
create index waiting_patients_last_seen_at_idx on private.waiting_patients (last_seen_at);
alter table private.waiting_patients enable row level security;

-- The call that a doctor is in at the moment. Only with this can the others read that the doctor is in another consultation.
create table private.doctors_in_call (
  doctor_id uuid primary key references public.doctors (id) on delete cascade,
  appointment_id uuid not null references public.appointments (id) on delete cascade,
  last_seen_at timestamptz not null default now()
);
create index doctors_in_call_appointment_id_idx on private.doctors_in_call (appointment_id);
create index doctors_in_call_last_seen_at_idx on private.doctors_in_call (last_seen_at);
alter table private.doctors_in_call enable row level security;

-- A row older than this counts for nothing: its page was closed, or has no connection.
create function private.is_seen(last_seen_at timestamptz) returns boolean
language sql stable set search_path = '' as $$
  select last_seen_at > now() - interval '30 seconds'
$$;

-- Pages send a heartbeat every 12 seconds. What comes sooner than this writes nothing.
create function private.is_just_seen(last_seen_at timestamptz) returns boolean
language sql stable set search_path = '' as $$
  select last_seen_at > now() - interval '5 seconds'
$$;

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

-- Every heartbeat does this for its doctor, a scheduled job for all. Rows that somebody else is changing are left alone.
create function private.remove_stale_waiting(doctor uuid, most integer) returns void
language plpgsql security definer set search_path = '' as $$
begin
  delete from private.waiting_patients w
  using (
    select o.appointment_id from private.waiting_patients o
    where not private.is_seen(o.last_seen_at) and (doctor is null or o.doctor_id = doctor)
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
comment on function private.remove_stale_waiting is 'Definer: nobody writes who waits. Clients cannot call it.';

-- Waiting ends with the appointment, with a move, and when the call begins.
create function private.end_waiting() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from private.waiting_patients w where w.appointment_id = new.id;
  if new.status <> 'confirmed' or new.starts_at <> old.starts_at then
    delete from private.doctors_in_call d where d.appointment_id = new.id;
  end if;
  -- A consultation has begun: the doctor's other patients read that.
  if new.call_started_at is not null and old.call_started_at is null then
    perform private.announce_waiting(new.doctor_id);
  end if;
  return null;
end $$;
comment on function private.end_waiting is 'Definer: nobody writes who waits.';

create trigger appointments_end_waiting after update on public.appointments
  for each row when (
    old.status = 'confirmed'
    and (old.status, old.starts_at, old.doctor_id, old.call_started_at) is distinct from (new.status, new.starts_at, new.doctor_id, new.call_started_at)
  ) execute function private.end_waiting();

create function private.fail_unless_room_is_open(appointment_id uuid, wanted_part text) returns void
language plpgsql security definer set search_path = '' as $$
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
  if now() >= call.closes_at then
    perform private.fail('room_over');
  end if;
end $$;
comment on function private.fail_unless_room_is_open is 'Definer: as get_call. Clients cannot call it.';

-- Late is counted from the start of the appointment to now, or to when the other consultation should end. Those ahead are counted, never
-- named: they wait for an earlier appointment.
create function private.waiting_status(appointment_id uuid) returns table (
  arrived_at timestamptz, starts_at timestamptz, doctor_is_here boolean, doctor_is_busy boolean, patients_ahead integer,
  minutes_late integer, answer text, answered_at timestamptz, asked_at timestamptz
)
language sql stable security definer set search_path = '' as $$
  select w.arrived_at, a.starts_at, here.is_here, other.ends_at is not null, ahead.patients::integer,
         case
           when here.is_here then 0
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
$$;
comment on function private.waiting_status is 'Definer: patients never read each other''s appointments. Clients cannot call it.';

-- Arriving and every heartbeat afterwards.
create function private.wait_for_doctor(appointment_id uuid) returns table (
  arrived_at timestamptz, starts_at timestamptz, doctor_is_here boolean, doctor_is_busy boolean, patients_ahead integer,
  minutes_late integer, answer text, answered_at timestamptz, asked_at timestamptz
)
language plpgsql security definer set search_path = '' as $$
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
    insert into private.waiting_patients (appointment_id, doctor_id) values (wait_for_doctor.appointment_id, doctor)
    on conflict on constraint waiting_patients_pkey do update set doctor_id = excluded.doctor_id, last_seen_at = now(), left_at = null;
    perform private.announce_waiting(doctor);
  elsif not private.is_just_seen(seen.last_seen_at) then
    update private.waiting_patients w set last_seen_at = now() where w.appointment_id = wait_for_doctor.appointment_id;
    perform realtime.send(
      jsonb_build_object('appointment_id', wait_for_doctor.appointment_id), 'waiting_seen', 'doctor:' || doctor || ':waiting', true
    );
  end if;
  return query select * from private.waiting_status(wait_for_doctor.appointment_id);
end $$;
comment on function private.wait_for_doctor is 'Definer: nobody writes who waits. It takes no person: only the patient of the appointment can arrive.';

create function private.leave_waiting_room(appointment_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
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
end $$;
comment on function private.leave_waiting_room is 'Definer: nobody writes who waits. It takes no person: only the patient of the appointment can leave.';

create function private.get_waiting_status(appointment_id uuid) returns table (
  arrived_at timestamptz, starts_at timestamptz, doctor_is_here boolean, doctor_is_busy boolean, patients_ahead integer,
  minutes_late integer, answer text, answered_at timestamptz, asked_at timestamptz
)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
begin
  if (select c.part from private.get_call(get_waiting_status.appointment_id) c) <> 'patient' then
    perform private.fail('not_yours');
  end if;
  return query select * from private.waiting_status(get_waiting_status.appointment_id);
end $$;
comment on function private.get_waiting_status is 'Definer: it may ask waiting_status, for the patient of the appointment only.';

create function private.list_waiting() returns table (
  appointment_id uuid, first_name text, last_name text, arrived_at timestamptz, starts_at timestamptz, timezone text,
  answer text, answered_at timestamptz, last_seen_at timestamptz, asked_at timestamptz
)
language sql stable security definer set search_path = '' as $$
  select w.appointment_id, p.first_name, p.last_name, w.arrived_at, a.starts_at, a.timezone, w.answer, w.answered_at, w.last_seen_at, now()
  from private.waiting_patients w
  join public.appointments a on a.id = w.appointment_id and a.doctor_id = w.doctor_id and a.status = 'confirmed'
  left join private.profiles_without_health p on p.user_id = a.user_id
  where w.doctor_id = private.my_doctor_id() and w.left_at is null and private.is_seen(w.last_seen_at)
  order by w.arrived_at, w.appointment_id
  limit 50
$$;
comment on function private.list_waiting is 'Definer: nobody reads who waits. It takes no argument: doctors get their own patients only.';

create function private.answer_waiting(appointment_id uuid, answer text) returns void
language plpgsql security definer set search_path = '' as $$
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
end $$;
comment on function private.answer_waiting is 'Definer: nobody writes who waits. Only the doctor of the appointment can answer.';

-- The doctor's own heartbeat, while in the room of a call. The patient of that call waits no longer.
create function private.attend_call(appointment_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
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
end $$;
comment on function private.attend_call is 'Definer: nobody writes who is in a call. Only the doctor of the appointment can.';

create function private.leave_call(appointment_id uuid) returns void
language sql security definer set search_path = '' as $$
  delete from private.doctors_in_call d where d.doctor_id = private.my_doctor_id() and d.appointment_id = leave_call.appointment_id
$$;
comment on function private.leave_call is 'Definer: nobody writes who is in a call. It removes the caller''s own row only.';

create function public.wait_for_doctor(appointment_id uuid) returns table (
  arrived_at timestamptz, starts_at timestamptz, doctor_is_here boolean, doctor_is_busy boolean, patients_ahead integer,
  minutes_late integer, answer text, answered_at timestamptz, asked_at timestamptz
)
language sql set search_path = '' as $$ select * from private.wait_for_doctor(wait_for_doctor.appointment_id) $$;

create function public.get_waiting_status(appointment_id uuid) returns table (
  arrived_at timestamptz, starts_at timestamptz, doctor_is_here boolean, doctor_is_busy boolean, patients_ahead integer,
  minutes_late integer, answer text, answered_at timestamptz, asked_at timestamptz
)
language sql stable set search_path = '' as $$ select * from private.get_waiting_status(get_waiting_status.appointment_id) $$;

create function public.leave_waiting_room(appointment_id uuid) returns void
language sql set search_path = '' as $$ select private.leave_waiting_room(leave_waiting_room.appointment_id) $$;

create function public.list_waiting() returns table (
  appointment_id uuid, first_name text, last_name text, arrived_at timestamptz, starts_at timestamptz, timezone text,
  answer text, answered_at timestamptz, last_seen_at timestamptz, asked_at timestamptz
)
language sql stable set search_path = '' as $$ select * from private.list_waiting() $$;

create function public.answer_waiting(appointment_id uuid, answer text) returns void
language sql set search_path = '' as $$ select private.answer_waiting(answer_waiting.appointment_id, answer_waiting.answer) $$;

create function public.attend_call(appointment_id uuid) returns void
language sql set search_path = '' as $$ select private.attend_call(attend_call.appointment_id) $$;

create function public.leave_call(appointment_id uuid) returns void
language sql set search_path = '' as $$ select private.leave_call(leave_call.appointment_id) $$;

grant execute on function
  private.wait_for_doctor, private.get_waiting_status, private.leave_waiting_room, private.list_waiting, private.answer_waiting,
  private.attend_call, private.leave_call,
  public.wait_for_doctor, public.get_waiting_status, public.leave_waiting_room, public.list_waiting, public.answer_waiting,
  public.attend_call, public.leave_call
to authenticated;
