-- Free times are public: visitors see slots, days and the next free times of many doctors before they have an account.

-- Counted by network for visitors only; the accounts of signed-in people can be blocked one by one. Every function that calls this is
-- volatile, because counting writes: it has to be called with POST.
create function private.limit_visitor_reads() returns void
language plpgsql set search_path = '' as $$
declare
  max_per_minute constant integer := 240;
begin
  if current_user = 'anon'
    and not coalesce(private.is_within_limit('free times from ' || private.callers_network(), max_per_minute, 1), true)
  then
    perform private.fail('too_many_requests', jsonb_build_object('most', max_per_minute, 'seconds', 60));
  end if;
end $$;

-- As before, but the doctor is read once and leaves once a day instead of once a slot: many doctors are asked for at once now.
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
    cross join lateral generate_series(lower(w.minutes), upper(w.minutes) - doctor.session_duration, 15) as start (minute)
    cross join lateral (select days.day + make_interval(mins => start.minute) as wall) as grid
    where days.away is null or not days.away && int4range(start.minute, start.minute + doctor.session_duration)
    offset 0 -- keeps the instant from being computed again for each use
  ) as slot
  where slot.instant > now();
end $$;

-- As before, but an appointment that was booked in another zone is compared by its wall clock in the same scan, not once a slot.
create or replace function private.free_slots(doctor_id uuid, from_date date, to_date date)
returns table (day date, appointment_time text, starts_at timestamptz)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
begin
  return query
  with taken as materialized (
    select range_agg(a.blocked) as blocked,
           -- After the doctor moved, the same wall clock time of another zone: the unique index would refuse it.
           array_agg(a.appointment_date + a.appointment_time::time) filter (where a.timezone <> d.timezone) as walls
    from public.appointments a join public.doctors d on d.id = a.doctor_id
    where a.doctor_id = free_slots.doctor_id and a.status <> 'cancelled'
      and a.blocked && tstzrange((from_date - 2)::timestamp at time zone 'UTC', (to_date + 3)::timestamp at time zone 'UTC')
  )
  select s.day, s.appointment_time, s.starts_at
  from private.scheduled_slots(free_slots.doctor_id, from_date, to_date) s
  cross join taken
  where (taken.blocked is null or not taken.blocked && tstzrange(s.starts_at, s.ends_at + interval '10 minutes'))
    and (taken.walls is null or s.day + s.appointment_time::time <> all (taken.walls))
  order by s.day, s.appointment_time;
end $$;

create or replace function public.get_available_slots(doctor_id uuid, on_date date)
returns table (appointment_time text, starts_at timestamptz)
language plpgsql volatile set search_path = '' as $$
begin
  perform private.limit_visitor_reads();
  return query select s.appointment_time, s.starts_at from private.free_slots(get_available_slots.doctor_id, on_date, on_date) s;
end $$;

create or replace function public.get_available_days(doctor_id uuid, from_date date, to_date date)
returns table (day date, free_slots integer)
language plpgsql volatile set search_path = '' as $$
begin
  perform private.limit_visitor_reads();
  if to_date - from_date >= 62 then
    perform private.fail('too_many_days', jsonb_build_object('most', 62));
  end if;
  return query
    select s.day, count(*)::integer from private.free_slots(get_available_days.doctor_id, from_date, to_date) s group by s.day order by s.day;
end $$;

-- The next free times of each doctor, at most 62 days ahead. It looks at growing spans of days and asks again only for doctors who do not
-- have enough times yet. Without ids: the 50 available doctors who are free soonest, of the first 200 by name.
-- Definer, as `free_slots` is.
create function private.next_slots(doctor_ids uuid[], per_doctor integer)
returns table (doctor_id uuid, appointment_date date, appointment_time text, starts_at timestamptz)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  max_doctors constant integer := 50;
  max_candidates constant integer := 200;
  -- Each span begins where the one before ends; 0 is today where the doctor is.
  span_starts constant integer[] := array[0, 2, 7, 21, 62];
  ids uuid[];
  todays date[];
  missing integer[];
  rows_found integer;
begin
  select array_agg(d.id), array_agg((now() at time zone d.timezone)::date), array_agg(per_doctor) into ids, todays, missing
  from (
    select d.id, d.timezone from public.doctors d
    where d.available and (next_slots.doctor_ids is null or d.id = any (next_slots.doctor_ids))
      and exists (select from public.doctor_availability w where w.doctor_id = d.id and w.is_available)
    order by d.first_name, d.last_name, d.id limit max_candidates
  ) as d;
  for span in 1 .. cardinality(span_starts) - 1 loop
    for i in 1 .. coalesce(cardinality(ids), 0) loop
      if missing[i] > 0 then
        return query
          select ids[i], s.day, s.appointment_time, s.starts_at
          from private.free_slots(ids[i], todays[i] + span_starts[span], todays[i] + span_starts[span + 1] - 1) s
          limit missing[i];
        get diagnostics rows_found = row_count;
        missing[i] := missing[i] - rows_found;
      end if;
    end loop;
    -- Enough doctors are free in this span: nobody who is not can come before them.
    if (select count(*) from unnest(missing) as m where m < per_doctor) >= max_doctors then
      select array_agg(d.id), array_agg(d.today), array_agg(d.missing) into ids, todays, missing
      from unnest(ids, todays, missing) as d (id, today, missing) where d.missing < per_doctor;
    end if;
  end loop;
end $$;

create function public.get_next_slots(doctor_ids uuid[] default null, per_doctor integer default 3)
returns table (doctor_id uuid, appointment_date date, appointment_time text, starts_at timestamptz)
language plpgsql volatile set search_path = '' as $$
#variable_conflict use_column
declare
  max_doctors constant integer := 50;
  max_per_doctor constant integer := 12;
begin
  perform private.limit_visitor_reads();
  if cardinality(get_next_slots.doctor_ids) > max_doctors then
    perform private.fail('too_many_doctors', jsonb_build_object('most', max_doctors));
  end if;
  if (get_next_slots.per_doctor between 1 and max_per_doctor) is not true then
    perform private.fail('slots_per_doctor_out_of_range', jsonb_build_object('least', 1, 'most', max_per_doctor));
  end if;
  return query
    select s.doctor_id, s.appointment_date, s.appointment_time, s.starts_at
    from (
      select n.*, dense_rank() over (order by n.first_start, n.doctor_id) as place
      from (
        select f.*, min(f.starts_at) over (partition by f.doctor_id) as first_start
        from private.next_slots(get_next_slots.doctor_ids, get_next_slots.per_doctor) f
      ) as n
    ) as s
    where s.place <= max_doctors
    order by s.place, s.starts_at;
end $$;

grant execute on function private.limit_visitor_reads, private.free_slots, private.next_slots to anon, authenticated, service_role;
grant execute on function public.get_available_slots, public.get_available_days, public.get_next_slots to anon, authenticated, service_role;
