-- As before, but appointments are found by doctor and date. The index of the exclusion constraint reads more and more pages as the table
-- grows when fifty doctors are asked for at once; the index by date reads the same few.
-- A day that is asked for begins at most 14 hours before and ends at most 12 hours after that day in UTC, and so does the day of an
-- appointment that was booked in another zone: two days around are enough.
create or replace function private.free_slots(doctor_id uuid, from_date date, to_date date)
returns table (day date, appointment_time text, starts_at timestamptz)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  caller uuid := auth.uid();
begin
  return query
  with taken as materialized (
    select range_agg(t.blocked) as blocked, array_agg(t.wall) filter (where t.wall is not null) as walls
    from (
      -- After the doctor moved, the same wall clock time of another zone: the unique index would refuse it.
      select a.blocked, case when a.timezone <> d.timezone then a.appointment_date + a.appointment_time::time end as wall
      from public.appointments a join public.doctors d on d.id = a.doctor_id
      where a.doctor_id = free_slots.doctor_id and a.status <> 'cancelled' and a.appointment_date between from_date - 2 and to_date + 2
      union all
      select h.blocked, null from private.slot_holds h
      where h.doctor_id = free_slots.doctor_id and h.expires_at > now() and h.user_id is distinct from caller
    ) as t
  )
  select s.day, s.appointment_time, s.starts_at
  from private.scheduled_slots(free_slots.doctor_id, from_date, to_date) s
  cross join taken
  where (taken.blocked is null or not taken.blocked && tstzrange(s.starts_at, s.ends_at + private.session_gap()))
    and (taken.walls is null or s.day + s.appointment_time::time <> all (taken.walls))
  order by s.day, s.appointment_time;
end $$;
