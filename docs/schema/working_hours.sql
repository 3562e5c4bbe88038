-- Written by `npm run types` from the catalogue. Migrations change the schema; reviews read the difference here.

create table public.doctor_availability (
  id uuid not null default gen_random_uuid(),
  doctor_id uuid not null,
  day_of_week smallint not null,
  start_time time without time zone not null,
  end_time time without time zone not null,
  is_available boolean not null default true,
  minutes int4range generated always as (private.minutes_between(start_time, end_time)) stored,
  constraint doctor_availability_doctor_id_fkey FOREIGN KEY (doctor_id) REFERENCES public.doctors(id) ON DELETE CASCADE,
  constraint doctor_availability_pkey PRIMARY KEY (id),
  constraint doctor_availability_windows_do_not_overlap EXCLUDE USING gist (doctor_id WITH =, day_of_week WITH =, minutes WITH &&) WHERE (is_available),
  constraint doctor_availability_day_is_0_to_6 CHECK (((day_of_week >= 0) AND (day_of_week <= 6))),
  constraint doctor_availability_start_is_not_after_end CHECK (((start_time <= end_time) OR (end_time = '00:00:00'::time without time zone))),
  constraint doctor_availability_times_are_whole_minutes CHECK (((EXTRACT(second FROM start_time) = (0)::numeric) AND (EXTRACT(second FROM end_time) = (0)::numeric)))
);
CREATE INDEX doctor_availability_doctor_id_day_of_week_idx ON public.doctor_availability USING btree (doctor_id, day_of_week);
alter table public.doctor_availability enable row level security;
grant delete, select on public.doctor_availability to authenticated;
grant delete, insert, select, update on public.doctor_availability to service_role;
grant select (doctor_id, day_of_week, start_time, end_time, is_available) on public.doctor_availability to anon;
grant insert (id, doctor_id, day_of_week, start_time, end_time, is_available) on public.doctor_availability to authenticated;
grant update (id, doctor_id, day_of_week, start_time, end_time, is_available) on public.doctor_availability to authenticated;

create table public.doctor_extra_hours (
  id uuid not null default gen_random_uuid(),
  doctor_id uuid not null,
  on_date date not null,
  start_time time without time zone not null,
  end_time time without time zone not null,
  created_at timestamp with time zone not null default now(),
  minutes int4range generated always as (private.minutes_between(start_time, end_time)) stored,
  constraint doctor_extra_hours_do_not_overlap EXCLUDE USING gist (doctor_id WITH =, on_date WITH =, minutes WITH &&),
  constraint doctor_extra_hours_doctor_id_fkey FOREIGN KEY (doctor_id) REFERENCES public.doctors(id) ON DELETE CASCADE,
  constraint doctor_extra_hours_pkey PRIMARY KEY (id),
  constraint doctor_extra_hours_date_is_plausible CHECK (((on_date >= '2020-01-01'::date) AND (on_date <= '2100-01-01'::date))),
  constraint doctor_extra_hours_start_is_before_end CHECK (((start_time < end_time) OR (end_time = '00:00:00'::time without time zone))),
  constraint doctor_extra_hours_times_are_whole_minutes CHECK (((EXTRACT(second FROM start_time) = (0)::numeric) AND (EXTRACT(second FROM end_time) = (0)::numeric)))
);
comment on table public.doctor_extra_hours is 'Windows of single dates that are added to the week, on the doctor''s wall clock.';
CREATE INDEX doctor_extra_hours_doctor_id_on_date_idx ON public.doctor_extra_hours USING btree (doctor_id, on_date);
alter table public.doctor_extra_hours enable row level security;
grant delete, select on public.doctor_extra_hours to authenticated;
grant select on public.doctor_extra_hours to service_role;
grant insert (id, doctor_id, on_date, start_time, end_time) on public.doctor_extra_hours to authenticated;
grant update (doctor_id, on_date, start_time, end_time) on public.doctor_extra_hours to authenticated;

create table public.doctor_leave (
  id uuid not null default gen_random_uuid(),
  doctor_id uuid not null,
  leave_date date not null,
  start_time time without time zone,
  end_time time without time zone,
  reason text,
  created_at timestamp with time zone not null default now(),
  minutes int4range generated always as (
CASE
    WHEN ((start_time IS NULL) OR (end_time IS NULL)) THEN int4range(0, 1440)
    ELSE private.minutes_between(start_time, end_time)
END) stored,
  constraint doctor_leave_doctor_id_fkey FOREIGN KEY (doctor_id) REFERENCES public.doctors(id) ON DELETE CASCADE,
  constraint doctor_leave_pkey PRIMARY KEY (id),
  constraint doctor_leave_reason_is_short CHECK ((char_length(reason) <= 500)),
  constraint doctor_leave_start_is_before_end CHECK (((start_time < end_time) OR (end_time = '00:00:00'::time without time zone)))
);
CREATE INDEX doctor_leave_doctor_id_leave_date_idx ON public.doctor_leave USING btree (doctor_id, leave_date);
alter table public.doctor_leave enable row level security;
grant delete, select on public.doctor_leave to authenticated;
grant delete, insert, select, update on public.doctor_leave to service_role;
grant insert (id, doctor_id, leave_date, start_time, end_time, reason, created_at) on public.doctor_leave to authenticated;
grant update (id, doctor_id, leave_date, start_time, end_time, reason, created_at) on public.doctor_leave to authenticated;

create view public.doctors_public with (security_invoker=true) as
 SELECT id,
    first_name,
    last_name,
    specialization,
    bio,
    available,
    work_hours,
    timezone,
    ( SELECT COALESCE(jsonb_agg(jsonb_build_object('day_of_week', w.day_of_week, 'start_time', to_char((w.start_time)::interval, 'HH24:MI'::text), 'end_time', to_char((w.end_time)::interval, 'HH24:MI'::text)) ORDER BY w.day_of_week, w.start_time), '[]'::jsonb) AS "coalesce"
           FROM public.doctor_availability w
          WHERE ((w.doctor_id = d.id) AND w.is_available AND ((w.start_time < w.end_time) OR (w.end_time = '00:00:00'::time without time zone)))) AS working_hours,
    specialty_code,
    languages,
    photo_path,
    bio_language,
    title,
    licence_number,
    licence_authority,
    licence_country
   FROM public.doctors d;
grant select on public.doctors_public to anon;
grant select on public.doctors_public to authenticated;
grant select on public.doctors_public to service_role;

create policy "doctor_availability: anybody reads hours that offer times" on public.doctor_availability
  for select to anon
  using (is_available AND ((start_time < end_time) OR (end_time = '00:00:00'::time without time zone)) AND (EXISTS ( SELECT
   FROM public.doctors d
  WHERE ((d.id = doctor_availability.doctor_id) AND d.available))));

create policy "doctor_availability: doctors add their own, admins any" on public.doctor_availability
  for insert to authenticated
  with check ((doctor_id = ( SELECT private.my_doctor_id() AS my_doctor_id)) OR ( SELECT private.is_admin() AS is_admin));

create policy "doctor_availability: doctors change their own, admins any" on public.doctor_availability
  for update to authenticated
  using ((doctor_id = ( SELECT private.my_doctor_id() AS my_doctor_id)) OR ( SELECT private.is_admin() AS is_admin))
  with check ((doctor_id = ( SELECT private.my_doctor_id() AS my_doctor_id)) OR ( SELECT private.is_admin() AS is_admin));

create policy "doctor_availability: doctors remove their own, admins any" on public.doctor_availability
  for delete to authenticated
  using ((doctor_id = ( SELECT private.my_doctor_id() AS my_doctor_id)) OR ( SELECT private.is_admin() AS is_admin));

create policy "doctor_availability: signed-in people read" on public.doctor_availability
  for select to authenticated
  using (( SELECT auth.uid() AS uid) IS NOT NULL);

create policy "doctor_extra_hours: doctors add their own, admins any" on public.doctor_extra_hours
  for insert to authenticated
  with check ((doctor_id = ( SELECT private.my_doctor_id() AS my_doctor_id)) OR ( SELECT private.is_admin() AS is_admin));

create policy "doctor_extra_hours: doctors change their own, admins any" on public.doctor_extra_hours
  for update to authenticated
  using ((doctor_id = ( SELECT private.my_doctor_id() AS my_doctor_id)) OR ( SELECT private.is_admin() AS is_admin))
  with check ((doctor_id = ( SELECT private.my_doctor_id() AS my_doctor_id)) OR ( SELECT private.is_admin() AS is_admin));

create policy "doctor_extra_hours: doctors read their own, admins all" on public.doctor_extra_hours
  for select to authenticated
  using ((doctor_id = ( SELECT private.my_doctor_id() AS my_doctor_id)) OR ( SELECT private.is_admin() AS is_admin));

create policy "doctor_extra_hours: doctors remove their own, admins any" on public.doctor_extra_hours
  for delete to authenticated
  using ((doctor_id = ( SELECT private.my_doctor_id() AS my_doctor_id)) OR ( SELECT private.is_admin() AS is_admin));

create policy "doctor_leave: doctors add their own, admins any" on public.doctor_leave
  for insert to authenticated
  with check ((doctor_id = ( SELECT private.my_doctor_id() AS my_doctor_id)) OR ( SELECT private.is_admin() AS is_admin));

create policy "doctor_leave: doctors change their own, admins any" on public.doctor_leave
  for update to authenticated
  using ((doctor_id = ( SELECT private.my_doctor_id() AS my_doctor_id)) OR ( SELECT private.is_admin() AS is_admin))
  with check ((doctor_id = ( SELECT private.my_doctor_id() AS my_doctor_id)) OR ( SELECT private.is_admin() AS is_admin));

create policy "doctor_leave: doctors read their own, admins all" on public.doctor_leave
  for select to authenticated
  using ((doctor_id = ( SELECT private.my_doctor_id() AS my_doctor_id)) OR ( SELECT private.is_admin() AS is_admin));

create policy "doctor_leave: doctors remove their own, admins any" on public.doctor_leave
  for delete to authenticated
  using ((doctor_id = ( SELECT private.my_doctor_id() AS my_doctor_id)) OR ( SELECT private.is_admin() AS is_admin));

CREATE TRIGGER doctor_availability_announce AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.doctor_availability FOR EACH STATEMENT EXECUTE FUNCTION private.announce_public_change('doctors');

CREATE TRIGGER doctor_availability_announce_changed AFTER UPDATE ON public.doctor_availability REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION private.announce_changed_slots();

CREATE TRIGGER doctor_availability_announce_gone AFTER DELETE ON public.doctor_availability REFERENCING OLD TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION private.announce_changed_slots();

CREATE TRIGGER doctor_availability_announce_new AFTER INSERT ON public.doctor_availability REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION private.announce_changed_slots();

CREATE TRIGGER doctor_availability_lock BEFORE INSERT OR DELETE OR UPDATE ON public.doctor_availability FOR EACH ROW EXECUTE FUNCTION private.lock_schedule();

CREATE TRIGGER doctor_extra_hours_announce AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.doctor_extra_hours FOR EACH STATEMENT EXECUTE FUNCTION private.announce_public_change('doctors');

CREATE TRIGGER doctor_extra_hours_announce_changed AFTER UPDATE ON public.doctor_extra_hours REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION private.announce_changed_slots();

CREATE TRIGGER doctor_extra_hours_announce_gone AFTER DELETE ON public.doctor_extra_hours REFERENCING OLD TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION private.announce_changed_slots();

CREATE TRIGGER doctor_extra_hours_announce_new AFTER INSERT ON public.doctor_extra_hours REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION private.announce_changed_slots();

CREATE TRIGGER doctor_extra_hours_lock BEFORE INSERT OR DELETE OR UPDATE ON public.doctor_extra_hours FOR EACH ROW EXECUTE FUNCTION private.lock_schedule();

CREATE TRIGGER doctor_extra_hours_number BEFORE INSERT ON public.doctor_extra_hours FOR EACH ROW EXECUTE FUNCTION private.limit_extra_hours();

CREATE TRIGGER doctor_leave_announce AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.doctor_leave FOR EACH STATEMENT EXECUTE FUNCTION private.announce_public_change('doctors');

CREATE TRIGGER doctor_leave_announce_changed AFTER UPDATE ON public.doctor_leave REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION private.announce_changed_slots();

CREATE TRIGGER doctor_leave_announce_gone AFTER DELETE ON public.doctor_leave REFERENCING OLD TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION private.announce_changed_slots();

CREATE TRIGGER doctor_leave_announce_new AFTER INSERT ON public.doctor_leave REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION private.announce_changed_slots();

CREATE TRIGGER doctor_leave_lock BEFORE INSERT OR DELETE OR UPDATE ON public.doctor_leave FOR EACH ROW EXECUTE FUNCTION private.lock_schedule();

CREATE OR REPLACE FUNCTION private.guard_appointment_type()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  max_active constant integer := 20;
  max_kept constant integer := 200;
begin
  perform private.lock_doctor(case when tg_op = 'DELETE' then old.doctor_id else new.doctor_id end);
  if tg_op = 'DELETE' then
    return old;
  end if;
  if new.active and (tg_op = 'INSERT' or not old.active)
    and (select count(*) from public.appointment_types t where t.doctor_id = new.doctor_id and t.active and t.id <> new.id) >= max_active
  then
    perform private.fail('too_many_types', jsonb_build_object('most', max_active));
  end if;
  if tg_op = 'INSERT' and (select count(*) from public.appointment_types t where t.doctor_id = new.doctor_id) >= max_kept then
    perform private.fail('too_many_types', jsonb_build_object('most', max_kept));
  end if;
  return new;
end $function$;
comment on function private.guard_appointment_type() is 'Definer: it counts all types of the doctor, whoever adds one.';

CREATE OR REPLACE FUNCTION private.limit_extra_hours()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  max_windows constant integer := 400;
begin
  if (select count(*) from public.doctor_extra_hours e where e.doctor_id = new.doctor_id and e.on_date >= current_date - 1) >= max_windows then
    perform private.fail('too_many_extra_hours', jsonb_build_object('most', max_windows));
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.lock_booking(patient uuid, doctor uuid)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  perform pg_advisory_xact_lock(hashtextextended('patient:' || patient, 0));
  perform private.lock_doctor(doctor);
end $function$;

CREATE OR REPLACE FUNCTION private.lock_doctor(doctor_id uuid)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select pg_advisory_xact_lock(hashtextextended('doctor:' || doctor_id, 0))
$function$;
grant execute on function private.lock_doctor(uuid) to authenticated;
grant execute on function private.lock_doctor(uuid) to service_role;

CREATE OR REPLACE FUNCTION private.lock_schedule()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if tg_op = 'UPDATE' and new.doctor_id <> old.doctor_id then
    perform private.fail('doctor_is_fixed');
  end if;
  perform private.lock_doctor(case when tg_op = 'DELETE' then old.doctor_id else new.doctor_id end);
  return case when tg_op = 'DELETE' then old else new end;
end $function$;

CREATE OR REPLACE FUNCTION private.may_edit_schedule(doctor_id uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select doctor_id = private.my_doctor_id() or private.is_admin()
$function$;
grant execute on function private.may_edit_schedule(uuid) to authenticated;
grant execute on function private.may_edit_schedule(uuid) to service_role;

CREATE OR REPLACE FUNCTION private.minute_of(clock time without time zone)
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select (extract(epoch from clock) / 60)::integer
$function$;
grant execute on function private.minute_of(time without time zone) to authenticated;
grant execute on function private.minute_of(time without time zone) to service_role;

CREATE OR REPLACE FUNCTION private.minutes_between(start_time time without time zone, end_time time without time zone)
 RETURNS int4range
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select int4range(
    private.minute_of(start_time),
    greatest(private.minute_of(start_time), case when end_time = '00:00' then 1440 else private.minute_of(end_time) end)
  )
$function$;
grant execute on function private.minutes_between(time without time zone,time without time zone) to authenticated;
grant execute on function private.minutes_between(time without time zone,time without time zone) to service_role;

CREATE OR REPLACE FUNCTION public.add_time_off(doctor_id uuid, from_date date, to_date date, start_time time without time zone DEFAULT NULL::time without time zone, end_time time without time zone DEFAULT NULL::time without time zone, weekdays integer[] DEFAULT NULL::integer[], reason text DEFAULT NULL::text)
 RETURNS SETOF public.doctor_leave
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
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
end $function$;
grant execute on function public.add_time_off(uuid,date,date,time without time zone,time without time zone,integer[],text) to authenticated;

CREATE OR REPLACE FUNCTION public.get_overview_hours(unit text DEFAULT 'week'::text, periods integer DEFAULT 12)
 RETURNS TABLE(period date, doctor_id uuid, offered_minutes bigint, booked_minutes bigint)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
#variable_conflict use_column
begin
  return query
  with span as materialized (
    select p.* from private.overview_periods(unit, periods) p
  ), days as (
    select p.period, d.day::date, (extract(isodow from d.day) - 1)::smallint as day_of_week
    from span p, generate_series(p.period, p.period + ('1 ' || unit)::interval - interval '1 day', interval '1 day') as d (day)
  ), week as materialized (
    select w.doctor_id, w.day_of_week, range_agg(w.minutes) as minutes, sum(upper(w.minutes) - lower(w.minutes)) as length
    from public.doctor_availability w join public.doctors d on d.id = w.doctor_id and d.available
    where w.is_available and not isempty(w.minutes)
    group by w.doctor_id, w.day_of_week
  ), ordinary as (
    select d.period, w.doctor_id, sum(w.length) as minutes from days d join week w using (day_of_week) group by d.period, w.doctor_id
  ), leaves as (
    select l.doctor_id, l.leave_date as day, range_agg(l.minutes) as minutes from public.doctor_leave l
    where l.leave_date between (select min(day) from days) and (select max(day) from days) group by l.doctor_id, l.leave_date
  ), extras as (
    select e.doctor_id, e.on_date as day, range_agg(e.minutes) as minutes from public.doctor_extra_hours e
    where e.on_date between (select min(day) from days) and (select max(day) from days) group by e.doctor_id, e.on_date
  ), changed as (
    -- What leave takes from a day and what extra hours add to it.
    select d.period, d.doctor_id,
           sum((select coalesce(sum(upper(r) - lower(r)), 0) from unnest(d.usual + d.extra - d.away) as r) - coalesce(d.length, 0)) as minutes
    from (
      select days.period, doctor_id, coalesce(week.minutes, '{}') as usual, week.length, coalesce(extras.minutes, '{}') as extra,
             coalesce(leaves.minutes, '{}') as away
      from leaves full join extras using (doctor_id, day)
      join days using (day)
      join public.doctors on doctors.id = doctor_id and doctors.available
      left join week using (doctor_id, day_of_week)
    ) as d
    group by d.period, d.doctor_id
  ), booked as (
    select p.period, a.doctor_id, a.minutes from span p, lateral private.overview_minutes(p.starts_at, p.ends_at) a
  )
  select period, doctor_id, (coalesce(ordinary.minutes, 0) + coalesce(changed.minutes, 0))::bigint, coalesce(booked.minutes, 0)
  from ordinary full join changed using (period, doctor_id) full join booked using (period, doctor_id)
  where coalesce(ordinary.minutes, 0) + coalesce(changed.minutes, 0) > 0 or booked.minutes > 0
  order by period, doctor_id;
end $function$;
grant execute on function public.get_overview_hours(text,integer) to authenticated;

CREATE OR REPLACE FUNCTION public.get_public_doctors()
 RETURNS SETOF public.doctors_public
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select * from public.doctors_public d where d.available order by d.first_name, d.last_name, d.id
$function$;
grant execute on function public.get_public_doctors() to anon;
grant execute on function public.get_public_doctors() to authenticated;
grant execute on function public.get_public_doctors() to service_role;

CREATE OR REPLACE FUNCTION public.save_working_hours(doctor_id uuid, windows jsonb)
 RETURNS SETOF public.doctor_availability
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
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
end $function$;
grant execute on function public.save_working_hours(uuid,jsonb) to authenticated;
