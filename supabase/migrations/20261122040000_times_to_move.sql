-- Free times for an appointment that is moved: for the length with which it was booked, whatever its type takes by now. An appointment
-- without a type takes as long as the doctor's sessions. It is what the move itself asks for.

-- Bodies of functions may mention what a later file makes.
set check_function_bodies = off;

drop function public.get_available_slots(uuid, date, uuid);
drop function public.get_available_days(uuid, date, date, uuid);
drop function public.get_available_week(uuid, date, uuid);
drop function private.free_slots_by_type(uuid, date, date, uuid);

-- For an appointment, a type, or the first type that the caller may book. An appointment of others is no appointment here.
create function private.free_slots_by_type(doctor_id uuid, from_date date, to_date date, type_id uuid, appointment_id uuid default null)
returns table (day date, appointment_time text, starts_at timestamptz)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  moved public.appointments;
  minutes integer;
  is_offered boolean := true;
begin
  if appointment_id is not null then
    select a.* into moved from public.appointments a
    where a.id = free_slots_by_type.appointment_id and a.doctor_id = free_slots_by_type.doctor_id
      and (a.user_id = any (private.my_people()) or private.is_staff_of(a.doctor_id));
  end if;
  if moved.id is not null and (type_id is null or type_id = moved.type_id) then
    minutes := case when moved.type_id is not null then moved.session_duration end;
  elsif type_id is null then
    select f.minutes, f.is_offered into minutes, is_offered from private.first_types(array[free_slots_by_type.doctor_id]) f;
  else
    minutes := private.minutes_of_type(free_slots_by_type.doctor_id, type_id);
  end if;
  if is_offered then
    return query select * from private.free_slots(free_slots_by_type.doctor_id, from_date, to_date, minutes);
  end if;
end $$;
comment on function private.free_slots_by_type is 'Definer: patients never read each other''s appointments.';
grant execute on function private.free_slots_by_type to authenticated, service_role, anon;

create function public.get_available_slots(doctor_id uuid, on_date date, type_id uuid default null, appointment_id uuid default null)
returns table (appointment_time text, starts_at timestamptz)
language plpgsql volatile set search_path = '' as $$
begin
  perform private.limit_visitor_reads();
  return query
    select s.appointment_time, s.starts_at
    from private.free_slots_by_type(
      get_available_slots.doctor_id, on_date, on_date, get_available_slots.type_id, get_available_slots.appointment_id
    ) s;
end $$;
grant execute on function public.get_available_slots to authenticated, service_role, anon;

create function public.get_available_days(
  doctor_id uuid, from_date date, to_date date, type_id uuid default null, appointment_id uuid default null
)
returns table (day date, free_slots integer)
language plpgsql volatile set search_path = '' as $$
begin
  perform private.limit_visitor_reads();
  if to_date - from_date >= 62 then
    perform private.fail('too_many_days', jsonb_build_object('most', 62));
  end if;
  return query
    select s.day, count(*)::integer
    from private.free_slots_by_type(
      get_available_days.doctor_id, from_date, to_date, get_available_days.type_id, get_available_days.appointment_id
    ) s
    group by s.day order by s.day;
end $$;
grant execute on function public.get_available_days to authenticated, service_role, anon;

create function public.get_available_week(doctor_id uuid, from_date date, type_id uuid default null, appointment_id uuid default null)
returns table (day date, appointment_time text, starts_at timestamptz)
language plpgsql volatile set search_path = '' as $$
begin
  perform private.limit_visitor_reads();
  return query
    select s.day, s.appointment_time, s.starts_at
    from private.free_slots_by_type(
      get_available_week.doctor_id, from_date, from_date + 6, get_available_week.type_id, get_available_week.appointment_id
    ) s;
end $$;
grant execute on function public.get_available_week to authenticated, service_role, anon;
