-- Free times: computed in one place, for the list that patients see and for the check at booking.

-- The instant a wall clock shows that time: nothing when it never does (clocks went forward), the first when it does so twice.
create function private.instant_of(wall timestamp, zone text) returns timestamptz
language plpgsql stable set search_path = '' as $$
declare
  instant timestamptz := wall at time zone zone;
  day_before timestamptz := instant - interval '24 hours';
  -- Read with the offset that held a day before: the earlier of two, when clocks have just gone back.
  first_reading timestamptz := (wall - ((day_before at time zone zone) - (day_before at time zone 'UTC'))) at time zone 'UTC';
begin
  if (instant at time zone zone) <> wall then
    return null;
  end if;
  return case when first_reading < instant and (first_reading at time zone zone) = wall then first_reading else instant end;
end $$;

-- What the schedule offers, other appointments aside: every 15 minutes from each window's start while the whole session fits.
-- Definer: patients may not read leaves. PL/pgSQL: its plan is kept, planning took longer than a day's answer.
create function private.scheduled_slots(doctor_id uuid, from_date date, to_date date)
returns table (day date, appointment_time text, starts_at timestamptz, ends_at timestamptz, timezone text, session_duration integer)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
begin
  -- An infinite series of days would never end.
  if not (isfinite(from_date) and isfinite(to_date)) then
    return;
  end if;
  return query
  select slot.day::date, to_char(slot.wall, 'HH24:MI'), slot.instant, slot.instant + make_interval(mins => d.session_duration),
         d.timezone, d.session_duration
  from public.doctors d
  cross join lateral (
    select days.day, grid.wall,
           -- Around a change of the clock every time is looked at; on all other days the zone's distance is the same from midnight to midnight.
           case when days.is_calm then (grid.wall - days.ahead) at time zone 'UTC' else private.instant_of(grid.wall, d.timezone) end as instant
    from (
      select day, around.ahead, around.ahead = around.ahead_later as is_calm
      from generate_series(scheduled_slots.from_date::timestamp, scheduled_slots.to_date::timestamp, interval '1 day') as day
      cross join lateral (
        select ((day - interval '1 day') at time zone 'UTC' at time zone d.timezone) - (day - interval '1 day') as ahead,
               ((day + interval '2 days') at time zone 'UTC' at time zone d.timezone) - (day + interval '2 days') as ahead_later
      ) as around
      offset 0 -- once a day, not once a time
    ) as days
    join public.doctor_availability w
      on w.doctor_id = d.id and w.is_available and w.day_of_week = extract(isodow from days.day)::smallint - 1
    cross join lateral generate_series(lower(w.minutes), upper(w.minutes) - d.session_duration, 15) as start (minute)
    cross join lateral (select days.day + make_interval(mins => start.minute) as wall) as grid
    where not exists (
      select from public.doctor_leave l
      where l.doctor_id = d.id and l.leave_date = days.day::date and l.minutes && int4range(start.minute, start.minute + d.session_duration)
    )
    offset 0 -- keeps the instant from being computed again for each use
  ) as slot
  where d.id = scheduled_slots.doctor_id and d.available and slot.instant > now();
end $$;

-- The same without times taken or too close. Definer: patients never read each other's appointments.
create function private.free_slots(doctor_id uuid, from_date date, to_date date)
returns table (day date, appointment_time text, starts_at timestamptz)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
begin
  return query
  with taken as materialized (
    select range_agg(a.blocked) as blocked
    from public.appointments a
    where a.doctor_id = free_slots.doctor_id and a.status <> 'cancelled'
      and a.blocked && tstzrange((from_date - 2)::timestamp at time zone 'UTC', (to_date + 3)::timestamp at time zone 'UTC')
  )
  select s.day, s.appointment_time, s.starts_at
  from private.scheduled_slots(free_slots.doctor_id, from_date, to_date) s
  cross join taken
  where (taken.blocked is null or not taken.blocked && tstzrange(s.starts_at, s.ends_at + interval '10 minutes'))
    -- After the doctor moved, the same wall clock time of another zone: the unique index would refuse it.
    and not exists (
      select from public.appointments a
      where a.doctor_id = free_slots.doctor_id and a.appointment_date = s.day and a.appointment_time = s.appointment_time and a.status <> 'cancelled'
    )
  order by s.day, s.appointment_time;
end $$;

create function public.get_available_slots(doctor_id uuid, on_date date)
returns table (appointment_time text, starts_at timestamptz)
language sql stable set search_path = '' as $$
  select s.appointment_time, s.starts_at from private.free_slots(get_available_slots.doctor_id, on_date, on_date) s
$$;

create function public.get_available_days(doctor_id uuid, from_date date, to_date date)
returns table (day date, free_slots integer)
language plpgsql stable set search_path = '' as $$
begin
  if to_date - from_date >= 62 then
    perform private.fail('too_many_days', jsonb_build_object('most', 62));
  end if;
  return query
    select s.day, count(*)::integer from private.free_slots(get_available_days.doctor_id, from_date, to_date) s group by s.day order by s.day;
end $$;

grant execute on function private.free_slots, public.get_available_slots, public.get_available_days to authenticated, service_role;
