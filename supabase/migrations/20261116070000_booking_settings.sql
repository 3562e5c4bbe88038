-- Each doctor decides how late and how far ahead they can be booked, how much time is kept between two appointments, how many they
-- take a day, and whether a booking waits for their answer. The defaults are what held for everybody before, but for the horizon.
alter table public.doctors
  add column booking_notice_hours integer not null default 0
    constraint doctors_booking_notice_is_0_to_168 check (booking_notice_hours between 0 and 168),
  add column booking_horizon_days integer not null default 365
    constraint doctors_booking_horizon_is_1_to_1095 check (booking_horizon_days between 1 and 1095),
  add column gap_minutes integer not null default 10
    constraint doctors_gap_is_0_to_120 check (gap_minutes between 0 and 120),
  -- Null: as many as fit.
  add column max_appointments_per_day integer
    constraint doctors_max_per_day_is_1_to_100 check (max_appointments_per_day between 1 and 100),
  add column auto_confirm boolean not null default false;

-- As booked, like the zone and the length: a later change of the setting moves nothing.
alter table public.appointments
  add column gap_minutes integer not null default 10,
  drop constraint appointments_blocked_is_session_and_gap,
  add constraint appointments_blocked_is_session_and_gap
    check (blocked = tstzrange(starts_at, ends_at + make_interval(mins => gap_minutes)));

drop trigger doctors_announce_settings on public.doctors;
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

-- As before, and doctors change the new settings.
create or replace function private.guard_doctor() returns trigger
language plpgsql set search_path = '' as $$
declare
  -- The new row with the doctor's own settings put back: whatever still differs was not allowed.
  as_before public.doctors := new;
begin
  if current_user <> 'authenticated' or (select private.is_admin()) then
    return new;
  end if;
  -- The doctor's own settings. This is their only list: to let doctors change another column, add it here.
  as_before.timezone := old.timezone;
  as_before.session_duration := old.session_duration;
  as_before.cancellation_hours := old.cancellation_hours;
  as_before.languages := old.languages;
  as_before.photo_path := old.photo_path;
  as_before.booking_notice_hours := old.booking_notice_hours;
  as_before.booking_horizon_days := old.booking_horizon_days;
  as_before.gap_minutes := old.gap_minutes;
  as_before.max_appointments_per_day := old.max_appointments_per_day;
  as_before.auto_confirm := old.auto_confirm;
  if as_before is distinct from old then
    perform private.fail('doctor_field_not_allowed');
  end if;
  return new;
end $$;

-- Kept free after each appointment of a doctor that is booked from now on.
drop function private.session_gap();
create function private.session_gap(doctor uuid) returns interval
language sql stable security definer set search_path = '' as $$
  select make_interval(mins => d.gap_minutes) from public.doctors d where d.id = doctor
$$;
comment on function private.session_gap is 'Definer: bookings ask it, also for a doctor whom the caller does not see.';

create function private.confirms_automatically(doctor uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select coalesce((select d.auto_confirm from public.doctors d where d.id = doctor), false)
$$;
comment on function private.confirms_automatically is 'Definer: a policy asks it, also for a doctor whom the caller does not see.';

-- The dates in a span on which a doctor takes nobody else. Times that others hold count, or the holder could not book after all.
create function private.full_days(doctor uuid, from_date date, to_date date, caller uuid, except_id uuid default null) returns date[]
language plpgsql stable security definer set search_path = '' as $$
declare
  max_per_day integer := (select d.max_appointments_per_day from public.doctors d where d.id = doctor);
begin
  if max_per_day is null then
    return '{}';
  end if;
  return array(
    select taken.day
    from (
      select a.appointment_date as day from public.appointments a
      where a.doctor_id = doctor and a.status <> 'cancelled' and a.id is distinct from except_id
        and a.appointment_date between from_date and to_date
      union all
      select h.appointment_date from private.slot_holds h
      where h.doctor_id = doctor and h.expires_at > now() and h.user_id is distinct from caller
    ) as taken
    group by taken.day having count(*) >= max_per_day
  );
end $$;
comment on function private.full_days is 'Definer: patients never read each other''s appointments, and nobody reads holds.';

-- As before, and only from the doctor's notice until the doctor's horizon.
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
  select d.timezone, d.session_duration, make_interval(mins => d.session_duration) as session,
         now() + make_interval(hours => d.booking_notice_hours) as bookable_from,
         (now() at time zone d.timezone)::date + d.booking_horizon_days as last_day
  into doctor
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
      from generate_series(
        scheduled_slots.from_date::timestamp, least(scheduled_slots.to_date, doctor.last_day)::timestamp, interval '1 day'
      ) as day
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
  where slot.instant > now() and slot.instant >= doctor.bookable_from;
end $$;

-- As before, with the doctor's own gap, and without days that are full.
create or replace function private.free_slots(doctor_id uuid, from_date date, to_date date)
returns table (day date, appointment_time text, starts_at timestamptz)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  caller uuid := auth.uid();
  gap interval := private.session_gap(free_slots.doctor_id);
  full_days date[] := private.full_days(free_slots.doctor_id, from_date, to_date, caller);
begin
  return query
  with taken as materialized (
    select range_agg(t.blocked) as blocked, array_agg(t.wall) filter (where t.wall is not null) as walls
    from (
      -- After the doctor moved, the same wall clock time of another zone: the unique index would refuse it.
      select a.blocked, case when a.timezone <> d.timezone then a.appointment_date + a.appointment_time::time end as wall
      from public.appointments a join public.doctors d on d.id = a.doctor_id
      where a.doctor_id = free_slots.doctor_id and a.status <> 'cancelled' and a.appointment_date between from_date - 2 and to_date + 2
      union all
      select h.blocked, null from private.slot_holds h
      where h.doctor_id = free_slots.doctor_id and h.expires_at > now() and h.user_id is distinct from caller
    ) as t
  )
  select s.day, s.appointment_time, s.starts_at
  from private.scheduled_slots(free_slots.doctor_id, from_date, to_date) s
  cross join taken
  where (taken.blocked is null or not taken.blocked && tstzrange(s.starts_at, s.ends_at + gap))
    and (taken.walls is null or s.day + s.appointment_time::time <> all (taken.walls))
    and s.day <> all (full_days)
  order by s.day, s.appointment_time;
end $$;

-- As before, with the doctor's own gap.
create or replace function private.fail_if_slot_is_held(patient uuid, doctor uuid, starts timestamptz, ends timestamptz) returns void
language plpgsql security definer set search_path = '' as $$
declare
  same_start boolean;
begin
  select bool_or(lower(h.blocked) = starts) into same_start
  from private.slot_holds h
  where h.doctor_id = doctor and h.user_id is distinct from patient and h.expires_at > now()
    and h.blocked && tstzrange(starts, ends + private.session_gap(doctor));
  if same_start is not null then
    perform private.fail_as_taken(same_start);
  end if;
end $$;

-- As before, and not on a day that is full. `except_id` is an appointment that is being moved: it is in nobody's way.
drop function private.check_slot(uuid, uuid, date, text);
create function private.check_slot(
  patient uuid, doctor uuid, on_date date, at_time text, except_id uuid default null,
  out starts_at timestamptz, out timezone text, out session_duration integer
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
  if not found or on_date = any (private.full_days(doctor, on_date, on_date, patient, except_id)) then
    perform private.fail('slot_not_offered');
  end if;
  ends_at := check_slot.starts_at + make_interval(mins => check_slot.session_duration);
  perform private.fail_if_patient_is_busy(patient, doctor, check_slot.starts_at, ends_at, except_id);
  perform private.fail_if_slot_is_held(patient, doctor, check_slot.starts_at, ends_at);
  if (
    select count(*) from public.appointments a
    where a.user_id = patient and a.status in ('pending', 'confirmed') and a.ends_at > now() and a.id is distinct from except_id
  ) >= max_open then
    perform private.fail('too_many_open_appointments', jsonb_build_object('most', max_open));
  end if;
end $$;
comment on function private.check_slot is 'Definer: it reads the schedule and holds, and answers only for the time that was asked for.';

-- As before, with the doctor's own gap.
create or replace function private.hold_slot_for(person uuid, doctor uuid, on_date date, at_time text) returns timestamptz
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
  whole := tstzrange(slot.starts_at, slot.starts_at + make_interval(mins => slot.session_duration) + private.session_gap(doctor));
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

-- As before, with the doctor's own gap, and confirmed at once where the doctor wants that.
-- Invoker: a migration or the demo data, which are not clients, may also record what was not offered.
create or replace function private.prepare_appointment() returns trigger
language plpgsql set search_path = '' as $$
declare
  is_client boolean := current_user in ('anon', 'authenticated', 'service_role');
  booked record;
begin
  -- Before any lock and any answer: what stands in another's name is nobody's business here.
  if current_user = 'authenticated' and new.user_id is distinct from private.me() then
    perform private.refuse();
  end if;
  new.patient_complaint := private.trimmed(new.patient_complaint);
  new.appointment_time := to_char(new.appointment_time::time, 'HH24:MI');
  if is_client then
    select * into booked from private.claim_slot(new.user_id, new.doctor_id, new.appointment_date, new.appointment_time);
    if new.status = 'pending' and private.confirms_automatically(new.doctor_id) then
      new.status := 'confirmed';
    end if;
  else
    select private.instant_of(new.appointment_date + new.appointment_time::time, d.timezone) as starts_at, d.timezone, d.session_duration
    into booked from public.doctors d where d.id = new.doctor_id;
  end if;
  new.starts_at := booked.starts_at;
  new.timezone := booked.timezone;
  new.session_duration := booked.session_duration;
  new.gap_minutes := extract(epoch from private.session_gap(new.doctor_id)) / 60;
  new.ends_at := new.starts_at + make_interval(mins => booked.session_duration);
  new.blocked := tstzrange(new.starts_at, new.ends_at + make_interval(mins => new.gap_minutes));
  return new;
end $$;

-- The row that is checked is the one that the trigger has prepared.
alter policy "appointments: patients ask for themselves" on public.appointments
  with check (
    user_id = (select private.me())
    and (status = 'pending' or (status = 'confirmed' and private.confirms_automatically(doctor_id)))
  );

-- As before, and both are told about a booking that was confirmed at once. Nobody is told about what a migration or the demo data record.
create or replace function private.tell_about_appointment() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'INSERT' and new.status = 'pending' then
    perform private.record_appointment_mail(new, 'appointment_created');
  elsif tg_op = 'INSERT' and new.status = 'confirmed' and auth.uid() is not null then
    perform private.record_appointment_mail(new, 'appointment_confirmed');
  elsif tg_op = 'UPDATE' and new.status is distinct from old.status and new.status in ('confirmed', 'cancelled')
    and not (old.status = 'pending' and old.starts_at <= now())
  then
    perform private.record_appointment_mail(new, 'appointment_' || new.status);
  end if;
  -- Confirmed so late that a reminder's moment has passed: the confirmation has just said the same.
  if new.status = 'confirmed' then
    insert into private.reminder_marks (appointment_id, kind)
    select new.id, k from unnest(array['24h', '1h']) as k where new.starts_at <= now() + k::interval
    on conflict do nothing;
  end if;
  return null;
end $$;

grant execute on function private.session_gap, private.confirms_automatically to authenticated, service_role;
