-- Whether somebody is a doctor's patient, found at once: through the patient's appointments it took longer the more of them there were.
create index appointments_user_id_doctor_id_idx on public.appointments (user_id, doctor_id) where status <> 'cancelled';

create or replace function private.names_of_patients(ids uuid[]) returns table (user_id uuid, first_name text, last_name text)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  own_doctor uuid := private.my_doctor_id();
  is_admin boolean := private.is_admin();
begin
  return query
  select p.user_id, p.first_name, p.last_name
  from (select distinct each as id from unnest(ids) as each) as asked
  join private.profiles_without_health p on p.user_id = asked.id
  where is_admin or exists (
    select from public.appointments a where a.user_id = asked.id and a.doctor_id = own_doctor and a.status <> 'cancelled'
  );
end $$;
