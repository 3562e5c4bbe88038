-- PostgreSQL 17 plans a function in SQL at every call; one in PL/pgSQL keeps its plan.

create or replace function public.list_appointments(
  doctor_ids uuid[] default null, statuses public.appointment_status[] default null, from_time timestamptz default null,
  to_time timestamptz default null, term text default null, newest_first boolean default false,
  after_starts_at timestamptz default null, after_id uuid default null, max_rows integer default 50, ended_before timestamptz default null,
  ends_after timestamptz default null, ends_by timestamptz default null, only_unpaid boolean default false
)
returns table (
  id uuid, doctor_id uuid, doctor_first_name text, doctor_last_name text, patient_id uuid, patient_first_name text, patient_last_name text,
  patient_phone text, patient_email text, appointment_date date, appointment_time text, starts_at timestamptz, ends_at timestamptz,
  timezone text, session_duration integer, status public.appointment_status, did_not_come boolean, cancelled_by text,
  cancellation_reason text, previous_starts_at timestamptz, rescheduled_by text, reschedule_message text, call_started_at timestamptz,
  patient_complaint text, has_note boolean, created_at timestamptz, erased_at timestamptz, doctor_specialization text,
  doctor_timezone text, doctor_session_duration integer, notes text, reschedule_count integer, updated_at timestamptz,
  doctor_specialty_code text,
  patient_has_account boolean, patient_guardians jsonb, type_id uuid, type_name jsonb, fee_minor integer, fee_currency text,
  fee_agreed_at timestamptz, payment_state text
)
language plpgsql stable set search_path = '' as $$
begin
  return query select * from private.list_appointments(
    doctor_ids, statuses, from_time, to_time, term, newest_first, after_starts_at, after_id, max_rows, ended_before, ends_after, ends_by,
    only_unpaid
  );
end $$;
