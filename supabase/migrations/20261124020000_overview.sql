-- What the owner reads: how full the doctors are, how long requests wait, what was missed, who comes, and what was agreed and paid.

-- Weeks and months of the overview are those of the company's office.
create function private.company_timezone() returns text
language sql immutable set search_path = '' as $$ select 'Asia/Baku' $$;
grant execute on function private.company_timezone to authenticated, service_role;

alter table public.appointments add column answered_at timestamptz;
comment on column public.appointments.answered_at is
  'When a doctor or an admin last confirmed or rejected the request. Null for what was confirmed automatically. Filled in by the database.';

-- After appointments_guard, which says who cancelled. Undoing a move answers nothing.
create function private.note_answer() returns trigger
language plpgsql set search_path = '' as $$
begin
  if new.status = 'confirmed' or new.cancelled_by in ('doctor', 'admin') then
    new.answered_at := now();
  end if;
  return new;
end $$;
create trigger appointments_note_answer before update on public.appointments
  for each row when (old.status = 'pending' and new.status <> 'pending' and old.reschedule_count = new.reschedule_count)
  execute function private.note_answer();

-- Requests that were answered before this column. Triggers would tell patients and doctors that something has changed.
alter table public.appointments disable trigger user;
update public.appointments a set answered_at = l.at
from (
  select substr(l.subject, length('appointment:') + 1)::uuid as id, max(l.at) as at from public.audit_log l
  where l.action in ('appointment.confirmed', 'appointment.cancelled') and l.details ->> 'from' = 'pending'
    and (l.action = 'appointment.confirmed' or l.details ->> 'by' in ('doctor', 'admin'))
  group by l.subject
) as l
where l.id = a.id;
alter table public.appointments enable trigger user;

-- The last weeks, from Monday, or months, the present one included. Every function below begins with it, so that it answers admins only.
create function private.overview_periods(unit text, periods integer)
returns table (period date, starts_at timestamptz, ends_at timestamptz)
language plpgsql stable set search_path = '' as $$
declare
  zone constant text := private.company_timezone();
  step interval;
  this_period timestamp;
begin
  if not private.is_admin() then
    perform private.refuse();
  end if;
  if unit is null or unit not in ('week', 'month') or periods is null or periods not between 1 and 12 then
    perform private.fail('overview_range_invalid', jsonb_build_object('most', 12));
  end if;
  step := ('1 ' || unit)::interval;
  this_period := date_trunc(unit, now() at time zone zone);
  return query
  select p.wall::date, p.wall at time zone zone, (p.wall + step) at time zone zone
  from generate_series(this_period - (periods - 1) * step, this_period, step) as p (wall);
end $$;
grant execute on function private.overview_periods to authenticated;

-- Few people could be recognised in a small number. Null reads "fewer than five".
create function private.without_few(patients bigint) returns bigint
language sql immutable set search_path = '' as $$
  select case when patients not between 1 and 4 then patients end
$$;
grant execute on function private.without_few to authenticated;

-- The appointments of a span, for the functions below: they read them once, and the policy on each row is what reading costs most.
-- Definer, and only for admins, who may read every appointment.
create function private.overview_appointments(from_instant timestamptz, to_instant timestamptz)
returns table (
  user_id uuid, doctor_id uuid, starts_at timestamptz, status public.appointment_status, minutes integer, did_not_come boolean,
  cancelled_by text, reason text, waited interval, currency text, agreed_minor bigint, paid_minor bigint
)
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.is_admin() then
    perform private.refuse();
  end if;
  return query
  select a.user_id, a.doctor_id, a.starts_at, a.status, a.session_duration, a.did_not_come, a.cancelled_by, a.cancellation_reason,
         -- A request that its patient moved waits from then on.
         a.answered_at - case when a.rescheduled_by = 'patient' and a.rescheduled_at < a.answered_at then a.rescheduled_at else a.created_at end,
         a.fee_currency, case when a.fee_agreed_at is not null and a.status <> 'cancelled' then a.fee_minor::bigint end,
         a.paid_minor - a.refunded_minor
  from public.appointments a
  where a.starts_at >= from_instant and a.starts_at < to_instant;
end $$;
comment on function private.overview_appointments is 'Definer: the policy would ask for every row what the first statement asks once.';
grant execute on function private.overview_appointments to authenticated;

-- How the appointments of each period went, and how long the answers to their requests took.
create function public.get_overview(unit text default 'week', periods integer default 12)
returns table (
  period date, booked bigint, completed bigint, missed bigint, cancelled_by_patient bigint, cancelled_by_doctor bigint,
  cancelled_by_admin bigint, expired bigint, answered bigint, median_wait_minutes integer, slow_wait_minutes integer
)
language plpgsql stable set search_path = '' as $$
#variable_conflict use_column
begin
  return query
  select p.period,
         count(*) filter (where a.status <> 'cancelled'),
         count(*) filter (where a.status = 'completed' and not a.did_not_come),
         count(*) filter (where a.did_not_come),
         count(*) filter (where a.cancelled_by = 'patient'),
         count(*) filter (where a.cancelled_by = 'doctor'),
         count(*) filter (where a.cancelled_by = 'admin'),
         count(*) filter (where a.cancelled_by = 'expired'),
         count(a.waited),
         (extract(epoch from percentile_disc(0.5) within group (order by a.waited)) / 60)::integer,
         (extract(epoch from percentile_disc(0.9) within group (order by a.waited)) / 60)::integer
  from private.overview_periods(unit, periods) p
  left join lateral private.overview_appointments(p.starts_at, p.ends_at) a on true
  group by p.period
  order by p.period;
end $$;
grant execute on function public.get_overview to authenticated;

-- Why appointments were cancelled by staff, over all these periods together, the most frequent first: the codes of the list, 'own_words'
-- for what staff wrote, and null where nothing was said.
create function public.get_overview_reasons(unit text default 'week', periods integer default 12)
returns table (reason text, appointments bigint)
language plpgsql stable set search_path = '' as $$
#variable_conflict use_column
begin
  return query
  select r.reason, count(*)
  from (
    select case
      when a.reason in (
        'doctor_unavailable', 'other_time', 'other_specialty', 'needs_visit', 'more_information', 'duplicate', 'patient_asked'
      ) then a.reason
      when a.reason is not null then 'own_words'
    end as reason
    from (select min(o.starts_at) as starts_at, max(o.ends_at) as ends_at from private.overview_periods(unit, periods) o) as o,
         lateral private.overview_appointments(o.starts_at, o.ends_at) a
    where a.cancelled_by in ('doctor', 'admin')
  ) as r
  group by r.reason
  order by count(*) desc, r.reason;
end $$;
grant execute on function public.get_overview_reasons to authenticated;

-- Minutes that each doctor offers and that are booked. Past hours are those of today's week: changes of the week are not kept. A day is
-- the doctor's own.
create function public.get_overview_hours(unit text default 'week', periods integer default 12)
returns table (period date, doctor_id uuid, offered_minutes bigint, booked_minutes bigint)
language plpgsql stable set search_path = '' as $$
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
    select p.period, a.doctor_id, sum(a.minutes) as minutes
    from span p, lateral private.overview_appointments(p.starts_at, p.ends_at) a
    where a.status <> 'cancelled'
    group by p.period, a.doctor_id
  )
  select period, doctor_id, (coalesce(ordinary.minutes, 0) + coalesce(changed.minutes, 0))::bigint, coalesce(booked.minutes, 0)
  from ordinary full join changed using (period, doctor_id) full join booked using (period, doctor_id)
  where coalesce(ordinary.minutes, 0) + coalesce(changed.minutes, 0) > 0 or booked.minutes > 0
  order by period, doctor_id;
end $$;
grant execute on function public.get_overview_hours to authenticated;

-- Patients whose first appointment ever is in the period, and those who had one before.
create function public.get_overview_patients(unit text default 'week', periods integer default 12)
returns table (period date, new_patients bigint, returning_patients bigint)
language plpgsql stable set search_path = '' as $$
#variable_conflict use_column
begin
  return query
  with seen as materialized (
    select p.period, p.starts_at, a.user_id
    from private.overview_periods(unit, periods) p, lateral private.overview_appointments(p.starts_at, p.ends_at) a
    where a.status <> 'cancelled'
    group by p.period, p.starts_at, a.user_id
  ), first as materialized (
    select f.user_id, private.first_appointment_of(f.user_id) as starts_at from (select distinct s.user_id from seen s) as f
  ), counted as (
    select s.period, count(*) filter (where f.starts_at >= s.starts_at) as new_ones, count(*) filter (where f.starts_at < s.starts_at) as others
    from seen s join first f using (user_id)
    group by s.period
  )
  select p.period, private.without_few(coalesce(c.new_ones, 0)), private.without_few(coalesce(c.others, 0))
  from private.overview_periods(unit, periods) p left join counted c using (period)
  order by p.period;
end $$;
grant execute on function public.get_overview_patients to authenticated;

create function private.first_appointment_of(patient uuid) returns timestamptz
language sql stable security definer set search_path = '' as $$
  select a.starts_at from public.appointments a
  where a.user_id = patient and a.status <> 'cancelled' and (select private.is_admin())
  order by a.appointment_date, a.starts_at limit 1
$$;
comment on function private.first_appointment_of is 'Definer: the policy would ask for every row. Only for admins.';
grant execute on function private.first_appointment_of to authenticated;

-- The languages of the patients of all these periods together, the most frequent first.
create function public.get_overview_languages(unit text default 'week', periods integer default 12)
returns table (language text, patients bigint)
language plpgsql stable set search_path = '' as $$
#variable_conflict use_column
begin
  return query
  select l.language, private.without_few(l.patients)
  from (
    select p.language, count(*) as patients
    from (
      select distinct a.user_id
      from (select min(o.starts_at) as starts_at, max(o.ends_at) as ends_at from private.overview_periods(unit, periods) o) as o,
           lateral private.overview_appointments(o.starts_at, o.ends_at) a
      where a.status <> 'cancelled'
    ) as seen
    join public.profiles p using (user_id)
    where p.language is not null
    group by p.language
  ) as l
  order by l.patients desc, l.language;
end $$;
grant execute on function public.get_overview_languages to authenticated;

-- Fees that were agreed for the appointments of each period, and what of them was paid and kept. Currencies are never added together.
create function public.get_overview_fees(unit text default 'week', periods integer default 12)
returns table (period date, currency text, agreed_minor bigint, paid_minor bigint)
language plpgsql stable set search_path = '' as $$
#variable_conflict use_column
begin
  return query
  select p.period, a.currency, coalesce(sum(a.agreed_minor), 0)::bigint, coalesce(sum(a.paid_minor), 0)::bigint
  from private.overview_periods(unit, periods) p, lateral private.overview_appointments(p.starts_at, p.ends_at) a
  where a.currency is not null and (a.agreed_minor is not null or a.paid_minor <> 0)
  group by p.period, a.currency
  order by p.period, a.currency;
end $$;
grant execute on function public.get_overview_fees to authenticated;
