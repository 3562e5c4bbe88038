-- As before, and with title and licence, which patients see where they choose a doctor.
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
    ) as working_hours,
    d.specialty_code, d.languages, d.photo_path, d.bio_language,
    d.title, d.licence_number, d.licence_authority, d.licence_country
  from public.doctors d;
