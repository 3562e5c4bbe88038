-- Reception erases the record of somebody whom no guardian acts for any more, as the person asked on the phone. The same is kept and for as
-- long as after the erasure of an account.

-- Bodies of functions may mention what a later file makes.
set check_function_bodies = off;

create function private.erase_patient_record(patient_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  max_a_day constant integer := 100;
  -- The lock of bookings: one at the same moment lands before, or is refused.
  patient private.profiles;
begin
  perform private.refuse_without_factor();
  if not private.is_admin() then
    perform private.refuse();
  end if;
  if not private.is_within_limit('patients erased by:' || private.me(), max_a_day, 1440) then
    perform private.fail('too_many_requests', jsonb_build_object('most', max_a_day, 'seconds', 86400));
  end if;
  patient := private.lock_patient(erase_patient_record.patient_id);
  if patient.user_id is null then
    perform private.fail('patient_not_found');
  end if;
  -- Their guardian decides: leaving and erasing the own account are theirs.
  if not private.gets_no_mail(patient.user_id) then
    perform private.fail('patient_has_guardians');
  end if;
  perform private.erase_patient(patient.user_id);
end $$;
comment on function private.erase_patient_record(uuid) is 'Definer: it may call erase_patient. It refuses everybody but admins first.';

create function public.erase_patient_record(patient_id uuid) returns void
language sql set search_path = '' set statement_timeout = '8s' as $$
  select private.erase_patient_record(erase_patient_record.patient_id)
$$;
grant execute on function private.erase_patient_record, public.erase_patient_record to authenticated;
comment on function private.erase_patient(uuid) is
  'Definer: it empties a record without an account. Clients cannot call it: erase_my_account does for the last guardian, and erase_patient_record for admins.';
