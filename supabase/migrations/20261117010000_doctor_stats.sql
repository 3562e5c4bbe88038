-- The counters of a doctor's panel in one request, as the caller may see them.
create function public.get_doctor_stats(doctor_id uuid, out today bigint, out upcoming bigint, out total bigint, out leave_days bigint)
language sql stable set search_path = '' as $$
  select count(*) filter (where a.status <> 'cancelled' and a.appointment_date = there.today),
         count(*) filter (where a.status in ('pending', 'confirmed') and a.starts_at > now()),
         count(a.id),
         -- There may be several leaves on one day.
         (select count(distinct l.leave_date) from public.doctor_leave l where l.doctor_id = $1 and l.leave_date >= there.today)
  from (select coalesce((select (now() at time zone d.timezone)::date from public.doctors d where d.id = $1), current_date) as today) as there
  left join public.appointments a on a.doctor_id = $1
  group by there.today
$$;
grant execute on function public.get_doctor_stats to authenticated;
