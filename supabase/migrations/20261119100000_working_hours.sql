-- When doctors work: windows of the week, extra hours of single dates, and leave. Wall clock in the doctor's zone; Monday is 0; an end of
-- 00:00 is midnight. The public view of doctors shows their hours.

-- Bodies of functions may mention what a later file makes.
set check_function_bodies = off;

-- Empty when the end is not after the start: such a window is kept and offers nothing.
create function private.minutes_between(start_time time, end_time time) returns int4range
language sql immutable set search_path = '' as $$
  select int4range(
    private.minute_of(start_time),
    greatest(private.minute_of(start_time), case when end_time = '00:00' then 1440 else private.minute_of(end_time) end)
  )
$$;
grant execute on function private.minutes_between to authenticated, service_role;

create table public.doctor_availability (
  id uuid primary key default gen_random_uuid(),
  doctor_id uuid not null references public.doctors (id) on delete cascade,
  day_of_week smallint not null constraint doctor_availability_day_is_0_to_6 check (day_of_week between 0 and 6),
  start_time time not null,
  end_time time not null,
  is_available boolean not null default true,
  minutes int4range generated always as (private.minutes_between(start_time, end_time)) stored,
  constraint doctor_availability_times_are_whole_minutes check (extract(second from start_time) = 0 and extract(second from end_time) = 0),
  constraint doctor_availability_start_is_not_after_end check (start_time <= end_time or end_time = '00:00'),
  constraint doctor_availability_windows_do_not_overlap
    exclude using gist (doctor_id with =, day_of_week with =, minutes with &&) where (is_available)
);
create index doctor_availability_doctor_id_day_of_week_idx on public.doctor_availability (doctor_id, day_of_week);
alter table public.doctor_availability enable row level security;
grant select (doctor_id, day_of_week, start_time, end_time, is_available) on public.doctor_availability to anon;
-- Doctors write the schedule themselves. Columns are listed, so that one that is added later is not writable.
grant select, delete,
      insert (id, doctor_id, day_of_week, start_time, end_time, is_available),
      update (id, doctor_id, day_of_week, start_time, end_time, is_available)
  on public.doctor_availability to authenticated;
grant select, insert, update, delete on public.doctor_availability to service_role;

create table public.doctor_leave (
  id uuid primary key default gen_random_uuid(),
  doctor_id uuid not null references public.doctors (id) on delete cascade,
  leave_date date not null,
  start_time time,
  end_time time,
  reason text constraint doctor_leave_reason_is_short check (char_length(reason) <= 500),
  created_at timestamptz not null default now(),
  -- Without both times it is the whole day.
  minutes int4range generated always as (
    case when start_time is null or end_time is null then int4range(0, 1440) else private.minutes_between(start_time, end_time) end
  ) stored,
  constraint doctor_leave_start_is_before_end check (start_time < end_time or end_time = '00:00')
);
create index doctor_leave_doctor_id_leave_date_idx on public.doctor_leave (doctor_id, leave_date);
alter table public.doctor_leave enable row level security;
grant select, delete,
      insert (id, doctor_id, leave_date, start_time, end_time, reason, created_at),
      update (id, doctor_id, leave_date, start_time, end_time, reason, created_at)
  on public.doctor_leave to authenticated;
grant select, insert, update, delete on public.doctor_leave to service_role;

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
comment on table public.doctor_extra_hours is 'Windows of single dates that are added to the week, on the doctor''s wall clock.';
create index doctor_extra_hours_doctor_id_on_date_idx on public.doctor_extra_hours (doctor_id, on_date);
alter table public.doctor_extra_hours enable row level security;
grant select, delete on public.doctor_extra_hours to authenticated;
grant insert (id, doctor_id, on_date, start_time, end_time), update (doctor_id, on_date, start_time, end_time)
  on public.doctor_extra_hours to authenticated;
grant select on public.doctor_extra_hours to service_role;

create policy "doctor_availability: signed-in people read" on public.doctor_availability
  for select to authenticated using ((select auth.uid()) is not null);
create policy "doctor_availability: doctors add their own, admins any" on public.doctor_availability
  for insert to authenticated with check (doctor_id = (select private.my_doctor_id()) or (select private.is_admin()));
create policy "doctor_availability: doctors change their own, admins any" on public.doctor_availability
  for update to authenticated
  using (doctor_id = (select private.my_doctor_id()) or (select private.is_admin()))
  with check (doctor_id = (select private.my_doctor_id()) or (select private.is_admin()));
create policy "doctor_availability: doctors remove their own, admins any" on public.doctor_availability
  for delete to authenticated using (doctor_id = (select private.my_doctor_id()) or (select private.is_admin()));
create policy "doctor_leave: doctors read their own, admins all" on public.doctor_leave
  for select to authenticated using (doctor_id = (select private.my_doctor_id()) or (select private.is_admin()));
create policy "doctor_leave: doctors add their own, admins any" on public.doctor_leave
  for insert to authenticated with check (doctor_id = (select private.my_doctor_id()) or (select private.is_admin()));
create policy "doctor_leave: doctors change their own, admins any" on public.doctor_leave
  for update to authenticated
  using (doctor_id = (select private.my_doctor_id()) or (select private.is_admin()))
  with check (doctor_id = (select private.my_doctor_id()) or (select private.is_admin()));
create policy "doctor_leave: doctors remove their own, admins any" on public.doctor_leave
  for delete to authenticated using (doctor_id = (select private.my_doctor_id()) or (select private.is_admin()));
-- Hours that offer times, of doctors that visitors see.
create policy "doctor_availability: anybody reads hours that offer times" on public.doctor_availability
  for select to anon using (
    is_available and (start_time < end_time or end_time = '00:00')
    and exists (select from public.doctors d where d.id = doctor_id and d.available)
  );
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

-- One request gives the doctors with their hours, and with title and licence, which patients see where they choose a doctor.
-- Columns are only ever added at the end: others read this view by name.
create view public.doctors_public with (security_invoker = true) as
  select d.id, d.first_name, d.last_name, d.specialization, d.bio, d.available, d.work_hours, d.timezone,
    (
      select coalesce(
        jsonb_agg(
          jsonb_build_object(
            'day_of_week', w.day_of_week,
            'start_time', to_char(w.start_time, 'HH24:MI'),
            'end_time', to_char(w.end_time, 'HH24:MI')
          )
          order by w.day_of_week, w.start_time
        ),
        '[]'
      )
      from public.doctor_availability w
      where w.doctor_id = d.id and w.is_available and (w.start_time < w.end_time or w.end_time = '00:00')
    ) as working_hours,
    d.specialty_code, d.languages, d.photo_path, d.bio_language,
    d.title, d.licence_number, d.licence_authority, d.licence_country
  from public.doctors d;
grant select on public.doctors_public to anon, authenticated, service_role;

create function public.get_public_doctors() returns setof public.doctors_public
language sql stable set search_path = '' as $$
  select * from public.doctors_public d where d.available order by d.first_name, d.last_name, d.id
$$;
grant execute on function public.get_public_doctors to anon, authenticated, service_role;

create function private.minute_of(clock time) returns integer
language sql immutable set search_path = '' as $$
  select (extract(epoch from clock) / 60)::integer
$$;
grant execute on function private.minute_of to authenticated, service_role;

-- Bookings, windows and leaves of one doctor wait for each other here: constraints alone are right too, but deadlock in a storm.
create function private.lock_doctor(doctor_id uuid) returns void
language sql set search_path = '' as $$
  select pg_advisory_xact_lock(hashtextextended('doctor:' || doctor_id, 0))
$$;
grant execute on function private.lock_doctor to authenticated, service_role;

create function private.lock_schedule() returns trigger
language plpgsql set search_path = '' as $$
begin
  if tg_op = 'UPDATE' and new.doctor_id <> old.doctor_id then
    perform private.fail('doctor_is_fixed');
  end if;
  perform private.lock_doctor(case when tg_op = 'DELETE' then old.doctor_id else new.doctor_id end);
  return case when tg_op = 'DELETE' then old else new end;
end $$;
create trigger doctor_availability_lock before insert or update or delete on public.doctor_availability
  for each row execute function private.lock_schedule();
create trigger doctor_leave_lock before insert or update or delete on public.doctor_leave
  for each row execute function private.lock_schedule();
create trigger doctor_extra_hours_lock before insert or update or delete on public.doctor_extra_hours
  for each row execute function private.lock_schedule();

create function private.may_edit_schedule(doctor_id uuid) returns boolean
language sql stable set search_path = '' as $$
  select doctor_id = private.my_doctor_id() or private.is_admin()
$$;
grant execute on function private.may_edit_schedule to authenticated, service_role;

-- A week is saved whole or not at all.
create function public.save_working_hours(doctor_id uuid, windows jsonb) returns setof public.doctor_availability
language plpgsql set search_path = '' as $$
#variable_conflict use_column
begin
  if private.may_edit_schedule(save_working_hours.doctor_id) is not true then
    perform private.refuse();
  end if;
  if jsonb_typeof(windows) is distinct from 'array' or jsonb_array_length(windows) > 70 then
    perform private.fail('working_hours_not_understood');
  end if;
  -- In a statement of its own: the delete must see what a save at the same moment has left.
  perform private.lock_doctor(save_working_hours.doctor_id);
  delete from public.doctor_availability a where a.doctor_id = save_working_hours.doctor_id;
  return query
    insert into public.doctor_availability (doctor_id, day_of_week, start_time, end_time, is_available)
    select save_working_hours.doctor_id, w.day_of_week, w.start_time, w.end_time, coalesce(w.is_available, true)
    from jsonb_to_recordset(windows) as w (day_of_week smallint, start_time time, end_time time, is_available boolean)
    returning *;
end $$;
grant execute on function public.save_working_hours to authenticated;

-- One leave for each day of the span, or only for some weekdays of it (Monday is 0). A day that has the same leave already keeps it.
create function public.add_time_off(
  doctor_id uuid, from_date date, to_date date, start_time time default null, end_time time default null, weekdays integer[] default null,
  reason text default null
) returns setof public.doctor_leave
language plpgsql set search_path = '' as $$
#variable_conflict use_column
declare
  max_days constant integer := 366;
begin
  if private.may_edit_schedule(add_time_off.doctor_id) is not true then
    perform private.refuse();
  end if;
  if not (isfinite(from_date) and isfinite(to_date)) or to_date < from_date or to_date - from_date >= max_days then
    perform private.fail('too_many_days', jsonb_build_object('most', max_days));
  end if;
  -- In a statement of its own, so that the insert sees what a request at the same moment has left.
  perform private.lock_doctor(add_time_off.doctor_id);
  return query
  insert into public.doctor_leave (doctor_id, leave_date, start_time, end_time, reason)
  select add_time_off.doctor_id, day::date, add_time_off.start_time, add_time_off.end_time, private.blank_to_null(add_time_off.reason)
  from generate_series(from_date::timestamp, to_date::timestamp, interval '1 day') as day
  where (weekdays is null or extract(isodow from day)::integer - 1 = any (weekdays))
    and not exists (
      select from public.doctor_leave l
      where l.doctor_id = add_time_off.doctor_id and l.leave_date = day::date
        and (l.start_time, l.end_time) is not distinct from (add_time_off.start_time, add_time_off.end_time)
    )
  returning *;
end $$;
grant execute on function public.add_time_off to authenticated;

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

