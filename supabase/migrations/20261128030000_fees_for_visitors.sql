-- Admins see whether visitors are shown fees, the server asks for those of all doctors at once, and pages it keeps show a change at once.
create or replace function private.get_public_fees(doctor_ids uuid[] default null)
returns table (type_id uuid, fee_minor integer, currency text)
language sql stable security definer set search_path = '' as $$
  select t.id, t.fee_minor, t.currency
  from public.appointment_types t join public.doctors d on d.id = t.doctor_id and d.available
  where (select p.shown from private.public_fees p) and t.active and t.who <> 'staff'
    and (doctor_ids is null or t.doctor_id = any (doctor_ids[1:50]))
  limit 5000
$$;
create or replace function public.get_public_fees(doctor_ids uuid[] default null)
returns table (type_id uuid, fee_minor integer, currency text)
language sql stable set search_path = '' as $$
  select * from private.get_public_fees(doctor_ids)
$$;

create function private.are_fees_public() returns boolean
language sql stable security definer set search_path = '' as $$
  select p.shown from private.public_fees p
$$;
comment on function private.are_fees_public is 'Definer: nobody reads the setting. Whether it is on can be seen on the public pages.';
create function public.are_fees_public() returns boolean
language sql stable set search_path = '' as $$
  select private.are_fees_public()
$$;
grant execute on function private.are_fees_public, public.are_fees_public to authenticated;

create trigger public_fees_announce after update on private.public_fees
  for each statement execute function private.announce_public_change('doctors');
