-- As before, for up to 100 doctors, so that the calendar of all doctors is one request. The limit of rows stays.
create or replace function public.get_calendar(doctor_ids uuid[], from_date date, to_date date, with_cancelled boolean default false) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  max_doctors constant integer := 100;
  max_days constant integer := 14;
  max_rows constant integer := 3000;
  answer jsonb;
begin
  if private.my_doctor_id() is null and not private.is_admin() then
    perform private.refuse();
  end if;
  if (cardinality(doctor_ids) between 1 and max_doctors) is not true then
    perform private.fail('rows_out_of_range', jsonb_build_object('least', 1, 'most', max_doctors));
  end if;
  if (isfinite(from_date) and isfinite(to_date) and to_date - from_date between 0 and max_days - 1) is not true then
    perform private.fail('too_many_days', jsonb_build_object('most', max_days));
  end if;
  with shown as materialized (
    -- A doctor who is somebody else's patient as well reads that appointment in their own list, not here.
    select d.id, d.first_name, d.last_name, d.specialization, d.timezone, d.session_duration,
           from_date::timestamp at time zone d.timezone as first_instant, (to_date + 1)::timestamp at time zone d.timezone as end_instant
    from public.doctors d
    where d.id = any (doctor_ids) and d.id = any ((select private.my_doctor_ids())::uuid[])
  ),
  found as materialized (
    select a.* from shown s
    cross join lateral (
      select one.id, one.doctor_id, one.user_id, one.starts_at, one.ends_at, one.status, one.did_not_come, one.cancelled_by,
             one.previous_starts_at, one.erased_at
      from public.appointments one
      where one.doctor_id = s.id and one.starts_at >= s.first_instant and one.starts_at < s.end_instant
        and (with_cancelled or one.status <> 'cancelled')
      order by one.starts_at, one.id limit max_rows + 1
    ) as a
    limit max_rows + 1
  )
  select jsonb_build_object(
    'doctors', coalesce((
      select jsonb_agg(jsonb_build_object(
        'id', s.id, 'first_name', s.first_name, 'last_name', s.last_name, 'specialization', s.specialization, 'timezone', s.timezone,
        'session_duration', s.session_duration,
        'hours', coalesce((
          select jsonb_agg(jsonb_build_object(
            'day_of_week', v.day_of_week, 'start_time', to_char(v.start_time, 'HH24:MI'), 'end_time', to_char(v.end_time, 'HH24:MI')
          ) order by v.day_of_week, v.start_time)
          from public.doctor_availability v where v.doctor_id = s.id and v.is_available
        ), '[]'),
        'extra_hours', coalesce((
          select jsonb_agg(jsonb_build_object(
            'on_date', e.on_date, 'start_time', to_char(e.start_time, 'HH24:MI'), 'end_time', to_char(e.end_time, 'HH24:MI')
          ) order by e.on_date, e.start_time)
          from public.doctor_extra_hours e where e.doctor_id = s.id and e.on_date between from_date and to_date
        ), '[]'),
        'leave', coalesce((
          select jsonb_agg(jsonb_build_object(
            'leave_date', l.leave_date, 'start_time', to_char(l.start_time, 'HH24:MI'), 'end_time', to_char(l.end_time, 'HH24:MI')
          ) order by l.leave_date, l.start_time)
          from public.doctor_leave l where l.doctor_id = s.id and l.leave_date between from_date and to_date
        ), '[]')
      ) order by s.first_name, s.last_name, s.id)
      from shown s
    ), '[]'),
    'appointments', coalesce((
      select jsonb_agg(jsonb_build_object(
        'id', f.id, 'doctor_id', f.doctor_id, 'starts_at', f.starts_at, 'ends_at', f.ends_at, 'status', f.status,
        'did_not_come', f.did_not_come, 'cancelled_by', f.cancelled_by, 'previous_starts_at', f.previous_starts_at, 'erased_at', f.erased_at,
        'patient', case when p.user_id is not null then jsonb_build_object('first_name', p.first_name, 'last_name', p.last_name) end
      ) order by f.starts_at, f.id)
      from (select * from found limit max_rows) f
      left join private.names_of_patients(array(select user_id from found)) p on p.user_id = f.user_id
    ), '[]'),
    'is_complete', (select count(*) from found) <= max_rows
  ) into answer;
  return answer;
end $$;
