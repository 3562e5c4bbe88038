-- The free times of seven days in one call. The page shows a week at a time, and changing the day within it must not wait for a request.
-- Volatile, because counting visitors writes.
create function public.get_available_week(doctor_id uuid, from_date date)
returns table (day date, appointment_time text, starts_at timestamptz)
language plpgsql volatile set search_path = '' as $$
begin
  perform private.limit_visitor_reads();
  return query
    select s.day, s.appointment_time, s.starts_at from private.free_slots(get_available_week.doctor_id, from_date, from_date + 6) s;
end $$;

grant execute on function public.get_available_week to anon, authenticated, service_role;
