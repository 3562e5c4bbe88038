-- Visitors read when a doctor works, as data: a line of text is in one language, and may say something else than the hours that are booked.

grant select (doctor_id, day_of_week, start_time, end_time, is_available) on public.doctor_availability to anon;

-- Hours that offer times, of doctors that visitors see.
create policy "doctor_availability: anybody reads hours that offer times" on public.doctor_availability
  for select to anon using (
    is_available and (start_time < end_time or end_time = '00:00')
    and exists (select from public.doctors d where d.id = doctor_id and d.available)
  );

-- One request gives the doctors with their hours. Columns are only ever added at the end: others read this view by name.
create or replace view public.doctors_public with (security_invoker = true) as
  select d.id, d.first_name, d.last_name, d.specialization, d.bio, d.available, d.work_hours, d.timezone,
    (
      select coalesce(
        jsonb_agg(
          jsonb_build_object(
            'day_of_week', w.day_of_week,
            'start_time', to_char(w.start_time, 'HH24:MI'),
            'end_time', to_char(w.end_time, 'HH24:MI')
          )
          order by w.day_of_week, w.start_time
        ),
        '[]'
      )
      from public.doctor_availability w
      where w.doctor_id = d.id and w.is_available and (w.start_time < w.end_time or w.end_time = '00:00')
    ) as working_hours
  from public.doctors d;
