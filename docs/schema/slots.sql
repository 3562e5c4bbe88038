-- Written by `npm run types` from the catalogue. Migrations change the schema; reviews read the difference here.

CREATE OR REPLACE FUNCTION private.free_slots(doctor_id uuid, from_date date, to_date date, minutes integer DEFAULT NULL::integer)
 RETURNS TABLE(day date, appointment_time text, starts_at timestamp with time zone)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
begin
  return query
    select s.day, s.appointment_time, s.starts_at
    from private.free_slots_of(array[free_slots.doctor_id], array[from_date], array[to_date], array[minutes]) s
    order by s.day, s.appointment_time;
end $function$;
comment on function private.free_slots(uuid,date,date,integer) is 'Definer: patients never read each other''s appointments. Clients cannot call it.';

CREATE OR REPLACE FUNCTION private.free_slots_of(doctor_ids uuid[], from_dates date[], to_dates date[], lengths integer[] DEFAULT NULL::integer[])
 RETURNS TABLE(doctor_id uuid, day date, appointment_time text, starts_at timestamp with time zone)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
#variable_conflict use_column
declare
  caller uuid := auth.uid();
begin
  return query
  with asked as materialized (
    select d.id as doctor_id, d.timezone, make_interval(mins => d.gap_minutes) as gap, a.from_date, a.to_date,
           case when d.max_appointments_per_day is not null then private.full_days(d.id, a.from_date, a.to_date, caller) end as full_days
    from unnest(doctor_ids, from_dates, to_dates) as a (doctor_id, from_date, to_date)
    join public.doctors d on d.id = a.doctor_id
  ),
  taken as materialized (
    select t.doctor_id, range_agg(t.blocked) as blocked, array_agg(t.wall) filter (where t.wall is not null) as walls
    from (
      -- After the doctor moved, the same wall clock time of another zone: the unique index would refuse it.
      select a.doctor_id, a.blocked, case when a.timezone <> asked.timezone then a.appointment_date + a.appointment_time::time end as wall
      from asked cross join lateral (
        select a.doctor_id, a.blocked, a.timezone, a.appointment_date, a.appointment_time from public.appointments a
        where a.doctor_id = asked.doctor_id and a.status <> 'cancelled'
          and a.appointment_date between asked.from_date - 2 and asked.to_date + 2
        offset 0 -- doctor by doctor through the index, however many appointments there are
      ) as a
      union all
      select h.doctor_id, h.blocked, null from private.slot_holds h join asked on asked.doctor_id = h.doctor_id
      where h.expires_at > now() and h.user_id is distinct from caller
    ) as t
    group by t.doctor_id
  )
  select s.doctor_id, s.day, s.appointment_time, s.starts_at
  from private.scheduled_slots_of(doctor_ids, from_dates, to_dates, lengths) s
  join asked on asked.doctor_id = s.doctor_id
  left join taken on taken.doctor_id = s.doctor_id
  where (taken.blocked is null or not taken.blocked && tstzrange(s.starts_at, s.ends_at + asked.gap))
    and (taken.walls is null or s.day + s.appointment_time::time <> all (taken.walls))
    and (asked.full_days is null or s.day <> all (asked.full_days))
  order by s.doctor_id, s.day, s.appointment_time;
end $function$;
comment on function private.free_slots_of(uuid[],date[],date[],integer[]) is 'Definer: patients never read each other''s appointments, and nobody reads holds.';

CREATE OR REPLACE FUNCTION private.full_days(doctor uuid, from_date date, to_date date, caller uuid, except_id uuid DEFAULT NULL::uuid)
 RETURNS date[]
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  max_per_day integer := (select d.max_appointments_per_day from public.doctors d where d.id = doctor);
begin
  if max_per_day is null then
    return array[]::date[];
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
end $function$;
comment on function private.full_days(uuid,date,date,uuid,uuid) is 'Definer: patients never read each other''s appointments, and nobody reads holds.';

CREATE OR REPLACE FUNCTION private.instant_of(wall timestamp without time zone, zone text)
 RETURNS timestamp with time zone
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
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
end $function$;
grant execute on function private.instant_of(timestamp without time zone,text) to authenticated;
grant execute on function private.instant_of(timestamp without time zone,text) to service_role;

CREATE OR REPLACE FUNCTION private.next_slots(doctor_ids uuid[], per_doctor integer)
 RETURNS TABLE(doctor_id uuid, appointment_date date, appointment_time text, starts_at timestamp with time zone)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  max_doctors constant integer := 50;
  max_candidates constant integer := 200;
  -- Each span begins where the one before ends; 0 is today where the doctor is.
  span_starts constant integer[] := array[0, 1, 2, 4, 7, 14, 28, 62];
  ids uuid[];
  zones text[];
  todays date[];
  missing integer[];
  lengths integer[];
  -- The doctors of the times that were found in a span, and the first time of each doctor of all spans.
  found_ids uuid[];
  first_starts timestamptz[] := '{}';
  -- When the last of enough doctors is free for the first time.
  enough_at timestamptz;
  slot record;
begin
  select array_agg(d.id), array_agg(d.timezone), array_agg((now() at time zone d.timezone)::date), array_agg(per_doctor),
         array_agg(f.minutes)
  into ids, zones, todays, missing, lengths
  from (
    select d.id, d.timezone from public.doctors d
    where d.available and (next_slots.doctor_ids is null or d.id = any (next_slots.doctor_ids))
      and (
        exists (select from public.doctor_availability w where w.doctor_id = d.id and w.is_available)
        or exists (select from public.doctor_extra_hours e where e.doctor_id = d.id and e.on_date >= current_date - 1)
      )
    order by d.first_name, d.last_name, d.id limit max_candidates
  ) as d
  join private.first_types(
    coalesce(next_slots.doctor_ids, array(select o.id from public.doctors o where o.available))
  ) as f on f.doctor_id = d.id and f.is_offered;
  for span in 1 .. cardinality(span_starts) - 1 loop
    exit when ids is null;
    found_ids := '{}';
    for slot in
      select f.doctor_id, f.day, f.appointment_time, f.starts_at, f.place = 1 and d.missing = per_doctor as is_first
      from (
        select f.*, row_number() over (partition by f.doctor_id order by f.day, f.appointment_time) as place
        from private.free_slots_of(
          ids,
          array(select t.day + span_starts[span] from unnest(todays) with ordinality as t (day, place) order by t.place),
          array(select t.day + span_starts[span + 1] - 1 from unnest(todays) with ordinality as t (day, place) order by t.place),
          lengths
        ) f
      ) as f
      join unnest(ids, missing) as d (id, missing) on d.id = f.doctor_id and f.place <= d.missing
    loop
      next_slots.doctor_id := slot.doctor_id;
      next_slots.appointment_date := slot.day;
      next_slots.appointment_time := slot.appointment_time;
      next_slots.starts_at := slot.starts_at;
      return next;
      found_ids := found_ids || slot.doctor_id;
      if slot.is_first then
        first_starts := first_starts || slot.starts_at;
      end if;
    end loop;
    select f.start into enough_at from unnest(first_starts) as f (start) order by f.start offset max_doctors - 1 limit 1;
    select array_agg(d.id), array_agg(d.zone), array_agg(d.today), array_agg(d.missing - coalesce(f.found, 0)),
           array_agg(d.minutes)
    into ids, zones, todays, missing, lengths
    from unnest(ids, zones, todays, missing, lengths) as d (id, zone, today, missing, minutes)
    left join (select f.id, count(*)::integer as found from unnest(found_ids) as f (id) group by f.id) as f on f.id = d.id
    where d.missing > coalesce(f.found, 0)
      and (
        enough_at is null or d.missing < per_doctor or f.found > 0
        or (d.today + span_starts[span + 1])::timestamp at time zone d.zone <= enough_at
      );
  end loop;
end $function$;
comment on function private.next_slots(uuid[],integer) is 'Definer: as free_slots, which it asks about many doctors.';
grant execute on function private.next_slots(uuid[],integer) to anon;
grant execute on function private.next_slots(uuid[],integer) to authenticated;
grant execute on function private.next_slots(uuid[],integer) to service_role;

CREATE OR REPLACE FUNCTION private.scheduled_slots(doctor_id uuid, from_date date, to_date date, minutes integer DEFAULT NULL::integer)
 RETURNS TABLE(day date, appointment_time text, starts_at timestamp with time zone, ends_at timestamp with time zone, timezone text, session_duration integer)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
begin
  return query
    select s.day, s.appointment_time, s.starts_at, s.ends_at, s.timezone, s.session_duration
    from private.scheduled_slots_of(array[scheduled_slots.doctor_id], array[from_date], array[to_date], array[minutes]) s;
end $function$;
comment on function private.scheduled_slots(uuid,date,date,integer) is 'Definer: patients may not read leaves.';

CREATE OR REPLACE FUNCTION private.scheduled_slots_of(doctor_ids uuid[], from_dates date[], to_dates date[], lengths integer[] DEFAULT NULL::integer[])
 RETURNS TABLE(doctor_id uuid, day date, appointment_time text, starts_at timestamp with time zone, ends_at timestamp with time zone, timezone text, session_duration integer)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
#variable_conflict use_column
declare
  step constant integer := private.slot_step();
begin
  -- An infinite series of days would never end.
  if exists (select from unnest(from_dates || to_dates) as d (day) where not isfinite(d.day)) then
    return;
  end if;
  return query
  select slot.doctor_id, slot.day::date, to_char(slot.wall, 'HH24:MI'), slot.instant, slot.instant + slot.session, slot.timezone,
         slot.session_duration
  from (
    select days.doctor_id, days.day, days.timezone, days.session_duration, days.session, days.bookable_from, grid.wall,
           -- Around a change of the clock every time is looked at; on all other days the zone's distance is the same from midnight to midnight.
           case when days.is_calm then (grid.wall - days.ahead) at time zone 'UTC' else private.instant_of(grid.wall, days.timezone) end as instant
    from (
      select d.id as doctor_id, d.timezone, length.minutes as session_duration, make_interval(mins => length.minutes) as session,
             greatest(now() + make_interval(hours => d.booking_notice_hours), now()) as bookable_from,
             day, around.ahead, around.ahead = around.ahead_later as is_calm,
             (select range_agg(l.minutes) from public.doctor_leave l where l.doctor_id = d.id and l.leave_date = day::date) as away,
             (select array_agg(e.minutes) from public.doctor_extra_hours e where e.doctor_id = d.id and e.on_date = day::date) as extra
      from unnest(doctor_ids, from_dates, to_dates, lengths) as asked (doctor_id, from_date, to_date, minutes)
      join public.doctors d on d.id = asked.doctor_id and d.available
      cross join lateral (select coalesce(asked.minutes, d.session_duration) as minutes) as length
      cross join lateral generate_series(
        asked.from_date::timestamp,
        least(asked.to_date, (now() at time zone d.timezone)::date + d.booking_horizon_days)::timestamp,
        interval '1 day'
      ) as day
      cross join lateral (
        select ((day - interval '1 day') at time zone 'UTC' at time zone d.timezone) - (day - interval '1 day') as ahead,
               ((day + interval '2 days') at time zone 'UTC' at time zone d.timezone) - (day + interval '2 days') as ahead_later
      ) as around
      offset 0 -- once a day, not once a time
    ) as days
    cross join lateral (
      select w.minutes, false as is_extra from public.doctor_availability w
      where w.doctor_id = days.doctor_id and w.is_available and w.day_of_week = extract(isodow from days.day)::smallint - 1
      union all
      select e.minutes, true from unnest(days.extra) as e (minutes)
      offset 0 -- through the index: reading all hours of all doctors is slower
    ) as w
    cross join lateral generate_series(lower(w.minutes), upper(w.minutes) - days.session_duration, step) as start (minute)
    cross join lateral (select days.day + make_interval(mins => start.minute) as wall) as grid
    where (days.away is null or not days.away && int4range(start.minute, start.minute + days.session_duration))
      -- A time that the week offers as well is offered once.
      and (not w.is_extra or not exists (
        select from public.doctor_availability v
        where v.doctor_id = days.doctor_id and v.is_available and v.day_of_week = extract(isodow from days.day)::smallint - 1
          and v.minutes @> int4range(start.minute, start.minute + days.session_duration) and (start.minute - lower(v.minutes)) % step = 0
      ))
    offset 0 -- keeps the instant from being computed again for each use
  ) as slot
  where slot.instant > now() and slot.instant >= slot.bookable_from;
end $function$;
comment on function private.scheduled_slots_of(uuid[],date[],date[],integer[]) is 'Definer: patients may not read leaves.';

CREATE OR REPLACE FUNCTION private.session_gap(doctor uuid)
 RETURNS interval
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return (select make_interval(mins => d.gap_minutes) from public.doctors d where d.id = doctor);
end $function$;
comment on function private.session_gap(uuid) is 'Definer: bookings ask it, also for a doctor whom the caller does not see.';
grant execute on function private.session_gap(uuid) to authenticated;
grant execute on function private.session_gap(uuid) to service_role;

CREATE OR REPLACE FUNCTION private.slot_step()
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$ select 15 $function$;

CREATE OR REPLACE FUNCTION public.get_available_days(doctor_id uuid, from_date date, to_date date, type_id uuid DEFAULT NULL::uuid, appointment_id uuid DEFAULT NULL::uuid)
 RETURNS TABLE(day date, free_slots integer)
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  perform private.limit_visitor_reads();
  if to_date - from_date >= 62 then
    perform private.fail('too_many_days', jsonb_build_object('most', 62));
  end if;
  return query
    select s.day, count(*)::integer
    from private.free_slots_by_type(
      get_available_days.doctor_id, from_date, to_date, get_available_days.type_id, get_available_days.appointment_id
    ) s
    group by s.day order by s.day;
end $function$;
grant execute on function public.get_available_days(uuid,date,date,uuid,uuid) to anon;
grant execute on function public.get_available_days(uuid,date,date,uuid,uuid) to authenticated;
grant execute on function public.get_available_days(uuid,date,date,uuid,uuid) to service_role;

CREATE OR REPLACE FUNCTION public.get_available_slots(doctor_id uuid, on_date date, type_id uuid DEFAULT NULL::uuid, appointment_id uuid DEFAULT NULL::uuid)
 RETURNS TABLE(appointment_time text, starts_at timestamp with time zone)
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  perform private.limit_visitor_reads();
  return query
    select s.appointment_time, s.starts_at
    from private.free_slots_by_type(
      get_available_slots.doctor_id, on_date, on_date, get_available_slots.type_id, get_available_slots.appointment_id
    ) s;
end $function$;
grant execute on function public.get_available_slots(uuid,date,uuid,uuid) to anon;
grant execute on function public.get_available_slots(uuid,date,uuid,uuid) to authenticated;
grant execute on function public.get_available_slots(uuid,date,uuid,uuid) to service_role;

CREATE OR REPLACE FUNCTION public.get_available_week(doctor_id uuid, from_date date, type_id uuid DEFAULT NULL::uuid, appointment_id uuid DEFAULT NULL::uuid)
 RETURNS TABLE(day date, appointment_time text, starts_at timestamp with time zone)
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  perform private.limit_visitor_reads();
  return query
    select s.day, s.appointment_time, s.starts_at
    from private.free_slots_by_type(
      get_available_week.doctor_id, from_date, from_date + 6, get_available_week.type_id, get_available_week.appointment_id
    ) s;
end $function$;
grant execute on function public.get_available_week(uuid,date,uuid,uuid) to anon;
grant execute on function public.get_available_week(uuid,date,uuid,uuid) to authenticated;
grant execute on function public.get_available_week(uuid,date,uuid,uuid) to service_role;

CREATE OR REPLACE FUNCTION public.get_next_slots(doctor_ids uuid[] DEFAULT NULL::uuid[], per_doctor integer DEFAULT 3)
 RETURNS TABLE(doctor_id uuid, appointment_date date, appointment_time text, starts_at timestamp with time zone)
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
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
end $function$;
grant execute on function public.get_next_slots(uuid[],integer) to anon;
grant execute on function public.get_next_slots(uuid[],integer) to authenticated;
grant execute on function public.get_next_slots(uuid[],integer) to service_role;
