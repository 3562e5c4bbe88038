-- Which doctors have a page open that shows their waiting room. Only then may a patient read that the doctor sees them.

create table private.doctor_pages (
  doctor_id uuid not null references public.doctors (id) on delete cascade,
  page uuid not null,
  last_seen_at timestamptz not null default now(),
  primary key (doctor_id, page)
);
create index doctor_pages_last_seen_at_idx on private.doctor_pages (last_seen_at);
alter table private.doctor_pages enable row level security;

create function private.is_online(doctor uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from private.doctor_pages p where p.doctor_id = doctor and private.is_seen(p.last_seen_at))
    -- A call shows who waits too.
    or exists (select from private.doctors_in_call d where d.doctor_id = doctor and private.is_seen(d.last_seen_at))
$$;
comment on function private.is_online is 'Definer: nobody reads which pages are open. Clients cannot call it.';

-- The heartbeat of a page. Each has an id of its own, so that closing one of two does not count as leaving.
create function private.watch_waiting_room(page uuid) returns void
language plpgsql security definer set search_path = '' as $$
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
end $$;
comment on function private.watch_waiting_room is 'Definer: nobody writes which pages are open. It takes no person: doctors report their own pages.';

create function private.unwatch_waiting_room(page uuid) returns void
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  doctor uuid := private.my_doctor_id();
begin
  delete from private.doctor_pages p where p.doctor_id = doctor and p.page = unwatch_waiting_room.page;
  if found and not private.is_online(doctor) then
    perform private.announce_waiting(doctor);
  end if;
end $$;
comment on function private.unwatch_waiting_room is 'Definer: nobody writes which pages are open. It removes a page of the caller only.';

create function public.watch_waiting_room(page uuid) returns void
language sql set search_path = '' as $$ select private.watch_waiting_room(watch_waiting_room.page) $$;
create function public.unwatch_waiting_room(page uuid) returns void
language sql set search_path = '' as $$ select private.unwatch_waiting_room(unwatch_waiting_room.page) $$;
grant execute on function
  private.watch_waiting_room, private.unwatch_waiting_room, public.watch_waiting_room, public.unwatch_waiting_room
to authenticated;

drop function public.wait_for_doctor(uuid);
drop function public.get_waiting_status(uuid);
drop function private.wait_for_doctor(uuid);
drop function private.get_waiting_status(uuid);
drop function private.waiting_status(uuid);

-- Late is counted from the start of the appointment to now, or to when the other consultation should end. A call that has begun is not
-- late. Those ahead are counted, never named: they wait for an earlier appointment.
create function private.waiting_status(appointment_id uuid) returns table (
  arrived_at timestamptz, starts_at timestamptz, closes_at timestamptz, call_started_at timestamptz,
  doctor_is_here boolean, doctor_is_busy boolean, doctor_is_online boolean,
  patients_ahead integer, minutes_late integer, answer text, answered_at timestamptz, asked_at timestamptz
)
language sql stable security definer set search_path = '' as $$
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
$$;
comment on function private.waiting_status is 'Definer: patients never read each other''s appointments. Clients cannot call it.';

-- Arriving and every heartbeat afterwards.
create function private.wait_for_doctor(appointment_id uuid) returns table (
  arrived_at timestamptz, starts_at timestamptz, closes_at timestamptz, call_started_at timestamptz,
  doctor_is_here boolean, doctor_is_busy boolean, doctor_is_online boolean,
  patients_ahead integer, minutes_late integer, answer text, answered_at timestamptz, asked_at timestamptz
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
end $$;
comment on function private.wait_for_doctor is 'Definer: nobody writes who waits. It takes no person: only the patient of the appointment can arrive.';

create function private.get_waiting_status(appointment_id uuid) returns table (
  arrived_at timestamptz, starts_at timestamptz, closes_at timestamptz, call_started_at timestamptz,
  doctor_is_here boolean, doctor_is_busy boolean, doctor_is_online boolean,
  patients_ahead integer, minutes_late integer, answer text, answered_at timestamptz, asked_at timestamptz
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

create function public.wait_for_doctor(appointment_id uuid) returns table (
  arrived_at timestamptz, starts_at timestamptz, closes_at timestamptz, call_started_at timestamptz,
  doctor_is_here boolean, doctor_is_busy boolean, doctor_is_online boolean,
  patients_ahead integer, minutes_late integer, answer text, answered_at timestamptz, asked_at timestamptz
)
language sql set search_path = '' as $$ select * from private.wait_for_doctor(wait_for_doctor.appointment_id) $$;

create function public.get_waiting_status(appointment_id uuid) returns table (
  arrived_at timestamptz, starts_at timestamptz, closes_at timestamptz, call_started_at timestamptz,
  doctor_is_here boolean, doctor_is_busy boolean, doctor_is_online boolean,
  patients_ahead integer, minutes_late integer, answer text, answered_at timestamptz, asked_at timestamptz
)
language sql stable set search_path = '' as $$ select * from private.get_waiting_status(get_waiting_status.appointment_id) $$;

grant execute on function
  private.wait_for_doctor, private.get_waiting_status, public.wait_for_doctor, public.get_waiting_status
to authenticated;
