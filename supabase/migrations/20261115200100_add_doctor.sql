-- Adding a doctor with their contact in one transaction, so that a failed step leaves nothing half-made.

-- Invoker: admins may write both tables, and nobody else gets past the policies.
-- A caller who did not get the answer may send the same `id` again: the record is written over, so nobody is there twice.
create function public.add_doctor(doctor jsonb, contact jsonb default null) returns public.doctors
language plpgsql set search_path = '' as $$
declare
  added public.doctors;
  given public.doctors;
begin
  if not private.is_admin() then
    perform private.refuse();
  end if;
  insert into public.doctors as d (id, first_name, last_name)
  values (coalesce((doctor ->> 'id')::uuid, gen_random_uuid()), doctor ->> 'first_name', doctor ->> 'last_name')
  on conflict (id) do update set first_name = excluded.first_name, last_name = excluded.last_name
  returning d.* into added;

  -- A field that is not given keeps the default of its column. Linking an account is left to assign_doctor, which adds the role too.
  given := jsonb_populate_record(added, doctor);
  update public.doctors d set
    specialization = given.specialization,
    bio = given.bio,
    available = given.available,
    work_hours = given.work_hours,
    timezone = given.timezone,
    session_duration = given.session_duration,
    cancellation_hours = given.cancellation_hours
  where d.id = added.id
  returning d.* into added;

  delete from public.doctor_contacts c where c.doctor_id = added.id;
  insert into public.doctor_contacts (doctor_id, email, phone)
  select added.id, c.email, c.phone
  from (select private.blank_to_null(contact ->> 'email') as email, private.blank_to_null(contact ->> 'phone') as phone) as c
  where c.email is not null or c.phone is not null;
  return added;
end $$;

grant execute on function public.add_doctor to authenticated;
