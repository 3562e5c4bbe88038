-- The former functions, which searched one doctor at a time, as a reference for those that search many at once.

create function private.former_scheduled_slots(doctor_id uuid, from_date date, to_date date)
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
  from public.doctors d where d.id = former_scheduled_slots.doctor_id and d.available;
  if not found then
    return;
  end if;
  return query
  select slot.day::date, to_char(slot.wall, 'HH24:MI'), slot.instant, slot.instant + doctor.session, doctor.timezone, doctor.session_duration
  from (
    select days.day, grid.wall,
           -- Near a clock change every time is checked; on all other days the zone's offset from UTC is constant.
           case when days.is_calm then (grid.wall - days.ahead) at time zone 'UTC' else private.instant_of(grid.wall, doctor.timezone) end as instant
    from (
      select day, around.ahead, around.ahead = around.ahead_later as is_calm,
             (
               select range_agg(l.minutes) from public.doctor_leave l
               where l.doctor_id = former_scheduled_slots.doctor_id and l.leave_date = day::date
             ) as away
      from generate_series(
        former_scheduled_slots.from_date::timestamp, least(former_scheduled_slots.to_date, doctor.last_day)::timestamp, interval '1 day'
      ) as day
      cross join lateral (
        select ((day - interval '1 day') at time zone 'UTC' at time zone doctor.timezone) - (day - interval '1 day') as ahead,
               ((day + interval '2 days') at time zone 'UTC' at time zone doctor.timezone) - (day + interval '2 days') as ahead_later
      ) as around
      offset 0 -- evaluated per day, not per time
    ) as days
    join public.doctor_availability w
      on w.doctor_id = former_scheduled_slots.doctor_id and w.is_available and w.day_of_week = extract(isodow from days.day)::smallint - 1
    cross join lateral generate_series(lower(w.minutes), upper(w.minutes) - doctor.session_duration, private.slot_step()) as start (minute)
    cross join lateral (select days.day + make_interval(mins => start.minute) as wall) as grid
    where days.away is null or not days.away && int4range(start.minute, start.minute + doctor.session_duration)
    offset 0 -- keeps the instant from being computed again for each use
  ) as slot
  where slot.instant > now() and slot.instant >= doctor.bookable_from;
end $$;

create function private.former_free_slots(doctor_id uuid, from_date date, to_date date)
returns table (day date, appointment_time text, starts_at timestamptz)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  caller uuid := auth.uid();
  gap interval := private.session_gap(former_free_slots.doctor_id);
  full_days date[] := private.full_days(former_free_slots.doctor_id, from_date, to_date, caller);
begin
  return query
  with taken as materialized (
    select range_agg(t.blocked) as blocked, array_agg(t.wall) filter (where t.wall is not null) as walls
    from (
      -- The same wall clock time in the doctor's former zone, which the unique index would refuse.
      select a.blocked, case when a.timezone <> d.timezone then a.appointment_date + a.appointment_time::time end as wall
      from public.appointments a join public.doctors d on d.id = a.doctor_id
      where a.doctor_id = former_free_slots.doctor_id and a.status <> 'cancelled' and a.appointment_date between from_date - 2 and to_date + 2
      union all
      select h.blocked, null from private.slot_holds h
      where h.doctor_id = former_free_slots.doctor_id and h.expires_at > now() and h.user_id is distinct from caller
    ) as t
  )
  select s.day, s.appointment_time, s.starts_at
  from private.former_scheduled_slots(former_free_slots.doctor_id, from_date, to_date) s
  cross join taken
  where (taken.blocked is null or not taken.blocked && tstzrange(s.starts_at, s.ends_at + gap))
    and (taken.walls is null or s.day + s.appointment_time::time <> all (taken.walls))
    and s.day <> all (full_days)
  order by s.day, s.appointment_time;
end $$;

create function private.former_next_slots(doctor_ids uuid[], per_doctor integer)
returns table (doctor_id uuid, appointment_date date, appointment_time text, starts_at timestamptz)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  max_doctors constant integer := 50;
  max_candidates constant integer := 200;
  -- Each span begins where the previous one ends; 0 is today in the doctor's zone.
  span_starts constant integer[] := array[0, 2, 7, 21, 62];
  ids uuid[];
  todays date[];
  missing integer[];
  rows_found integer;
begin
  select array_agg(d.id), array_agg((now() at time zone d.timezone)::date), array_agg(per_doctor) into ids, todays, missing
  from (
    select d.id, d.timezone from public.doctors d
    where d.available and (former_next_slots.doctor_ids is null or d.id = any (former_next_slots.doctor_ids))
      and exists (select from public.doctor_availability w where w.doctor_id = d.id and w.is_available)
    order by d.first_name, d.last_name, d.id limit max_candidates
  ) as d;
  for span in 1 .. cardinality(span_starts) - 1 loop
    for i in 1 .. coalesce(cardinality(ids), 0) loop
      if missing[i] > 0 then
        return query
          select ids[i], s.day, s.appointment_time, s.starts_at
          from private.former_free_slots(ids[i], todays[i] + span_starts[span], todays[i] + span_starts[span + 1] - 1) s
          limit missing[i];
        get diagnostics rows_found = row_count;
        missing[i] := missing[i] - rows_found;
      end if;
    end loop;
    -- Enough doctors are free in this span, and all others are free later.
    if (select count(*) from unnest(missing) as m where m < per_doctor) >= max_doctors then
      select array_agg(d.id), array_agg(d.today), array_agg(d.missing) into ids, todays, missing
      from unnest(ids, todays, missing) as d (id, today, missing) where d.missing < per_doctor;
    end if;
  end loop;
end $$;
