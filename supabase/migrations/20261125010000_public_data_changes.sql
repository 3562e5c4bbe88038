-- Pages that the server renders are kept until what they show has changed. `notify` tells the server of this repository; elsewhere nobody
-- listens, and data are asked for again after a minute.
create function private.announce_public_change() returns trigger
language plpgsql set search_path = '' as $$
begin
  perform pg_notify('public_data', tg_argv[0]);
  return null;
end $$;

create trigger company_settings_announce after update on public.company_settings
  for each statement execute function private.announce_public_change('company');

-- Not on appointments: `notify` makes commits wait for each other, and a booking is no time to wait. Free times are never shown for longer
-- than a minute.
create trigger doctors_announce after insert or update or delete or truncate on public.doctors
  for each statement execute function private.announce_public_change('doctors');
create trigger doctor_texts_announce after insert or update or delete or truncate on public.doctor_texts
  for each statement execute function private.announce_public_change('doctors');
create trigger doctor_availability_announce after insert or update or delete or truncate on public.doctor_availability
  for each statement execute function private.announce_public_change('doctors');
create trigger doctor_leave_announce after insert or update or delete or truncate on public.doctor_leave
  for each statement execute function private.announce_public_change('doctors');
create trigger doctor_extra_hours_announce after insert or update or delete or truncate on public.doctor_extra_hours
  for each statement execute function private.announce_public_change('doctors');
create trigger appointment_types_announce after insert or update or delete or truncate on public.appointment_types
  for each statement execute function private.announce_public_change('doctors');

-- The page of a doctor who no longer sees patients says so.
create function private.get_retired_doctors() returns table (short_id text)
language sql stable security definer set search_path = '' as $$
  select left(d.id::text, 8) from public.doctors d where not d.available order by d.id limit 1000
$$;
comment on function private.get_retired_doctors is 'Definer: visitors cannot read these doctors. It tells the end of the page''s address only.';

create function public.get_retired_doctors() returns table (short_id text)
language sql stable set search_path = '' as $$
  select * from private.get_retired_doctors()
$$;
grant execute on function private.get_retired_doctors, public.get_retired_doctors to anon, authenticated, service_role;
