-- The doctor ends a call for both. That changes no status. The patient cannot come back until the doctor has opened the call again.
alter table public.appointments
  add column call_ended_at timestamptz,
  add constraint appointments_only_started_calls_end check (call_ended_at is null or call_started_at is not null);
comment on column public.appointments.call_ended_at is 'When the doctor ended the call; null again once the doctor has opened it again. Filled in by the database.';

-- An appointment that is moved has another call.
create function private.reset_call_end() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.call_ended_at := null;
  return new;
end $$;
create trigger appointments_reset_call_end before update on public.appointments
  for each row when (new.call_started_at is null and new.call_ended_at is not null) execute function private.reset_call_end();

drop function public.get_call(uuid);
drop function private.get_call(uuid);

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

-- The doctor's entrance opens a call again that they had ended.
create or replace function private.open_call(appointment_id uuid, given_code text, marks boolean, out part text, out expires_at timestamptz)
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

-- The patient is told that the call has ended before hearing that its time is over.
create or replace function private.fail_unless_room_is_open(appointment_id uuid, wanted_part text) returns void
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

-- Waiting ends with the appointment, with a move, when the call begins and when the doctor ends it.
create or replace function private.end_waiting() returns trigger
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

drop trigger appointments_end_waiting on public.appointments;
create trigger appointments_end_waiting after update on public.appointments
  for each row when (
    old.status = 'confirmed'
    and (old.status, old.starts_at, old.doctor_id, old.call_started_at, old.call_ended_at)
      is distinct from (new.status, new.starts_at, new.doctor_id, new.call_started_at, new.call_ended_at)
  ) execute function private.end_waiting();

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

-- The topic of an appointment is closed to the patient of a call that has ended. Everybody is alone on a topic that begins with their own
-- id, for the echo of the connection test.
create or replace function private.may_join_topic() returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.appointments a
    where a.id = private.uuid_or_null(substring(realtime.topic() from '^appointment:(.*)$'))
      and a.status = 'confirmed'
      and ((a.user_id = private.me() and a.call_ended_at is null) or a.doctor_id = private.my_doctor_id())
  )
  or coalesce(private.uuid_or_null(substring(realtime.topic() from '^video-test:([^:]*):')) = private.me(), false)
$$;
