-- When a doctor works: windows of a week, and leaves from it. Wall clock in the doctor's zone; Monday is 0; an end of 00:00 is midnight.
create function private.minute_of(clock time) returns integer
language sql immutable set search_path = '' as $$
  select (extract(epoch from clock) / 60)::integer
$$;

-- Empty when the end is not after the start: such a window is kept and offers nothing.
create function private.minutes_between(start_time time, end_time time) returns int4range
language sql immutable set search_path = '' as $$
  select int4range(
    private.minute_of(start_time),
    greatest(private.minute_of(start_time), case when end_time = '00:00' then 1440 else private.minute_of(end_time) end)
  )
$$;

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

-- Bookings, windows and leaves of one doctor wait for each other here: constraints alone are right too, but deadlock in a storm.
create function private.lock_doctor(doctor_id uuid) returns void
language sql set search_path = '' as $$
  select pg_advisory_xact_lock(hashtextextended('doctor:' || doctor_id, 0))
$$;

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

alter table public.doctor_availability enable row level security;
alter table public.doctor_leave enable row level security;
grant select, insert, update, delete on public.doctor_availability, public.doctor_leave to authenticated, service_role;

create function private.may_edit_schedule(doctor_id uuid) returns boolean
language sql stable set search_path = '' as $$
  select doctor_id = private.my_doctor_id() or private.is_admin()
$$;

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

grant execute on function private.minute_of, private.minutes_between, private.lock_doctor, private.may_edit_schedule to authenticated, service_role;
grant execute on function public.save_working_hours to authenticated;
