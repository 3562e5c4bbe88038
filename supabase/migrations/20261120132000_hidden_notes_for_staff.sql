-- Doctors read hidden notes wherever they read notes, and who is with a patient wherever they read the patient's name.

-- Bodies of functions may mention what a later file makes.
set check_function_bodies = off;

create or replace function private.open_patient_card(appointment_id uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  max_an_hour constant integer := 600;
  max_appointments constant integer := 50;
  max_files constant integer := 100;
  doctor uuid := private.my_doctor_id();
  patient uuid;
begin
  select a.user_id into patient from public.appointments a
  where a.id = open_patient_card.appointment_id and a.doctor_id = doctor and a.status <> 'cancelled' and a.erased_at is null;
  if patient is null then
    perform private.refuse();
  end if;
  if not private.is_within_limit('patient card:' || private.me(), max_an_hour, 60) then
    perform private.fail('too_many_requests', jsonb_build_object('most', max_an_hour, 'seconds', 3600));
  end if;
  perform private.audit(
    'patient_card.opened', 'user:' || patient, jsonb_build_object('appointment_id', open_patient_card.appointment_id, 'doctor_id', doctor)
  );
  return jsonb_build_object(
    'patient', (
      select jsonb_build_object(
        'user_id', p.user_id, 'first_name', p.first_name, 'last_name', p.last_name, 'phone', p.phone, 'email', p.email,
        'language', p.language, 'timezone', case when p.timezone_chosen_at is not null then p.timezone end,
        'date_of_birth', p.date_of_birth, 'age', extract(year from age(private.today_in(p.timezone), p.date_of_birth))::integer,
        'gender', p.gender, 'medical_history', p.medical_history, 'has_account', p.has_account
      )
      from only private.profiles p where p.user_id = patient
    ),
    'guardians', private.guardians_of(patient),
    -- Of somebody who tells the doctor what they consent to: since when. Null for everybody else.
    'recorded_consents', (
      select jsonb_build_object(
        'health_data', max(c.given_at) filter (where c.kind = 'health_data'),
        'notes_to_guardians', max(c.given_at) filter (where c.kind = 'notes_to_guardians')
      )
      from private.profiles_without_health p
      left join public.consents c on c.user_id = p.user_id and c.withdrawn_at is null
      where p.user_id = patient and not p.has_account and not private.has_parents(patient)
      group by p.user_id
    ),
    'next', (
      select jsonb_build_object('id', a.id, 'starts_at', a.starts_at, 'timezone', a.timezone, 'status', a.status)
      from public.appointments a
      where a.user_id = patient and a.doctor_id = doctor and a.status in ('pending', 'confirmed') and a.starts_at > now()
      order by a.starts_at limit 1
    ),
    'appointments', (
      select coalesce(jsonb_agg(to_jsonb(a) order by a.starts_at desc), '[]')
      from (
        select a.id, a.starts_at, a.timezone, a.status, a.did_not_come, a.patient_complaint,
               coalesce(h.note, a.notes) as notes, h.note is not null as is_note_hidden, n.note as private_note
        from public.appointments a
        left join public.appointment_private_notes n on n.appointment_id = a.id
        left join public.appointment_hidden_notes h on h.appointment_id = a.id
        where a.user_id = patient and a.doctor_id = doctor and a.status <> 'cancelled'
        order by a.starts_at desc limit max_appointments
      ) as a
    ),
    'files', (
      select coalesce(jsonb_agg(to_jsonb(f) order by f.uploaded_at desc), '[]')
      from (
        select f.id, f.appointment_id, f.file_name, f.file_path, f.file_type, f.file_size, f.uploaded_at
        from public.appointment_files f join public.appointments a on a.id = f.appointment_id
        where a.user_id = patient and a.doctor_id = doctor and a.status in ('confirmed', 'completed')
        order by f.uploaded_at desc limit max_files
      ) as f
    )
  );
end $$;

create or replace function private.list_appointments(
  doctor_ids uuid[], statuses public.appointment_status[], from_time timestamptz, to_time timestamptz, term text,
  newest_first boolean, after_starts_at timestamptz, after_id uuid, max_rows integer, ended_before timestamptz,
  ends_after timestamptz, ends_by timestamptz
)
returns table (
  id uuid, doctor_id uuid, doctor_first_name text, doctor_last_name text, patient_id uuid, patient_first_name text, patient_last_name text,
  patient_phone text, patient_email text, appointment_date date, appointment_time text, starts_at timestamptz, ends_at timestamptz,
  timezone text, session_duration integer, status public.appointment_status, did_not_come boolean, cancelled_by text,
  cancellation_reason text, previous_starts_at timestamptz, rescheduled_by text, reschedule_message text, call_started_at timestamptz,
  patient_complaint text, has_note boolean, created_at timestamptz, erased_at timestamptz, doctor_specialization text,
  doctor_timezone text, doctor_session_duration integer, notes text, reschedule_count integer, updated_at timestamptz,
  doctor_specialty_code text,
  patient_has_account boolean, patient_guardians jsonb
)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  own_doctor uuid := private.my_doctor_id();
  is_admin boolean := private.is_admin();
  plain text := private.blank_to_null(list_appointments.term);
  people uuid[];
  shown_doctors uuid[];
  conditions text := '';
  direction text := case when newest_first then 'desc' else 'asc' end;
begin
  if own_doctor is null and not is_admin then
    perform private.refuse();
  end if;
  if (max_rows between 1 and 200) is not true then
    perform private.fail('rows_out_of_range', jsonb_build_object('least', 1, 'most', 200));
  end if;
  -- Null means all doctors, which only admins see.
  shown_doctors := case
    when is_admin then list_appointments.doctor_ids
    else array(select own_doctor where list_appointments.doctor_ids is null or own_doctor = any (list_appointments.doctor_ids))
  end;
  if plain is not null then
    if char_length(plain) < 2 or char_length(plain) > 100 then
      return;
    end if;
    -- A term that fits more people than this has to be narrowed. Health data is not in this table, so it cannot be searched.
    people := array(
      select p.user_id from private.profiles_without_health p
      where (p.first_name ilike private.like_pattern(plain) or p.last_name ilike private.like_pattern(plain)
        or p.first_name || ' ' || p.last_name ilike private.like_pattern(plain) or p.email ilike private.like_pattern(plain)
        or (
          char_length(regexp_replace(plain, '\D', '', 'g')) >= 5
          and regexp_replace(p.phone, '\D', '', 'g') like '%' || regexp_replace(plain, '\D', '', 'g') || '%'
        ))
        -- A doctor finds nobody whose name they may not read.
        and (is_admin or exists (select from public.appointments a where a.user_id = p.user_id and a.doctor_id = own_doctor and a.status <> 'cancelled'))
      limit 1000
    );
  end if;
  -- Only conditions that are asked for are in the query, so that the planner knows which index fits. No value is put into its text.
  if shown_doctors is not null then
    conditions := conditions || case when cardinality(shown_doctors) = 1 then ' and a.doctor_id = ($1)[1]' else ' and a.doctor_id = any ($1)' end;
  end if;
  if statuses is not null then
    conditions := conditions || case when cardinality(statuses) = 1 then ' and a.status = ($2)[1]' else ' and a.status = any ($2)' end;
  end if;
  if from_time is not null then
    conditions := conditions || ' and a.starts_at >= $3';
  end if;
  if to_time is not null then
    conditions := conditions || ' and a.starts_at < $4';
  end if;
  if people is not null then
    conditions := conditions || ' and a.user_id = any ($5)';
  end if;
  if after_starts_at is not null then
    conditions := conditions || case when newest_first then ' and (a.starts_at, a.id) < ($6, $7)' else ' and (a.starts_at, a.id) > ($6, $7)' end;
  end if;
  if ended_before is not null then
    conditions := conditions || ' and (a.starts_at < $10 or a.status = ''cancelled'')';
  end if;
  -- No appointment is longer than two hours, so that the index of the order finds those that still run.
  if ends_after is not null then
    conditions := conditions || ' and a.starts_at > $12 - interval ''2 hours'' and a.ends_at > $12';
  end if;
  if ends_by is not null then
    conditions := conditions || ' and a.starts_at < $13 and a.ends_at <= $13';
  end if;
  return query execute format(
    $query$
      with page as materialized (
        select a.* from public.appointments a where true %1$s order by a.starts_at %2$s, a.id %2$s limit $8
      )
      select a.id, a.doctor_id, d.first_name, d.last_name, a.user_id,
             -- Of a cancelled appointment the doctor no longer knows whose it was.
             case when v.is_visible then p.first_name end, case when v.is_visible then p.last_name end,
             case when v.is_visible then p.phone end, case when v.is_visible then p.email end,
             a.appointment_date, a.appointment_time, a.starts_at, a.ends_at, a.timezone, a.session_duration, a.status, a.did_not_come,
             a.cancelled_by, a.cancellation_reason, a.previous_starts_at, a.rescheduled_by, a.reschedule_message, a.call_started_at,
             a.patient_complaint, coalesce(a.notes, h.note) is not null, a.created_at, a.erased_at, d.specialization, d.timezone,
             d.session_duration,
             -- Admins learn only that there is one.
             case when a.doctor_id = $11 then coalesce(h.note, a.notes) end,
             a.reschedule_count, a.updated_at, d.specialty_code,
             case when v.is_visible then p.has_account end,
             case when v.is_visible and not p.has_account then private.guardians_of(a.user_id) end
      from page a
      join public.doctors d on d.id = a.doctor_id
      join private.profiles_without_health p on p.user_id = a.user_id
      left join public.appointment_hidden_notes h on h.appointment_id = a.id
      cross join lateral (
        select $9 or exists (
          select from public.appointments other
          where other.user_id = a.user_id and other.doctor_id = a.doctor_id and other.status <> 'cancelled'
        ) as is_visible
      ) as v
      order by a.starts_at %2$s, a.id %2$s
    $query$, conditions, direction
  ) using shown_doctors, statuses, from_time, to_time, people, after_starts_at, after_id, max_rows, is_admin, ended_before, own_doctor,
    ends_after, ends_by;
end $$;

-- Plain reads of appointments have no names of guardians: staff may not read their profiles. Nothing for patients with an account.
create function public.list_guardians_of(patient_ids uuid[]) returns table (patient_id uuid, guardians jsonb)
language plpgsql stable set search_path = '' as $$
declare
  max_rows constant integer := 200;
begin
  if (cardinality(patient_ids) between 1 and max_rows) is not true then
    perform private.fail('rows_out_of_range', jsonb_build_object('least', 1, 'most', max_rows));
  end if;
  return query select n.user_id, n.guardians from private.names_of_patients(patient_ids) n where n.guardians is not null;
end $$;
grant execute on function public.list_guardians_of to authenticated;

-- With the clock of the doctor, which staff read.
drop function public.list_phone_reminders();
drop function private.list_phone_reminders();
create function private.list_phone_reminders()
returns table (
  appointment_id uuid, starts_at timestamptz, patient_id uuid, first_name text, last_name text, phone text, language text, timezone text,
  doctor_id uuid, doctor_first_name text, doctor_last_name text, doctor_timezone text
)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
begin
  if not private.is_admin() then
    perform private.refuse();
  end if;
  return query
  select a.id, a.starts_at, p.user_id, p.first_name, p.last_name, p.phone, p.language,
         case when p.timezone_chosen_at is not null then p.timezone end, d.id, d.first_name, d.last_name, a.timezone
  from public.appointments a
  join private.profiles_without_health p on p.user_id = a.user_id and not p.has_account
  join public.doctors d on d.id = a.doctor_id
  where a.status = 'confirmed' and a.starts_at > now() and a.starts_at <= now() + interval '24 hours'
    and private.gets_no_mail(a.user_id)
    and not exists (select from private.reminder_marks r where r.appointment_id = a.id and r.kind = 'phone')
  order by a.starts_at, a.id
  limit 200;
end $$;
comment on function private.list_phone_reminders() is 'Definer: nobody reads the marks of reminders. It refuses everybody but admins first.';

create function public.list_phone_reminders()
returns table (
  appointment_id uuid, starts_at timestamptz, patient_id uuid, first_name text, last_name text, phone text, language text, timezone text,
  doctor_id uuid, doctor_first_name text, doctor_last_name text, doctor_timezone text
)
language sql stable set search_path = '' as $$
  select * from private.list_phone_reminders()
$$;
grant execute on function private.list_phone_reminders, public.list_phone_reminders to authenticated;

-- For a slip of the finger.
create function private.unmark_phone_reminder(appointment_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if not private.is_admin() then
    perform private.refuse();
  end if;
  delete from private.reminder_marks r where r.appointment_id = unmark_phone_reminder.appointment_id and r.kind = 'phone';
  if found then
    perform private.audit('appointment.phone_reminder_undone', 'appointment:' || appointment_id);
  end if;
end $$;
comment on function private.unmark_phone_reminder(uuid) is 'Definer: nobody writes the marks of reminders. It refuses everybody but admins first.';

create function public.unmark_phone_reminder(appointment_id uuid) returns void
language sql set search_path = '' as $$
  select private.unmark_phone_reminder(appointment_id)
$$;
grant execute on function private.unmark_phone_reminder, public.unmark_phone_reminder to authenticated;
