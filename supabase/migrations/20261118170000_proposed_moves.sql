-- Appointments outside the schedule, each with the time that it could be moved to, so that nobody moves one without knowing where.
-- The move itself is `move_appointment`, which can be undone. `move_to_next_free` chose the time only while moving.
drop function public.move_to_next_free(uuid[], text);
drop function private.move_to_next_free(uuid[], text);

-- The doctor's first free time after each appointment: one that no other appointment of the list is given, and at least an hour away from
-- everything else that the patient has. Null if there is none within two months. The ids are those of one doctor, the earliest first.
create function private.propose_moves(doctor_id uuid, ids uuid[])
returns table (id uuid, proposed_date date, proposed_time text, proposed_at timestamptz)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  margin constant interval := interval '1 hour';
  max_days_ahead constant integer := 62;
  max_tried constant integer := 2000;
  max_per_day integer;
  session interval;
  gap interval;
  days date[];
  times text[];
  starts timestamptz[];
  per_day jsonb;
  next integer := 1;
  one record;
  busy tstzmultirange;
  slot record;
  given tstzmultirange := '{}';
  given_patients uuid[] := '{}';
  given_spans tstzrange[] := '{}';
begin
  select d.max_appointments_per_day, make_interval(mins => d.session_duration), make_interval(mins => d.gap_minutes)
  into max_per_day, session, gap from public.doctors d where d.id = propose_moves.doctor_id;
  select array_agg(s.day order by s.starts_at), array_agg(s.appointment_time order by s.starts_at), array_agg(s.starts_at order by s.starts_at)
  into days, times, starts
  from (
    select min(a.starts_at)::date - 1 as first_day, max(a.starts_at)::date + 1 + max_days_ahead as last_day
    from public.appointments a where a.id = any (ids)
  ) as span
  cross join lateral private.free_slots(propose_moves.doctor_id, span.first_day, span.last_day) s;
  if max_per_day is not null then
    select coalesce(jsonb_object_agg(a.appointment_date, a.number), '{}') into per_day
    from (
      select a.appointment_date, count(*) as number from public.appointments a
      where a.doctor_id = propose_moves.doctor_id and a.status <> 'cancelled' and a.appointment_date = any (days)
      group by a.appointment_date
    ) as a;
  end if;
  for one in
    select a.id, a.user_id, a.starts_at from public.appointments a where a.id = any (ids) order by a.starts_at, a.id
  loop
    while starts[next] <= one.starts_at loop
      next := next + 1;
    end loop;
    select coalesce(range_agg(tstzrange(b.span_start - margin, b.span_end + margin)), '{}') into busy
    from (
      select a.starts_at, a.ends_at from public.appointments a
      where a.user_id = one.user_id and a.id <> one.id and a.status <> 'cancelled' and a.ends_at > now()
      union all
      select lower(g.span), upper(g.span) from unnest(given_patients, given_spans) as g (patient, span) where g.patient = one.user_id
    ) as b (span_start, span_end);
    select s.day, s.at_time, s.starts_at into slot
    from unnest(days[next:next + max_tried], times[next:next + max_tried], starts[next:next + max_tried]) with ordinality as s (day, at_time, starts_at, place)
    where s.starts_at < one.starts_at + make_interval(days => max_days_ahead)
      and not given && tstzrange(s.starts_at, s.starts_at + session + gap)
      and not busy && tstzrange(s.starts_at, s.starts_at + session)
      and (max_per_day is null or coalesce((per_day ->> s.day::text)::integer, 0) < max_per_day)
    order by s.place limit 1;
    id := one.id;
    proposed_date := slot.day;
    proposed_time := slot.at_time;
    proposed_at := slot.starts_at;
    if slot.starts_at is not null then
      given := given + tstzmultirange(tstzrange(slot.starts_at, slot.starts_at + session + gap));
      given_patients := given_patients || one.user_id;
      given_spans := given_spans || tstzrange(slot.starts_at, slot.starts_at + session);
      per_day := jsonb_set(per_day, array[slot.day::text], to_jsonb(coalesce((per_day ->> slot.day::text)::integer, 0) + 1));
    end if;
    return next;
  end loop;
end $$;
comment on function private.propose_moves is 'Definer: it looks at everything that the patients have. Only list_affected_appointments calls it, after its own check.';

drop function public.list_affected_appointments(uuid);
drop function private.list_affected_appointments(uuid);

-- Appointments to come that the schedule has no room for: on a leave, or outside the hours. On the doctor's present clock.
create function private.list_affected_appointments(doctor_id uuid)
returns table (
  id uuid, starts_at timestamptz, ends_at timestamptz, timezone text, status public.appointment_status, why text,
  patient_first_name text, patient_last_name text, proposed_date date, proposed_time text, proposed_at timestamptz
)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  ids uuid[];
  reasons text[];
begin
  if private.may_edit_schedule(list_affected_appointments.doctor_id) is not true then
    perform private.refuse();
  end if;
  select array_agg(found.id order by found.starts_at, found.id), array_agg(found.why order by found.starts_at, found.id) into ids, reasons
  from (
    select a.id, a.starts_at, case when s.is_on_leave then 'leave' else 'hours' end as why
    from public.appointments a
    join public.doctors d on d.id = a.doctor_id
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
    order by a.starts_at, a.id limit 500
  ) as found;
  if ids is null then
    return;
  end if;
  return query
  select a.id, a.starts_at, a.ends_at, a.timezone, a.status, f.why, p.first_name, p.last_name, m.proposed_date, m.proposed_time, m.proposed_at
  from unnest(ids, reasons) with ordinality as f (id, why, place)
  join public.appointments a on a.id = f.id
  join private.profiles_without_health p on p.user_id = a.user_id
  left join private.propose_moves(list_affected_appointments.doctor_id, ids) m on m.id = a.id
  order by f.place;
end $$;
comment on function private.list_affected_appointments is 'Definer: it reads names as the list of appointments does. It refuses everybody but the doctor and admins first.';

create function public.list_affected_appointments(doctor_id uuid)
returns table (
  id uuid, starts_at timestamptz, ends_at timestamptz, timezone text, status public.appointment_status, why text,
  patient_first_name text, patient_last_name text, proposed_date date, proposed_time text, proposed_at timestamptz
)
language sql stable set search_path = '' as $$
  select * from private.list_affected_appointments(list_affected_appointments.doctor_id)
$$;
grant execute on function private.list_affected_appointments, public.list_affected_appointments to authenticated;
