-- Time off in one step, the appointments that it leaves outside the schedule, and what to do with all of them at once.

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

-- Appointments to come that the schedule no longer has room for: on a leave, or outside the hours. On the doctor's present clock.
create function private.list_affected_appointments(doctor_id uuid)
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
      ) as is_in_hours
  ) as s
  where a.doctor_id = list_affected_appointments.doctor_id and a.status in ('pending', 'confirmed') and a.starts_at > now()
    and (s.is_on_leave or not s.is_in_hours)
  order by a.starts_at limit 500;
end $$;
comment on function private.list_affected_appointments is 'Definer: it reads names as the list of appointments does. It refuses everybody but the doctor and admins first.';

create function public.list_affected_appointments(doctor_id uuid)
returns table (id uuid, starts_at timestamptz, ends_at timestamptz, timezone text, status public.appointment_status, why text, patient_first_name text, patient_last_name text)
language sql stable set search_path = '' as $$
  select * from private.list_affected_appointments(list_affected_appointments.doctor_id)
$$;

-- What went wrong with one of many, by the name that a single request would have got.
create function private.error_name(message text, constraint_name text) returns text
language sql immutable set search_path = '' as $$ select coalesce(nullif(constraint_name, ''), message) $$;

-- Answers many at once, each as if it had been answered alone; `error` is null for those that were. Invoker: policies and guards decide.
create function public.answer_appointments(ids uuid[], answer public.appointment_status, reason text default null)
returns table (id uuid, error text)
language plpgsql set search_path = '' as $$
#variable_conflict use_column
declare
  max_rows constant integer := 100;
  one uuid;
  said text;
  broken text;
begin
  if cardinality(ids) > max_rows then
    perform private.fail('rows_out_of_range', jsonb_build_object('least', 1, 'most', max_rows));
  end if;
  -- In one order for everybody, so that two who answer the same ones wait for each other instead of deadlocking.
  for one in select distinct each from unnest(ids) as each order by 1 loop
    begin
      update public.appointments a
      set status = answer, cancellation_reason = case when answer = 'cancelled' then private.blank_to_null(reason) end
      where a.id = one and a.status <> answer;
      id := one;
      error := case when found then null else 'transition_not_allowed' end;
    exception when others then
      get stacked diagnostics said = message_text, broken = constraint_name;
      id := one;
      error := private.error_name(said, broken);
    end;
    return next;
  end loop;
end $$;

-- Moves many to the doctor's next free time after their own, the earliest first. For staff.
create function private.move_to_next_free(ids uuid[], message text) returns table (id uuid, starts_at timestamptz, error text)
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  max_rows constant integer := 50;
  max_days_ahead constant integer := 62;
  one public.appointments;
  slot record;
  said text;
  broken text;
begin
  if private.my_doctor_id() is null and not private.is_admin() then
    perform private.refuse();
  end if;
  if cardinality(ids) > max_rows then
    perform private.fail('rows_out_of_range', jsonb_build_object('least', 1, 'most', max_rows));
  end if;
  -- All locks in the order of bookings before the first move: patients, then doctors.
  perform pg_advisory_xact_lock(hashtextextended('patient:' || p.user_id, 0))
  from (select distinct a.user_id from public.appointments a where a.id = any (ids) and a.doctor_id = any (private.my_doctor_ids()) order by 1) as p;
  perform private.lock_doctor(d.doctor_id)
  from (select distinct a.doctor_id from public.appointments a where a.id = any (ids) and a.doctor_id = any (private.my_doctor_ids()) order by 1) as d;
  for one in
    select a.* from public.appointments a where a.id = any (ids) and a.doctor_id = any (private.my_doctor_ids()) order by a.starts_at, a.id
  loop
    id := one.id;
    starts_at := null;
    error := 'slot_not_offered';
    -- A time may suit the doctor and not the patient: then the next one is tried.
    for slot in
      select s.day, s.appointment_time from private.free_slots(one.doctor_id, one.appointment_date, one.appointment_date + max_days_ahead) s
      where s.starts_at > one.starts_at order by s.starts_at limit 20
    loop
      begin
        select m.starts_at into starts_at from private.reschedule_appointment(one.id, slot.day, slot.appointment_time, message) m;
        error := null;
        exit;
      exception
      -- Whoever sent this may send it again: it says nothing about the appointment.
      when lock_not_available or deadlock_detected or serialization_failure then
        raise;
      when others then
        get stacked diagnostics said = message_text, broken = constraint_name;
        error := private.error_name(said, broken);
        exit when error not in ('appointments_patient_is_free', 'appointments_slot_is_single', 'appointments_doctor_is_free');
      end;
    end loop;
    return next;
  end loop;
end $$;
comment on function private.move_to_next_free is 'Definer: it may look for free times and take locks. It refuses everybody but staff first, and reschedule_appointment judges each move.';

create function public.move_to_next_free(ids uuid[], message text default null) returns table (id uuid, starts_at timestamptz, error text)
language sql set search_path = '' as $$
  select * from private.move_to_next_free(ids, message)
$$;

grant execute on function private.list_affected_appointments, public.list_affected_appointments, private.error_name, public.answer_appointments,
  private.move_to_next_free, public.move_to_next_free to authenticated;
