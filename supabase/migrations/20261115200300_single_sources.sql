-- Limits that were written down in several functions are written down in one, which the others ask.
-- `supabase/functions/_shared/rules.ts` repeats them for pages and functions; a test compares the two.

-- Kept free after each appointment of a doctor. Stored with each appointment (`blocked`), and checked there by
-- appointments_blocked_is_session_and_gap: to change it, change that constraint too.
create function private.session_gap() returns interval
language sql immutable set search_path = '' as $$ select interval '10 minutes' $$;

-- In minutes: times start this often from each window's start.
create function private.slot_step() returns integer
language sql immutable set search_path = '' as $$ select 15 $$;

create function private.max_files_per_appointment() returns integer
language sql immutable set search_path = '' as $$ select 40 $$;

create function private.max_bytes_per_appointment() returns bigint
language sql immutable set search_path = '' as $$ select 500 * 1024 * 1024::bigint $$;

-- What may be shared. Some systems have a second name for the same type.
create function private.file_types() returns table (extension text, type text)
language sql immutable set search_path = '' as $$
  values
    ('pdf', 'application/pdf'),
    ('jpg', 'image/jpeg'),
    ('jpeg', 'image/jpeg'),
    ('png', 'image/png'),
    ('gif', 'image/gif'),
    ('txt', 'text/plain'),
    ('doc', 'application/msword'),
    ('docx', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'),
    ('zip', 'application/zip'),
    ('zip', 'application/x-zip-compressed'),
    ('rar', 'application/vnd.rar'),
    ('rar', 'application/x-rar-compressed')
$$;

-- In the C locale: a Turkish one would lower "GIF" to "gıf".
create or replace function private.file_type_fits(name text, type text) returns boolean
language sql immutable set search_path = '' as $$
  select exists (
    select from private.file_types() f
    where f.type = file_type_fits.type and f.extension = lower(substring(name from '\.([^.]+)$') collate "C")
  )
$$;

create function private.is_offered_file_type(type text) returns boolean
language sql immutable set search_path = '' as $$
  select exists (select from private.file_types() f where f.type = is_offered_file_type.type)
$$;

-- The same types as before.
alter table public.appointment_files
  drop constraint appointment_files_type_is_offered,
  add constraint appointment_files_type_is_offered check (private.is_offered_file_type(file_type));

-- Triggers and constraints ask these on behalf of whoever writes.
grant execute on function private.session_gap, private.file_types, private.is_offered_file_type to authenticated, service_role;

-- From here on: as before, but for the limits.

-- What the schedule offers, other appointments aside: a time at every step from each window's start while the whole session fits.
-- Definer: patients may not read leaves. PL/pgSQL: its plan is kept, planning took longer than a day's answer.
create or replace function private.scheduled_slots(doctor_id uuid, from_date date, to_date date)
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
    cross join lateral generate_series(lower(w.minutes), upper(w.minutes) - d.session_duration, private.slot_step()) as start (minute)
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
create or replace function private.free_slots(doctor_id uuid, from_date date, to_date date)
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
  where (taken.blocked is null or not taken.blocked && tstzrange(s.starts_at, s.ends_at + private.session_gap()))
    -- After the doctor moved, the same wall clock time of another zone: the unique index would refuse it.
    and not exists (
      select from public.appointments a
      where a.doctor_id = free_slots.doctor_id and a.appointment_date = s.day and a.appointment_time = s.appointment_time and a.status <> 'cancelled'
    )
  order by s.day, s.appointment_time;
end $$;

-- Invoker: a migration or the demo data, which are not clients, may also record what was not offered.
create or replace function private.prepare_appointment() returns trigger
language plpgsql set search_path = '' as $$
declare
  booked record;
begin
  -- Before any lock and any answer: what stands in another's name is nobody's business here.
  if current_user = 'authenticated' and new.user_id is distinct from private.me() then
    perform private.refuse();
  end if;
  new.patient_complaint := private.trimmed(new.patient_complaint);
  new.appointment_time := to_char(new.appointment_time::time, 'HH24:MI');
  if current_user in ('anon', 'authenticated', 'service_role') then
    select * into booked from private.claim_slot(new.user_id, new.doctor_id, new.appointment_date, new.appointment_time);
  else
    select private.instant_of(new.appointment_date + new.appointment_time::time, d.timezone) as starts_at, d.timezone, d.session_duration
    into booked from public.doctors d where d.id = new.doctor_id;
  end if;
  new.starts_at := booked.starts_at;
  new.timezone := booked.timezone;
  new.session_duration := booked.session_duration;
  new.ends_at := new.starts_at + make_interval(mins => booked.session_duration);
  new.blocked := tstzrange(new.starts_at, new.ends_at + private.session_gap());
  return new;
end $$;

-- Definer: it counts the files of both people, and a patient's rights must not change what is counted.
create or replace function private.limit_files() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  most_files constant integer := private.max_files_per_appointment();
  most_bytes constant bigint := private.max_bytes_per_appointment();
begin
  if not private.takes_uploads(new.appointment_id) and auth.uid() is not null then
    perform private.refuse();
  end if;
  perform pg_advisory_xact_lock(hashtextextended('files:' || new.appointment_id, 0));
  if (select count(*) >= most_files or coalesce(sum(f.file_size), 0) + new.file_size > most_bytes
      from public.appointment_files f where f.appointment_id = new.appointment_id)
  then
    perform private.fail('too_many_files', jsonb_build_object('files', most_files, 'bytes', most_bytes));
  end if;
  return new;
end $$;

-- Objects without a record count as well, or uploads alone could fill the disk. Definer: the caller sees only their own objects.
-- Volatile: after waiting for the lock it must count what was uploaded meanwhile.
create or replace function private.may_upload(path text) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
begin
  if private.takes_uploads(private.appointment_of_path(path)) is not true then
    return false;
  end if;
  perform pg_advisory_xact_lock(hashtextextended('objects:' || split_part(path, '/', 1), 0));
  if exists (select from public.appointment_files f where f.file_path = path) then
    return false;
  end if;
  return (
    select count(*) < private.max_files_per_appointment() and coalesce(sum((o.metadata ->> 'size')::bigint), 0) < private.max_bytes_per_appointment()
    from storage.objects o
    where o.bucket_id = 'appointment-files' and o.name like split_part(path, '/', 1) || '/%'
  );
end $$;
