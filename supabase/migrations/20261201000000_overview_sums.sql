-- The overview sums appointments where it reads them. It handed every row from one function to the next before, which took most of the time.

-- With everything that the overview sums, so that it reads no appointments but only this index. Reasons are not in it, because an entry of
-- an index is limited to 2,700 bytes.
create index appointments_overview_idx on public.appointments (starts_at) include (
  status, doctor_id, user_id, session_duration, did_not_come, cancelled_by, created_at, answered_at, rescheduled_by, rescheduled_at,
  fee_currency, fee_minor, fee_agreed_at, paid_minor, refunded_minor
);

create function private.overview_counts(from_instant timestamptz, to_instant timestamptz)
returns table (
  booked bigint, completed bigint, missed bigint, cancelled_by_patient bigint, cancelled_by_doctor bigint, cancelled_by_admin bigint,
  expired bigint, answered bigint, median_wait_minutes integer, slow_wait_minutes integer
)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
begin
  if not private.is_admin() then
    perform private.refuse();
  end if;
  return query
  select count(*) filter (where a.status <> 'cancelled'),
         count(*) filter (where a.status = 'completed' and not a.did_not_come),
         count(*) filter (where a.did_not_come),
         count(*) filter (where a.cancelled_by = 'patient'),
         count(*) filter (where a.cancelled_by = 'doctor'),
         count(*) filter (where a.cancelled_by = 'admin'),
         count(*) filter (where a.cancelled_by = 'expired'),
         count(a.answered_at),
         (percentile_disc(0.5) within group (order by w.seconds)::numeric / 60)::integer,
         (percentile_disc(0.9) within group (order by w.seconds)::numeric / 60)::integer
  from public.appointments a,
       -- A request that its patient moved waits from then on. Numbers are sorted faster than intervals.
       lateral (select date_part('epoch', a.answered_at - case
         when a.rescheduled_by = 'patient' and a.rescheduled_at < a.answered_at then a.rescheduled_at else a.created_at
       end) as seconds) as w
  where a.starts_at >= from_instant and a.starts_at < to_instant;
end $$;
comment on function private.overview_counts is 'Definer: the policy would ask for every row what the first statement asks once.';

create function private.overview_minutes(from_instant timestamptz, to_instant timestamptz)
returns table (doctor_id uuid, minutes bigint)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
begin
  if not private.is_admin() then
    perform private.refuse();
  end if;
  return query
  select a.doctor_id, sum(a.session_duration) from public.appointments a
  where a.starts_at >= from_instant and a.starts_at < to_instant and a.status <> 'cancelled'
  group by a.doctor_id;
end $$;
comment on function private.overview_minutes is 'Definer: the policy would ask for every row what the first statement asks once.';

create function private.overview_patients(from_instant timestamptz, to_instant timestamptz)
returns table (user_id uuid)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
begin
  if not private.is_admin() then
    perform private.refuse();
  end if;
  return query
  select distinct a.user_id from public.appointments a
  where a.starts_at >= from_instant and a.starts_at < to_instant and a.status <> 'cancelled';
end $$;
comment on function private.overview_patients is 'Definer: the policy would ask for every row what the first statement asks once.';

create function private.overview_fees(from_instant timestamptz, to_instant timestamptz)
returns table (currency text, agreed_minor bigint, paid_minor bigint)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
begin
  if not private.is_admin() then
    perform private.refuse();
  end if;
  return query
  select a.fee_currency, coalesce(sum(a.fee_minor) filter (where f.is_agreed), 0)::bigint,
         coalesce(sum(a.paid_minor - a.refunded_minor), 0)::bigint
  from public.appointments a,
       lateral (select a.fee_agreed_at is not null and a.status <> 'cancelled' and a.fee_minor is not null as is_agreed) as f
  where a.starts_at >= from_instant and a.starts_at < to_instant
    and a.fee_currency is not null and (f.is_agreed or a.paid_minor <> a.refunded_minor)
  group by a.fee_currency;
end $$;
comment on function private.overview_fees is 'Definer: the policy would ask for every row what the first statement asks once.';

create function private.overview_reasons(from_instant timestamptz, to_instant timestamptz)
returns table (reason text, appointments bigint)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
begin
  if not private.is_admin() then
    perform private.refuse();
  end if;
  return query
  select r.reason, count(*)
  from public.appointments a,
       lateral (select case
         when a.cancellation_reason in (
           'doctor_unavailable', 'other_time', 'other_specialty', 'needs_visit', 'more_information', 'duplicate', 'patient_asked'
         ) then a.cancellation_reason
         when a.cancellation_reason is not null then 'own_words'
       end as reason) as r
  where a.starts_at >= from_instant and a.starts_at < to_instant and a.cancelled_by in ('doctor', 'admin')
  group by r.reason;
end $$;
comment on function private.overview_reasons is 'Definer: the policy would ask for every row what the first statement asks once.';

grant execute on function
  private.overview_counts, private.overview_minutes, private.overview_patients, private.overview_fees, private.overview_reasons
to authenticated;

create or replace function public.get_overview(unit text default 'week', periods integer default 12)
returns table (
  period date, booked bigint, completed bigint, missed bigint, cancelled_by_patient bigint, cancelled_by_doctor bigint,
  cancelled_by_admin bigint, expired bigint, answered bigint, median_wait_minutes integer, slow_wait_minutes integer
)
language plpgsql stable set search_path = '' as $$
#variable_conflict use_column
begin
  return query
  select p.period, a.*
  from private.overview_periods(unit, periods) p, lateral private.overview_counts(p.starts_at, p.ends_at) a
  order by p.period;
end $$;

create or replace function public.get_overview_reasons(unit text default 'week', periods integer default 12)
returns table (reason text, appointments bigint)
language plpgsql stable set search_path = '' as $$
#variable_conflict use_column
begin
  return query
  select a.reason, a.appointments
  from (select min(o.starts_at) as starts_at, max(o.ends_at) as ends_at from private.overview_periods(unit, periods) o) as o,
       lateral private.overview_reasons(o.starts_at, o.ends_at) a
  order by a.appointments desc, a.reason;
end $$;

create or replace function public.get_overview_hours(unit text default 'week', periods integer default 12)
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
    select p.period, a.doctor_id, a.minutes from span p, lateral private.overview_minutes(p.starts_at, p.ends_at) a
  )
  select period, doctor_id, (coalesce(ordinary.minutes, 0) + coalesce(changed.minutes, 0))::bigint, coalesce(booked.minutes, 0)
  from ordinary full join changed using (period, doctor_id) full join booked using (period, doctor_id)
  where coalesce(ordinary.minutes, 0) + coalesce(changed.minutes, 0) > 0 or booked.minutes > 0
  order by period, doctor_id;
end $$;

create or replace function public.get_overview_patients(unit text default 'week', periods integer default 12)
returns table (period date, new_patients bigint, returning_patients bigint)
language plpgsql stable set search_path = '' as $$
#variable_conflict use_column
begin
  return query
  with seen as materialized (
    select p.period, p.starts_at, a.user_id
    from private.overview_periods(unit, periods) p, lateral private.overview_patients(p.starts_at, p.ends_at) a
  ), counted as (
    select s.period, count(*) filter (where f.starts_at >= s.starts_at) as new_ones, count(*) filter (where f.starts_at < s.starts_at) as others
    from seen s join private.first_appointments_of(array(select distinct s.user_id from seen s)) f using (user_id)
    group by s.period
  )
  select p.period, private.without_few(coalesce(c.new_ones, 0)), private.without_few(coalesce(c.others, 0))
  from private.overview_periods(unit, periods) p left join counted c using (period)
  order by p.period;
end $$;

create or replace function public.get_overview_languages(unit text default 'week', periods integer default 12)
returns table (language text, patients bigint)
language plpgsql stable set search_path = '' as $$
#variable_conflict use_column
begin
  return query
  select l.language, private.without_few(l.patients)
  from (
    select p.language, count(*) as patients
    from (select min(o.starts_at) as starts_at, max(o.ends_at) as ends_at from private.overview_periods(unit, periods) o) as o,
         lateral private.overview_patients(o.starts_at, o.ends_at) a
    join public.profiles p using (user_id)
    where p.language is not null
    group by p.language
  ) as l
  order by l.patients desc, l.language;
end $$;

create or replace function public.get_overview_fees(unit text default 'week', periods integer default 12)
returns table (period date, currency text, agreed_minor bigint, paid_minor bigint)
language plpgsql stable set search_path = '' as $$
#variable_conflict use_column
begin
  return query
  select p.period, a.currency, a.agreed_minor, a.paid_minor
  from private.overview_periods(unit, periods) p, lateral private.overview_fees(p.starts_at, p.ends_at) a
  order by p.period, a.currency;
end $$;

drop function private.overview_appointments(timestamptz, timestamptz);
