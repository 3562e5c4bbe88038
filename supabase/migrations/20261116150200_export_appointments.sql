-- Lists of appointments as a file. Complaints and notes are left out: a file on somebody's disk is no place for them.

-- What the list shows, a part of at most 5,000 rows a call; the next part starts after the last row of the one before. Every call is in the
-- audit log with its filter, but without the search term, which may be a name.
create function private.export_appointments(
  doctor_ids uuid[], statuses public.appointment_status[], from_time timestamptz, to_time timestamptz, term text, newest_first boolean,
  after_starts_at timestamptz, after_id uuid
) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  max_rows constant integer := 5000;
  rows_a_page constant integer := 200;
  max_an_hour constant integer := 60;
  exported jsonb[] := '{}';
  page jsonb[];
begin
  if private.my_doctor_id() is null and not private.is_admin() then
    perform private.refuse();
  end if;
  if not private.is_within_limit('export of appointments:' || private.me(), max_an_hour, 60) then
    perform private.fail('too_many_requests', jsonb_build_object('most', max_an_hour, 'seconds', 3600));
  end if;
  loop
    page := array(
      select jsonb_build_object(
        'id', l.id, 'starts_at', l.starts_at, 'appointment_date', l.appointment_date, 'appointment_time', l.appointment_time,
        'timezone', l.timezone, 'session_duration', l.session_duration, 'status', l.status, 'did_not_come', l.did_not_come,
        'doctor_first_name', l.doctor_first_name, 'doctor_last_name', l.doctor_last_name, 'patient_first_name', l.patient_first_name,
        'patient_last_name', l.patient_last_name, 'patient_phone', l.patient_phone, 'patient_email', l.patient_email,
        'cancelled_by', l.cancelled_by, 'cancellation_reason', l.cancellation_reason, 'previous_starts_at', l.previous_starts_at,
        'created_at', l.created_at, 'erased_at', l.erased_at
      )
      from private.list_appointments(
        doctor_ids, statuses, from_time, to_time, term, newest_first, after_starts_at, after_id, rows_a_page, null
      ) as l
    );
    exported := exported || page;
    exit when cardinality(page) < rows_a_page or cardinality(exported) >= max_rows;
    after_starts_at := (page[rows_a_page] ->> 'starts_at')::timestamptz;
    after_id := (page[rows_a_page] ->> 'id')::uuid;
  end loop;
  perform private.audit('appointments.exported', 'appointments', jsonb_strip_nulls(jsonb_build_object(
    'rows', cardinality(exported), 'doctor_ids', doctor_ids, 'statuses', statuses, 'from', from_time, 'to', to_time,
    'searched', private.blank_to_null(term) is not null
  )));
  return to_jsonb(exported);
end $$;
comment on function private.export_appointments is 'Definer: it writes the audit log. It refuses everybody but doctors and admins first, and gives them what the list does.';

create function public.export_appointments(
  doctor_ids uuid[] default null, statuses public.appointment_status[] default null, from_time timestamptz default null,
  to_time timestamptz default null, term text default null, newest_first boolean default false, after_starts_at timestamptz default null,
  after_id uuid default null
) returns jsonb
language sql set search_path = '' as $$
  select private.export_appointments(doctor_ids, statuses, from_time, to_time, term, newest_first, after_starts_at, after_id)
$$;
grant execute on function private.export_appointments, public.export_appointments to authenticated;
