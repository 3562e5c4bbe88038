-- Extra hours on one date: a doctor works outside the week once. They are windows like those of the week; leave on that date still wins.
create table public.doctor_extra_hours (
  id uuid primary key default gen_random_uuid(),
  doctor_id uuid not null references public.doctors (id) on delete cascade,
  on_date date not null constraint doctor_extra_hours_date_is_plausible check (on_date between '2020-01-01' and '2100-01-01'),
  start_time time not null,
  end_time time not null,
  created_at timestamptz not null default now(),
  minutes int4range generated always as (private.minutes_between(start_time, end_time)) stored,
  constraint doctor_extra_hours_times_are_whole_minutes check (extract(second from start_time) = 0 and extract(second from end_time) = 0),
  constraint doctor_extra_hours_start_is_before_end check (start_time < end_time or end_time = '00:00'),
  constraint doctor_extra_hours_do_not_overlap exclude using gist (doctor_id with =, on_date with =, minutes with &&)
);
create index doctor_extra_hours_doctor_id_on_date_idx on public.doctor_extra_hours (doctor_id, on_date);
comment on table public.doctor_extra_hours is 'Windows of single dates that are added to the week, on the doctor''s wall clock.';

create trigger doctor_extra_hours_lock before insert or update or delete on public.doctor_extra_hours
  for each row execute function private.lock_schedule();

-- Runs after the lock (triggers go by name), so that two requests at once cannot both be the last one.
create function private.limit_extra_hours() returns trigger
language plpgsql set search_path = '' as $$
declare
  max_windows constant integer := 400;
begin
  if (select count(*) from public.doctor_extra_hours e where e.doctor_id = new.doctor_id and e.on_date >= current_date - 1) >= max_windows then
    perform private.fail('too_many_extra_hours', jsonb_build_object('most', max_windows));
  end if;
  return new;
end $$;
create trigger doctor_extra_hours_number before insert on public.doctor_extra_hours
  for each row execute function private.limit_extra_hours();

create trigger doctor_extra_hours_announce_new after insert on public.doctor_extra_hours
  referencing new table as changed_rows for each statement execute function private.announce_changed_slots();
create trigger doctor_extra_hours_announce_changed after update on public.doctor_extra_hours
  referencing new table as changed_rows for each statement execute function private.announce_changed_slots();
create trigger doctor_extra_hours_announce_gone after delete on public.doctor_extra_hours
  referencing old table as changed_rows for each statement execute function private.announce_changed_slots();

alter table public.doctor_extra_hours enable row level security;
grant select, delete on public.doctor_extra_hours to authenticated;
grant insert (id, doctor_id, on_date, start_time, end_time), update (doctor_id, on_date, start_time, end_time)
  on public.doctor_extra_hours to authenticated;
grant select on public.doctor_extra_hours to service_role;
create policy "doctor_extra_hours: doctors read their own, admins all" on public.doctor_extra_hours
  for select to authenticated using (doctor_id = (select private.my_doctor_id()) or (select private.is_admin()));
create policy "doctor_extra_hours: doctors add their own, admins any" on public.doctor_extra_hours
  for insert to authenticated with check (doctor_id = (select private.my_doctor_id()) or (select private.is_admin()));
create policy "doctor_extra_hours: doctors change their own, admins any" on public.doctor_extra_hours
  for update to authenticated
  using (doctor_id = (select private.my_doctor_id()) or (select private.is_admin()))
  with check (doctor_id = (select private.my_doctor_id()) or (select private.is_admin()));
create policy "doctor_extra_hours: doctors remove their own, admins any" on public.doctor_extra_hours
  for delete to authenticated using (doctor_id = (select private.my_doctor_id()) or (select private.is_admin()));

-- As before, and with extra hours of the date.
create or replace function private.scheduled_slots_of(doctor_ids uuid[], from_dates date[], to_dates date[])
returns table (
  doctor_id uuid, day date, appointment_time text, starts_at timestamptz, ends_at timestamptz, timezone text, session_duration integer
)
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_generic_plan as $$
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
      select d.id as doctor_id, d.timezone, d.session_duration, make_interval(mins => d.session_duration) as session,
             greatest(now() + make_interval(hours => d.booking_notice_hours), now()) as bookable_from,
             day, around.ahead, around.ahead = around.ahead_later as is_calm,
             (select range_agg(l.minutes) from public.doctor_leave l where l.doctor_id = d.id and l.leave_date = day::date) as away,
             (select array_agg(e.minutes) from public.doctor_extra_hours e where e.doctor_id = d.id and e.on_date = day::date) as extra
      from unnest(doctor_ids, from_dates, to_dates) as asked (doctor_id, from_date, to_date)
      join public.doctors d on d.id = asked.doctor_id and d.available
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
end $$;

-- As before, and with doctors who work on single dates only.
create or replace function private.next_slots(doctor_ids uuid[], per_doctor integer)
returns table (doctor_id uuid, appointment_date date, appointment_time text, starts_at timestamptz)
language plpgsql stable security definer set search_path = '' as $$
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
  -- The doctors of the times that were found in a span, and the first time of each doctor of all spans.
  found_ids uuid[];
  first_starts timestamptz[] := '{}';
  -- When the last of enough doctors is free for the first time.
  enough_at timestamptz;
  slot record;
begin
  select array_agg(d.id), array_agg(d.timezone), array_agg((now() at time zone d.timezone)::date), array_agg(per_doctor)
  into ids, zones, todays, missing
  from (
    select d.id, d.timezone from public.doctors d
    where d.available and (next_slots.doctor_ids is null or d.id = any (next_slots.doctor_ids))
      and (
        exists (select from public.doctor_availability w where w.doctor_id = d.id and w.is_available)
        or exists (select from public.doctor_extra_hours e where e.doctor_id = d.id and e.on_date >= current_date - 1)
      )
    order by d.first_name, d.last_name, d.id limit max_candidates
  ) as d;
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
          array(select t.day + span_starts[span + 1] - 1 from unnest(todays) with ordinality as t (day, place) order by t.place)
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
    select array_agg(d.id), array_agg(d.zone), array_agg(d.today), array_agg(d.missing - coalesce(f.found, 0))
    into ids, zones, todays, missing
    from unnest(ids, zones, todays, missing) as d (id, zone, today, missing)
    left join (select f.id, count(*)::integer as found from unnest(found_ids) as f (id) group by f.id) as f on f.id = d.id
    where d.missing > coalesce(f.found, 0)
      and (
        enough_at is null or d.missing < per_doctor or f.found > 0
        or (d.today + span_starts[span + 1])::timestamp at time zone d.zone <= enough_at
      );
  end loop;
end $$;

-- As before, and an appointment in extra hours is not outside the hours.
create or replace function private.list_affected_appointments(doctor_id uuid)
returns table (id uuid, starts_at timestamptz, ends_at timestamptz, timezone text, status public.appointment_status, why text, patient_first_name text, patient_last_name text)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
begin
  if private.may_edit_schedule(list_affected_appointments.doctor_id) is not true then
    perform private.refuse();
  end if;
  return query
  select a.id, a.starts_at, a.ends_at, a.timezone, a.status, case when s.is_on_leave then 'leave' else 'hours' end, p.first_name, p.last_name
  from public.appointments a
  join public.doctors d on d.id = a.doctor_id
  join private.profiles_without_health p on p.user_id = a.user_id
  cross join lateral (select a.starts_at at time zone d.timezone as wall) as w
  -- A session that ends after midnight counts until midnight: leaves and hours end there too.
  cross join lateral (
    select w.wall::date as day, int4range(private.minute_of(w.wall::time), least(1440, private.minute_of(w.wall::time) + a.session_duration)) as minutes
  ) as m
  cross join lateral (
    select
      exists (select from public.doctor_leave l where l.doctor_id = d.id and l.leave_date = m.day and l.minutes && m.minutes) as is_on_leave,
      exists (
        select from public.doctor_availability v
        where v.doctor_id = d.id and v.is_available and v.day_of_week = extract(isodow from m.day)::smallint - 1 and v.minutes @> m.minutes
      ) or exists (
        select from public.doctor_extra_hours e where e.doctor_id = d.id and e.on_date = m.day and e.minutes @> m.minutes
      ) as is_in_hours
  ) as s
  where a.doctor_id = list_affected_appointments.doctor_id and a.status in ('pending', 'confirmed') and a.starts_at > now()
    and (s.is_on_leave or not s.is_in_hours)
  order by a.starts_at limit 500;
end $$;

-- As before, and with extra hours.
create or replace function private.export_my_data() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  person uuid := private.me();
begin
  if person is null then
    perform private.refuse();
  end if;
  return private.data_of(person) || jsonb_build_object(
    'held_slot', (select to_jsonb(h) - 'blocked' - 'user_id' from private.slot_holds h where h.user_id = person and h.expires_at > now()),
    'doctor_texts', (
      select coalesce(jsonb_agg(to_jsonb(t) - 'doctor_id' order by t.language), '[]')
      from public.doctor_texts t join public.doctors d on d.id = t.doctor_id where d.user_id = person
    ),
    'note_templates', (
      select coalesce(jsonb_agg(to_jsonb(t) - 'doctor_id' order by t.title), '[]')
      from public.note_templates t join public.doctors d on d.id = t.doctor_id where d.user_id = person
    ),
    'extra_hours', (
      select coalesce(jsonb_agg(to_jsonb(e) - 'doctor_id' - 'minutes' order by e.on_date, e.start_time), '[]')
      from public.doctor_extra_hours e join public.doctors d on d.id = e.doctor_id where d.user_id = person
    ),
    'patient_card_opened', (select coalesce(jsonb_agg(to_jsonb(o) order by o.at desc), '[]') from private.list_card_openings() o),
    'consents', (
      select coalesce(jsonb_agg(to_jsonb(c) - 'user_id' order by c.given_at), '[]') from public.consents c where c.user_id = person
    )
  );
end $$;

-- As before, and without extra hours.
create or replace function private.empty_doctor_of_deleted_account() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.doctor_texts t using public.doctors d where d.id = t.doctor_id and d.user_id = new.id;
  delete from public.doctor_extra_hours h using public.doctors d where d.id = h.doctor_id and d.user_id = new.id;
  delete from public.note_templates t using public.doctors d where d.id = t.doctor_id and d.user_id = new.id;
  insert into private.files_to_remove (bucket_id, path)
  select o.bucket_id, o.name from public.doctors d join storage.objects o on o.bucket_id = 'doctor-photos' and o.name like d.id || '/%'
  where d.user_id = new.id
  on conflict do nothing;
  update public.doctors d set languages = '{}', photo_path = null where d.user_id = new.id;
  return null;
end $$;
