-- Making somebody a doctor: role and record in one transaction, so that a failed step leaves nothing half-made.
create function public.assign_doctor(user_id uuid, doctor_id uuid default null, new_doctor jsonb default null) returns public.doctors
language plpgsql set search_path = '' as $$
#variable_conflict use_column
declare
  assigned public.doctors;
  person public.profiles;
begin
  if not private.is_admin() then
    perform private.refuse();
  end if;
  insert into public.user_roles (user_id, role) values (assign_doctor.user_id, 'doctor') on conflict do nothing;

  if assign_doctor.doctor_id is not null then
    update public.doctors d set user_id = assign_doctor.user_id
    where d.id = assign_doctor.doctor_id and (d.user_id is null or d.user_id = assign_doctor.user_id)
    returning * into assigned;
    if not found then
      perform private.fail('doctor_already_linked');
    end if;
    return assigned;
  end if;

  select * into person from public.profiles p where p.user_id = assign_doctor.user_id;
  insert into public.doctors (user_id, first_name, last_name, specialization, bio, available)
  values (
    assign_doctor.user_id,
    coalesce(private.blank_to_null(new_doctor ->> 'first_name'), person.first_name, 'İsim'),
    coalesce(private.blank_to_null(new_doctor ->> 'last_name'), person.last_name, 'Soyisim'),
    coalesce(private.blank_to_null(new_doctor ->> 'specialization'), 'Genel'),
    coalesce(new_doctor ->> 'bio', ''),
    true
  )
  returning * into assigned;
  return assigned;
end $$;

grant execute on function public.assign_doctor to authenticated;
