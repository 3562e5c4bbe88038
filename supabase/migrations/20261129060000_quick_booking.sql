-- Every booking calls these functions. In PL/pgSQL they keep their plans. In SQL, PostgreSQL 17 plans them at each call, which took a third
-- of the time of a booking.

create or replace function private.is_offered_language(code text) returns boolean
language plpgsql immutable set search_path = '' as $$
begin
  return code in ('tr', 'az', 'en', 'ru', 'ar', 'fr');
end $$;

create or replace function private.session_gap(doctor uuid) returns interval
language plpgsql stable security definer set search_path = '' as $$
begin
  return (select make_interval(mins => d.gap_minutes) from public.doctors d where d.id = doctor);
end $$;

create or replace function private.announce_slots(doctor_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform realtime.send('{}'::jsonb, 'slots_changed', 'doctor:' || doctor_id || ':slots', true);
end $$;

create or replace function private.record_appointment_mail(appointment public.appointments, kind text, variant text default null) returns void
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
begin
  insert into private.mail_outbox (kind, recipient, user_id, language, payload, variant, dedupe_key)
  select record_appointment_mail.kind, person.address, person.id, person.language,
         jsonb_strip_nulls(jsonb_build_object('appointment_id', appointment.id, 'to', person.part, 'variant', told.variant)),
         coalesce(told.variant, substr(record_appointment_mail.kind, 13)),
         record_appointment_mail.kind || ':' || appointment.id || ':' || person.part
  from private.people_of(appointment) as person
  cross join lateral (
    select case
      when record_appointment_mail.variant = 'cancelled_by_patient' and starts_with(person.part, 'guardian:') and person.id is distinct from auth.uid()
        then 'cancelled'
      else record_appointment_mail.variant
    end as variant
  ) as told
  where person.address is not null
  on conflict (dedupe_key) do nothing;
end $$;

create or replace function private.payment_state_of(appointment public.appointments) returns text
language plpgsql immutable set search_path = '' as $$
begin
  return case
    when coalesce(appointment.fee_minor, 0) = 0 then null
    when appointment.paid_minor - appointment.refunded_minor + appointment.waived_minor >= appointment.fee_minor
      then case when appointment.paid_minor > appointment.refunded_minor then 'paid' else 'waived' end
    when appointment.refunded_minor > 0 and appointment.paid_minor = appointment.refunded_minor then 'refunded'
    else 'unpaid'
  end;
end $$;
