-- A fee on request: staff enter it after the booking, and the patient agrees. What staff have booked is agreed in the same way.

-- Bodies of functions may mention what a later file makes.
set check_function_bodies = off;

create function private.agree_to_fee(appointment_id uuid, fee_minor integer, currency text, text_version text, language text)
returns public.appointments
language plpgsql security definer set search_path = '' as $$
declare
  agreed public.appointments;
begin
  select * into agreed from public.appointments a where a.id = agree_to_fee.appointment_id for update;
  if agreed.id is null or private.me() is null or (agreed.user_id = any (private.my_people())) is not true then
    perform private.refuse();
  end if;
  if agreed.status = 'cancelled' or agreed.erased_at is not null then
    perform private.fail('transition_not_allowed', jsonb_build_object('from', agreed.status, 'to', 'fee_agreed'));
  end if;
  if agreed.fee_minor is null
    or (agree_to_fee.fee_minor, agree_to_fee.currency) is distinct from (agreed.fee_minor, agreed.fee_currency)
  then
    perform private.fail('fee_changed', jsonb_build_object('fee_minor', agreed.fee_minor, 'currency', agreed.fee_currency));
  end if;
  -- The first answer counts: a second click changes neither time nor wording.
  if agreed.fee_agreed_at is not null then
    return agreed;
  end if;
  update public.appointments a set
    fee_agreed_at = now(),
    fee_text_version = agree_to_fee.text_version,
    fee_language = coalesce(agree_to_fee.language, (select p.language from only private.profiles p where p.user_id = private.me()))
  where a.id = agreed.id returning a.* into agreed;
  perform private.audit('appointment.fee_agreed', 'appointment:' || agreed.id, jsonb_build_object('patient_id', agreed.user_id));
  return agreed;
end $$;
comment on function private.agree_to_fee is 'Definer: nobody else changes what was booked. It refuses everybody but the patient and their guardians first.';
create function public.agree_to_fee(
  appointment_id uuid, fee_minor integer, currency text, text_version text default null, language text default null
) returns public.appointments
language sql set search_path = '' as $$
  select * from private.agree_to_fee(agree_to_fee.appointment_id, agree_to_fee.fee_minor, currency, text_version, agree_to_fee.language)
$$;
grant execute on function private.agree_to_fee, public.agree_to_fee to authenticated;

create function private.set_appointment_fee(appointment_id uuid, fee_minor integer, currency text) returns public.appointments
language plpgsql security definer set search_path = '' as $$
declare
  entered public.appointments;
begin
  select * into entered from public.appointments a where a.id = set_appointment_fee.appointment_id for update;
  if entered.id is null or not private.is_staff_of(entered.doctor_id) then
    perform private.refuse();
  end if;
  if entered.status = 'cancelled' or entered.erased_at is not null then
    perform private.fail('transition_not_allowed', jsonb_build_object('from', entered.status, 'to', 'fee_set'));
  end if;
  if (entered.fee_minor, entered.fee_currency) is not distinct from (set_appointment_fee.fee_minor, set_appointment_fee.currency) then
    return entered;
  end if;
  if entered.fee_agreed_at is not null then
    perform private.fail('fee_is_agreed', jsonb_build_object('fee_minor', entered.fee_minor, 'currency', entered.fee_currency));
  end if;
  if private.is_possible_fee(set_appointment_fee.fee_minor) is not true or private.is_offered_currency(set_appointment_fee.currency) is not true then
    perform private.fail('fee_not_possible');
  end if;
  update public.appointments a set fee_minor = set_appointment_fee.fee_minor, fee_currency = set_appointment_fee.currency
  where a.id = entered.id returning a.* into entered;
  perform private.audit('appointment.fee_set', 'appointment:' || entered.id, jsonb_build_object('fields', jsonb_build_array('fee_minor')));
  return entered;
end $$;
comment on function private.set_appointment_fee is 'Definer: nobody else changes what was booked. It refuses everybody but the doctor and admins first.';
create function public.set_appointment_fee(appointment_id uuid, fee_minor integer, currency text) returns public.appointments
language sql set search_path = '' as $$
  select * from private.set_appointment_fee(set_appointment_fee.appointment_id, set_appointment_fee.fee_minor, currency)
$$;
grant execute on function private.set_appointment_fee, public.set_appointment_fee to authenticated;
