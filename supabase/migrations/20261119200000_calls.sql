-- Calls: who may enter the room of an appointment, and when. The meeting code is a convenience; nothing depends on it alone. A doctor may
-- be late by more than one session: while a patient waits, the room stays open until 60 minutes after the booked end.

-- Bodies of functions may mention what a later file makes.
set check_function_bodies = off;

-- Who has come: a call has really started when both have.
create table private.call_visits (
  appointment_id uuid not null references public.appointments (id) on delete cascade,
  part text not null constraint call_visits_part_is_known check (part in ('patient', 'doctor')),
  at timestamptz not null default now(),
  primary key (appointment_id, part)
);
alter table private.call_visits enable row level security;

-- The call that a doctor is in at the moment. Only with this can the others read that the doctor is in another consultation.
create table private.doctors_in_call (
  doctor_id uuid primary key references public.doctors (id) on delete cascade,
  appointment_id uuid not null references public.appointments (id) on delete cascade,
  last_seen_at timestamptz not null default now()
);
create index doctors_in_call_appointment_id_idx on private.doctors_in_call (appointment_id);
create index doctors_in_call_last_seen_at_idx on private.doctors_in_call (last_seen_at);
alter table private.doctors_in_call enable row level security;

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

create function private.get_call(
  appointment_id uuid, out part text, out status public.appointment_status, out code text,
  out opens_at timestamptz, out closes_at timestamptz, out call_started_at timestamptz, out call_ended_at timestamptz
)
language plpgsql stable security definer set search_path = '' as $$
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
  where a.id = get_call.appointment_id and (a.user_id = private.me() or a.doctor_id = private.my_doctor_id());
  if not found then
    perform private.fail('not_yours');
  end if;
end $$;
comment on function private.get_call is 'Definer: a doctor''s rights depend on a record and a role. Other people''s appointments and missing ones look the same.';

create function public.get_call(appointment_id uuid) returns table (
  part text, status public.appointment_status, code text, opens_at timestamptz, closes_at timestamptz,
  call_started_at timestamptz, call_ended_at timestamptz
)
language sql stable set search_path = '' as $$
  select * from private.get_call(get_call.appointment_id)
$$;
grant execute on function private.get_call, public.get_call to authenticated;

-- The patient is told that the call has ended before hearing that its time is over.
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
  if call.part = 'patient' and call.call_ended_at is not null then
    perform private.fail('call_ended');
  end if;
  if now() >= call.closes_at then
    perform private.fail('room_over');
  end if;
end $$;
comment on function private.fail_unless_room_is_open is 'Definer: as get_call. Clients cannot call it.';

-- The doctor's entrance opens a call again that they had ended.
create function private.open_call(appointment_id uuid, given_code text, marks boolean, out part text, out expires_at timestamptz)
language plpgsql security definer set search_path = '' as $$
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
end $$;
comment on function private.open_call is 'Definer: nobody may write visits, nor say that a call has started.';

-- `marks` is false where the room must first be made elsewhere, which may fail.
create function public.open_call(appointment_id uuid, code text default null, marks boolean default true)
returns table (part text, expires_at timestamptz)
language sql set search_path = '' as $$
  select * from private.open_call(open_call.appointment_id, open_call.code, open_call.marks)
$$;
grant execute on function private.open_call, public.open_call to authenticated;

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

-- Waiting ends with the appointment, with a move, when the call begins and when the doctor ends it.
create function private.end_waiting() returns trigger
language plpgsql security definer set search_path = '' as $$
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
end $$;
comment on function private.end_waiting is 'Definer: nobody writes who waits.';
create trigger appointments_end_waiting after update on public.appointments
  for each row when (
    old.status = 'confirmed'
    and (old.status, old.starts_at, old.doctor_id, old.call_started_at, old.call_ended_at)
      is distinct from (new.status, new.starts_at, new.doctor_id, new.call_started_at, new.call_ended_at)
  ) execute function private.end_waiting();

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

create function public.attend_call(appointment_id uuid) returns void
language sql set search_path = '' as $$ select private.attend_call(attend_call.appointment_id) $$;
grant execute on function private.attend_call, public.attend_call to authenticated;

create function private.leave_call(appointment_id uuid) returns void
language sql security definer set search_path = '' as $$
  delete from private.doctors_in_call d where d.doctor_id = private.my_doctor_id() and d.appointment_id = leave_call.appointment_id
$$;
comment on function private.leave_call is 'Definer: nobody writes who is in a call. It removes the caller''s own row only.';

create function public.leave_call(appointment_id uuid) returns void
language sql set search_path = '' as $$ select private.leave_call(leave_call.appointment_id) $$;
grant execute on function private.leave_call, public.leave_call to authenticated;

create function private.end_call(appointment_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
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
end $$;
comment on function private.end_call is 'Definer: nobody may say that a call has ended but the doctor of the appointment, whom it asks for first.';

create function public.end_call(appointment_id uuid) returns void
language sql set search_path = '' as $$ select private.end_call(end_call.appointment_id) $$;
grant execute on function private.end_call, public.end_call to authenticated;

