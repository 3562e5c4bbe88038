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
-- Definer: patients may not read leaves.
create function private.scheduled_slots(doctor_id uuid, from_date date, to_date date)
returns table (day date, appointment_time text, starts_at timestamptz, ends_at timestamptz)
language sql stable security definer set search_path = '' as $$
  select slot.day::date, to_char(slot.wall, 'HH24:MI'), slot.instant, slot.instant + make_interval(mins => d.session_duration)
  from public.doctors d
  cross join lateral (
    select days.day, days.day + make_interval(mins => grid.minute) as wall,
           private.instant_of(days.day + make_interval(mins => grid.minute), d.timezone) as instant
    from generate_series(from_date::timestamp, to_date::timestamp, interval '1 day') as days (day)
    join public.doctor_availability w
      on w.doctor_id = d.id and w.is_available and w.day_of_week = extract(isodow from days.day)::smallint - 1
    cross join lateral generate_series(lower(w.minutes), upper(w.minutes) - d.session_duration, 15) as grid (minute)
    where not exists (
      select from public.doctor_leave l
      where l.doctor_id = d.id and l.leave_date = days.day::date and l.minutes && int4range(grid.minute, grid.minute + d.session_duration)
    )
    offset 0 -- keeps the instant from being computed again for each use
  ) as slot
  where d.id = scheduled_slots.doctor_id and d.available and slot.instant > now()
$$;

-- The same without times taken or too close. Definer: patients never read each other's appointments.
create function private.free_slots(doctor_id uuid, from_date date, to_date date)
returns table (day date, appointment_time text, starts_at timestamptz)
language sql stable security definer set search_path = '' as $$
  with taken as materialized (
    select range_agg(a.blocked) as blocked
    from public.appointments a
    where a.doctor_id = free_slots.doctor_id and a.status <> 'cancelled'
      and a.blocked && tstzrange((from_date - 2)::timestamp at time zone 'UTC', (to_date + 3)::timestamp at time zone 'UTC')
  )
  select s.day, s.appointment_time, s.starts_at
  from private.scheduled_slots(free_slots.doctor_id, from_date, to_date) s
  cross join taken
  where taken.blocked is null or not taken.blocked && tstzrange(s.starts_at, s.ends_at + interval '10 minutes')
  order by s.day, s.appointment_time
$$;

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
