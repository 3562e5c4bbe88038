-- Holding a time while its form is filled in: nobody else is offered it or can book it meanwhile. Signed-in people only.

create table private.slot_holds (
  -- One each: holding another time gives the first one back.
  user_id uuid primary key references auth.users (id) on delete cascade,
  doctor_id uuid not null references public.doctors (id) on delete cascade,
  appointment_date date not null,
  appointment_time text not null,
  -- The session and the gap after it, as an appointment blocks them.
  blocked tstzrange not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  constraint slot_holds_last_thirty_minutes_at_most check (expires_at > created_at and expires_at <= created_at + interval '30 minutes')
);
create index slot_holds_doctor_id_idx on private.slot_holds (doctor_id);
create index slot_holds_expires_at_idx on private.slot_holds (expires_at);
alter table private.slot_holds enable row level security;

create trigger slot_holds_announce_new after insert on private.slot_holds
  referencing new table as changed_rows for each statement execute function private.announce_changed_slots();
create trigger slot_holds_announce_gone after delete on private.slot_holds
  referencing old table as changed_rows for each statement execute function private.announce_changed_slots();

-- As before, but the step has its one source.
create or replace function private.scheduled_slots(doctor_id uuid, from_date date, to_date date)
returns table (day date, appointment_time text, starts_at timestamptz, ends_at timestamptz, timezone text, session_duration integer)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  doctor record;
begin
  -- An infinite series of days would never end.
  if not (isfinite(from_date) and isfinite(to_date)) then
    return;
  end if;
  select d.timezone, d.session_duration, make_interval(mins => d.session_duration) as session into doctor
  from public.doctors d where d.id = scheduled_slots.doctor_id and d.available;
  if not found then
    return;
  end if;
  return query
  select slot.day::date, to_char(slot.wall, 'HH24:MI'), slot.instant, slot.instant + doctor.session, doctor.timezone, doctor.session_duration
  from (
    select days.day, grid.wall,
           -- Around a change of the clock every time is looked at; on all other days the zone's distance is the same from midnight to midnight.
           case when days.is_calm then (grid.wall - days.ahead) at time zone 'UTC' else private.instant_of(grid.wall, doctor.timezone) end as instant
    from (
      select day, around.ahead, around.ahead = around.ahead_later as is_calm,
             (
               select range_agg(l.minutes) from public.doctor_leave l
               where l.doctor_id = scheduled_slots.doctor_id and l.leave_date = day::date
             ) as away
      from generate_series(scheduled_slots.from_date::timestamp, scheduled_slots.to_date::timestamp, interval '1 day') as day
      cross join lateral (
        select ((day - interval '1 day') at time zone 'UTC' at time zone doctor.timezone) - (day - interval '1 day') as ahead,
               ((day + interval '2 days') at time zone 'UTC' at time zone doctor.timezone) - (day + interval '2 days') as ahead_later
      ) as around
      offset 0 -- once a day, not once a time
    ) as days
    join public.doctor_availability w
      on w.doctor_id = scheduled_slots.doctor_id and w.is_available and w.day_of_week = extract(isodow from days.day)::smallint - 1
    cross join lateral generate_series(lower(w.minutes), upper(w.minutes) - doctor.session_duration, private.slot_step()) as start (minute)
    cross join lateral (select days.day + make_interval(mins => start.minute) as wall) as grid
    where days.away is null or not days.away && int4range(start.minute, start.minute + doctor.session_duration)
    offset 0 -- keeps the instant from being computed again for each use
  ) as slot
  where slot.instant > now();
end $$;

-- As before, and without times that others hold.
create or replace function private.free_slots(doctor_id uuid, from_date date, to_date date)
returns table (day date, appointment_time text, starts_at timestamptz)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  caller uuid := auth.uid();
  around tstzrange := tstzrange((from_date - 2)::timestamp at time zone 'UTC', (to_date + 3)::timestamp at time zone 'UTC');
begin
  return query
  with taken as materialized (
    select range_agg(t.blocked) as blocked, array_agg(t.wall) filter (where t.wall is not null) as walls
    from (
      -- After the doctor moved, the same wall clock time of another zone: the unique index would refuse it.
      select a.blocked, case when a.timezone <> d.timezone then a.appointment_date + a.appointment_time::time end as wall
      from public.appointments a join public.doctors d on d.id = a.doctor_id
      where a.doctor_id = free_slots.doctor_id and a.status <> 'cancelled' and a.blocked && around
      union all
      select h.blocked, null from private.slot_holds h
      where h.doctor_id = free_slots.doctor_id and h.expires_at > now() and h.user_id is distinct from caller and h.blocked && around
    ) as t
  )
  select s.day, s.appointment_time, s.starts_at
  from private.scheduled_slots(free_slots.doctor_id, from_date, to_date) s
  cross join taken
  where (taken.blocked is null or not taken.blocked && tstzrange(s.starts_at, s.ends_at + private.session_gap()))
    and (taken.walls is null or s.day + s.appointment_time::time <> all (taken.walls))
  order by s.day, s.appointment_time;
end $$;

-- The answers of the two constraints, for whoever must not learn whether it was a hold or an appointment.
create function private.fail_as_taken(same_start boolean) returns void
language plpgsql set search_path = '' as $$
begin
  if same_start then
    raise exception using
      errcode = '23505', schema = 'public', table = 'appointments', constraint = 'appointments_slot_is_single',
      message = 'duplicate key value violates unique constraint "appointments_slot_is_single"';
  end if;
  raise exception using
    errcode = '23P01', schema = 'public', table = 'appointments', constraint = 'appointments_doctor_is_free',
    message = 'conflicting key value violates exclusion constraint "appointments_doctor_is_free"';
end $$;

-- Called under the doctor's lock, by everything that takes a time for a patient.
create function private.fail_if_slot_is_held(patient uuid, doctor uuid, starts timestamptz, ends timestamptz) returns void
language plpgsql security definer set search_path = '' as $$
declare
  same_start boolean;
begin
  select bool_or(lower(h.blocked) = starts) into same_start
  from private.slot_holds h
  where h.doctor_id = doctor and h.user_id is distinct from patient and h.expires_at > now()
    and h.blocked && tstzrange(starts, ends + private.session_gap());
  if same_start is not null then
    perform private.fail_as_taken(same_start);
  end if;
end $$;
comment on function private.fail_if_slot_is_held is 'Definer: nobody reads holds.';

-- What booking and holding ask before they take a time.
create function private.check_slot(
  patient uuid, doctor uuid, on_date date, at_time text, out starts_at timestamptz, out timezone text, out session_duration integer
)
language plpgsql security definer set search_path = '' as $$
declare
  max_open constant integer := 10;
  ends_at timestamptz;
begin
  -- One patient's bookings wait for each other, then one doctor's: always in this order.
  perform pg_advisory_xact_lock(hashtextextended('patient:' || patient, 0));
  perform private.lock_doctor(doctor);
  -- The account may have been erased while this waited: the policy still sees it as it was when the request began.
  if exists (select from auth.users u where u.id = patient and u.deleted_at is not null) then
    perform private.refuse();
  end if;
  select s.starts_at, s.timezone, s.session_duration into check_slot.starts_at, check_slot.timezone, check_slot.session_duration
  from private.scheduled_slots(doctor, on_date, on_date) s where s.appointment_time = at_time;
  if not found then
    perform private.fail('slot_not_offered');
  end if;
  ends_at := check_slot.starts_at + make_interval(mins => check_slot.session_duration);
  perform private.fail_if_patient_is_busy(patient, doctor, check_slot.starts_at, ends_at);
  perform private.fail_if_slot_is_held(patient, doctor, check_slot.starts_at, ends_at);
  if (select count(*) from public.appointments a where a.user_id = patient and a.status in ('pending', 'confirmed') and a.ends_at > now()) >= max_open then
    perform private.fail('too_many_open_appointments', jsonb_build_object('most', max_open));
  end if;
end $$;
comment on function private.check_slot is 'Definer: it reads the schedule and holds, and answers only for the time that was asked for.';

-- As before, and the patient's hold has served its purpose. A booking that fails afterwards brings it back.
create or replace function private.claim_slot(
  patient uuid, doctor uuid, on_date date, at_time text, out starts_at timestamptz, out timezone text, out session_duration integer
)
language plpgsql security definer set search_path = '' as $$
declare
  max_a_day constant integer := 60;
begin
  select * into claim_slot.starts_at, claim_slot.timezone, claim_slot.session_duration
  from private.check_slot(patient, doctor, on_date, at_time);
  -- Each booking writes to two people: booking and cancelling in turns must not become a way to flood them.
  if not private.is_within_limit('booking:' || patient, max_a_day, 1440) then
    perform private.fail('too_many_bookings', jsonb_build_object('most', max_a_day));
  end if;
  delete from private.slot_holds h where h.user_id = patient;
end $$;

-- Holding the same time again does not prolong it. A newcomer's hold lasts until thirty minutes after the account was created, because
-- they may still have to confirm their address.
create function private.hold_slot_for(person uuid, doctor uuid, on_date date, at_time text) returns timestamptz
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  usual constant interval := interval '10 minutes';
  newcomers constant interval := interval '30 minutes';
  max_per_hour constant integer := 60;
  slot record;
  whole tstzrange;
  same_start boolean;
  expires timestamptz;
begin
  select * into slot from private.check_slot(person, doctor, on_date, at_time);
  whole := tstzrange(slot.starts_at, slot.starts_at + make_interval(mins => slot.session_duration) + private.session_gap());
  select bool_or(a.appointment_date = on_date and a.appointment_time = at_time) into same_start
  from public.appointments a
  where a.doctor_id = doctor and a.status <> 'cancelled'
    and (a.blocked && whole or (a.appointment_date = on_date and a.appointment_time = at_time));
  if same_start is not null then
    perform private.fail_as_taken(same_start);
  end if;
  select h.expires_at into expires from private.slot_holds h
  where h.user_id = person and h.doctor_id = doctor and h.blocked = whole and h.expires_at > now();
  if found then
    return expires;
  end if;
  if not private.is_within_limit('hold:' || person, max_per_hour, 60) then
    perform private.fail('too_many_holds', jsonb_build_object('most', max_per_hour));
  end if;
  delete from private.slot_holds h where h.user_id = person;
  insert into private.slot_holds (user_id, doctor_id, appointment_date, appointment_time, blocked, expires_at)
  select u.id, doctor, on_date, at_time, whole, greatest(now() + usual, least(u.created_at, now()) + newcomers)
  from auth.users u where u.id = person
  returning expires_at into expires;
  return expires;
end $$;
comment on function private.hold_slot_for is 'Definer: nobody writes holds. Clients cannot call it: hold_slot does, for the caller.';

create function private.hold_slot(doctor_id uuid, on_date date, at_time text) returns timestamptz
language plpgsql security definer set search_path = '' as $$
begin
  if private.me() is null then
    perform private.refuse();
  end if;
  return private.hold_slot_for(private.me(), hold_slot.doctor_id, on_date, to_char(at_time::time, 'HH24:MI'));
end $$;
comment on function private.hold_slot is 'Definer: it may call hold_slot_for. It takes no person, so that nobody can hold in another''s name.';

create function public.hold_slot(doctor_id uuid, on_date date, at_time text) returns timestamptz
language sql set search_path = '' as $$
  select private.hold_slot(hold_slot.doctor_id, on_date, at_time)
$$;

create function private.release_hold() returns void
language sql security definer set search_path = '' as $$
  delete from private.slot_holds h where h.user_id = private.me()
$$;
comment on function private.release_hold is 'Definer: nobody writes holds. It takes no argument, so that nobody can release another''s.';

create function public.release_hold() returns void
language sql set search_path = '' as $$
  select private.release_hold()
$$;

-- A newcomer's hold starts with the account: sign-up data may carry `hold: {doctor_id, on_date, at_time}`. Nothing that goes wrong
-- with it may stop a sign-up.
create function private.hold_slot_of_newcomer() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  wish jsonb := new.raw_user_meta_data -> 'hold';
begin
  if jsonb_typeof(wish) = 'object' then
    begin
      perform private.hold_slot_for(new.id, (wish ->> 'doctor_id')::uuid, (wish ->> 'on_date')::date, to_char((wish ->> 'at_time')::time, 'HH24:MI'));
    exception when others then
      null;
    end;
  end if;
  return null;
end $$;
comment on function private.hold_slot_of_newcomer is 'Definer: accounts are created by the auth service, which has no rights in our tables.';

create trigger slot_holds_start_with_account after insert on auth.users
  for each row execute function private.hold_slot_of_newcomer();

-- As before, and without the wish for a time.
create or replace function private.strip_identity() returns trigger
language plpgsql set search_path = '' as $$
begin
  -- Hosted copies the sign-up data here as well.
  new.identity_data := new.identity_data - array['phone', 'date_of_birth', 'gender', 'medical_history', 'timezone', 'hold'];
  return new;
end $$;

-- Accounts that are erased are kept as deleted ones, so the foreign key does not take the hold away.
create function private.drop_hold_of_deleted_account() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from private.slot_holds h where h.user_id = new.id;
  return null;
end $$;
comment on function private.drop_hold_of_deleted_account is 'Definer: accounts are marked as deleted by the auth service, which has no rights in our tables.';

create trigger slot_holds_end_with_account after update of deleted_at on auth.users
  for each row when (new.deleted_at is not null) execute function private.drop_hold_of_deleted_account();

create or replace function private.export_my_data() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  person uuid := private.me();
begin
  if person is null then
    perform private.refuse();
  end if;
  return private.data_of(person) || jsonb_build_object(
    'held_slot', (select to_jsonb(h) - 'blocked' - 'user_id' from private.slot_holds h where h.user_id = person and h.expires_at > now())
  );
end $$;

-- As before, and it removes holds that have expired. They count for nothing as it is; removing them tells open pages that the time is free again.
create or replace function private.close_past_appointments(most integer, out expired integer, out completed integer)
language plpgsql security definer set search_path = '' as $$
declare
  at_most integer := greatest(1, least(most, 1000));
begin
  update public.appointments a set status = 'cancelled', cancelled_by = 'expired'
  from (
    select p.id from public.appointments p where p.status = 'pending' and p.starts_at <= now()
    order by p.starts_at limit at_most for update skip locked
  ) as due
  where a.id = due.id;
  get diagnostics expired = row_count;
  update public.appointments a set status = 'completed'
  from (
    select c.id from public.appointments c where c.status = 'confirmed' and c.ends_at <= now() - interval '7 days'
    order by c.ends_at limit at_most for update skip locked
  ) as due
  where a.id = due.id;
  get diagnostics completed = row_count;
  delete from private.slot_holds h
  using (
    select o.user_id from private.slot_holds o where o.expires_at <= now() order by o.expires_at limit at_most for update skip locked
  ) as due
  where h.user_id = due.user_id;
end $$;

comment on function private.next_slots is 'Definer: as free_slots, which it asks about many doctors.';

grant execute on function private.hold_slot, private.release_hold, public.hold_slot, public.release_hold to authenticated;
