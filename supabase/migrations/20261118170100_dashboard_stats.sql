-- The first screen of admins also says what a new clinic lacks: doctors, and hours of those whom patients find.
drop function public.get_dashboard_stats();
create function public.get_dashboard_stats(
  out total bigint, out pending bigint, out confirmed bigint, out today bigint, out doctors bigint, out without_hours bigint
)
language sql stable set search_path = '' as $$
  select a.*, d.*
  from (
    select count(*),
           count(*) filter (where a.status = 'pending' and a.starts_at > now()),
           count(*) filter (where a.status = 'confirmed'),
           -- Today where the doctor is.
           count(*) filter (
             where a.appointment_date between current_date - 1 and current_date + 1
               and a.status <> 'cancelled' and a.appointment_date = (now() at time zone a.timezone)::date
           )
    from public.appointments a
  ) as a
  cross join (
    select count(*),
           count(*) filter (
             where d.available and not exists (select from public.doctor_availability w where w.doctor_id = d.id and w.is_available)
           )
    from public.doctors d
  ) as d
$$;
grant execute on function public.get_dashboard_stats to authenticated;
