-- Staff see the person treated and who is with them: names of guardians on the card, in lists, the calendar, the waiting room and the search.
-- A patient without an account and without a guardian can be reached by phone only.

-- Bodies of functions may mention what a later file makes.
set check_function_bodies = off;

create function private.guardians_of(patient uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_agg(jsonb_build_object(
    'guardian_id', g.guardian_id, 'first_name', other.first_name, 'last_name', other.last_name, 'phone', other.phone,
    'relationship', g.relationship, 'authority', g.authority
  ) order by g.declared_at, g.guardian_id)
  from public.guardians g
  join only private.profiles p on p.user_id = g.patient_id
  join private.profiles_without_health other on other.user_id = g.guardian_id
  where g.patient_id = guardians_of.patient and private.is_live_right(g.authority, p)
$$;
comment on function private.guardians_of(uuid) is 'Definer: staff may not read the profiles of guardians. Clients cannot call it.';


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
    'next', (
      select jsonb_build_object('id', a.id, 'starts_at', a.starts_at, 'timezone', a.timezone, 'status', a.status)
      from public.appointments a
      where a.user_id = patient and a.doctor_id = doctor and a.status in ('pending', 'confirmed') and a.starts_at > now()
      order by a.starts_at limit 1
    ),
    'appointments', (
      select coalesce(jsonb_agg(to_jsonb(a) order by a.starts_at desc), '[]')
      from (
        select a.id, a.starts_at, a.timezone, a.status, a.did_not_come, a.patient_complaint, a.notes, n.note as private_note
        from public.appointments a left join public.appointment_private_notes n on n.appointment_id = a.id
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

drop function public.find_patients(text);
drop function private.find_patients(text);
create function private.find_patients(term text) returns table (
  user_id uuid, first_name text, last_name text, phone text, email text, has_timezone boolean, language text, has_account boolean, guardians jsonb
)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  max_rows constant integer := 10;
  doctor uuid := private.my_doctor_id();
  is_admin boolean := private.is_admin();
  plain text := private.trimmed(find_patients.term);
  pattern text := '%' || replace(replace(replace(plain, '\', '\\'), '%', '\%'), '_', '\_') || '%';
  digits text := regexp_replace(plain, '\D', '', 'g');
begin
  if doctor is null and not is_admin then
    perform private.refuse();
  end if;
  if char_length(plain) < 3 or char_length(plain) > 100 then
    return;
  end if;
  return query
  select found.user_id, found.first_name, found.last_name, found.phone, found.email, found.has_timezone, found.language, found.has_account,
         case when not found.has_account then private.guardians_of(found.user_id) end
  from (
    select p.user_id, p.first_name, p.last_name, p.phone, p.email, p.timezone_chosen_at is not null as has_timezone, p.language, p.has_account
    from private.profiles_without_health p
    where (
        p.first_name ilike pattern or p.last_name ilike pattern or p.first_name || ' ' || p.last_name ilike pattern
        or p.email ilike pattern
        or (char_length(digits) >= 5 and regexp_replace(p.phone, '\D', '', 'g') like '%' || digits || '%')
      )
      and private.is_there(p.user_id)
      and (is_admin or private.is_patient_of(doctor, p.user_id))
    union all
    select i.id, i.full_name, null, null, i.email, false, i.language, true
    from public.invitations i
    where not is_admin and i.invited_by = private.me() and i.role = 'patient' and i.revoked_at is null
      and (i.full_name ilike pattern or i.email ilike pattern)
      and i.user_id is not null and not private.is_patient_of(doctor, i.user_id)
  ) as found
  order by found.first_name, found.last_name, found.user_id limit max_rows;
end $$;

comment on function private.find_patients(text) is 'Definer: it looks at whether accounts are deleted. It refuses everybody but admins and doctors, and gives doctors their patients only.';
grant execute on function private.find_patients to authenticated;

create function public.find_patients(term text) returns table (
  user_id uuid, first_name text, last_name text, phone text, email text, has_timezone boolean, language text, has_account boolean, guardians jsonb
)
language sql stable set search_path = '' as $$
  select * from private.find_patients(term)
$$;

grant execute on function public.find_patients to authenticated;

drop function private.names_of_patients(uuid[]);
create function private.names_of_patients(ids uuid[]) returns table (user_id uuid, first_name text, last_name text, has_account boolean, guardians jsonb)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  own_doctor uuid := private.my_doctor_id();
  is_admin boolean := private.is_admin();
begin
  return query
  select p.user_id, p.first_name, p.last_name, p.has_account, case when not p.has_account then private.guardians_of(p.user_id) end
  from (select distinct each as id from unnest(ids) as each) as asked
  join private.profiles_without_health p on p.user_id = asked.id
  where is_admin or exists (
    select from public.appointments a where a.user_id = asked.id and a.doctor_id = own_doctor and a.status <> 'cancelled'
  );
end $$;

comment on function private.names_of_patients(uuid[]) is 'Definer: the policy of profiles, asked for every row, takes longer the more appointments a doctor has. It answers as that policy does.';
grant execute on function private.names_of_patients to authenticated;

create or replace function public.get_calendar(doctor_ids uuid[], from_date date, to_date date, with_cancelled boolean default false) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  max_doctors constant integer := 100;
  max_days constant integer := 14;
  max_rows constant integer := 3000;
  answer jsonb;
begin
  if private.my_doctor_id() is null and not private.is_admin() then
    perform private.refuse();
  end if;
  if (cardinality(doctor_ids) between 1 and max_doctors) is not true then
    perform private.fail('rows_out_of_range', jsonb_build_object('least', 1, 'most', max_doctors));
  end if;
  if (isfinite(from_date) and isfinite(to_date) and to_date - from_date between 0 and max_days - 1) is not true then
    perform private.fail('too_many_days', jsonb_build_object('most', max_days));
  end if;
  with shown as materialized (
    -- A doctor who is somebody else's patient as well reads that appointment in their own list, not here.
    select d.id, d.first_name, d.last_name, d.specialization, d.timezone, d.session_duration,
           from_date::timestamp at time zone d.timezone as first_instant, (to_date + 1)::timestamp at time zone d.timezone as end_instant
    from public.doctors d
    where d.id = any (doctor_ids) and d.id = any ((select private.my_doctor_ids())::uuid[])
  ),
  found as materialized (
    select a.* from shown s
    cross join lateral (
      select one.id, one.doctor_id, one.user_id, one.starts_at, one.ends_at, one.status, one.did_not_come, one.cancelled_by,
             one.previous_starts_at, one.erased_at
      from public.appointments one
      where one.doctor_id = s.id and one.starts_at >= s.first_instant and one.starts_at < s.end_instant
        and (with_cancelled or one.status <> 'cancelled')
      order by one.starts_at, one.id limit max_rows + 1
    ) as a
    limit max_rows + 1
  )
  select jsonb_build_object(
    'doctors', coalesce((
      select jsonb_agg(jsonb_build_object(
        'id', s.id, 'first_name', s.first_name, 'last_name', s.last_name, 'specialization', s.specialization, 'timezone', s.timezone,
        'session_duration', s.session_duration,
        'hours', coalesce((
          select jsonb_agg(jsonb_build_object(
            'day_of_week', v.day_of_week, 'start_time', to_char(v.start_time, 'HH24:MI'), 'end_time', to_char(v.end_time, 'HH24:MI')
          ) order by v.day_of_week, v.start_time)
          from public.doctor_availability v where v.doctor_id = s.id and v.is_available
        ), '[]'),
        'extra_hours', coalesce((
          select jsonb_agg(jsonb_build_object(
            'on_date', e.on_date, 'start_time', to_char(e.start_time, 'HH24:MI'), 'end_time', to_char(e.end_time, 'HH24:MI')
          ) order by e.on_date, e.start_time)
          from public.doctor_extra_hours e where e.doctor_id = s.id and e.on_date between from_date and to_date
        ), '[]'),
        'leave', coalesce((
          select jsonb_agg(jsonb_build_object(
            'leave_date', l.leave_date, 'start_time', to_char(l.start_time, 'HH24:MI'), 'end_time', to_char(l.end_time, 'HH24:MI')
          ) order by l.leave_date, l.start_time)
          from public.doctor_leave l where l.doctor_id = s.id and l.leave_date between from_date and to_date
        ), '[]')
      ) order by s.first_name, s.last_name, s.id)
      from shown s
    ), '[]'),
    'appointments', coalesce((
      select jsonb_agg(jsonb_build_object(
        'id', f.id, 'doctor_id', f.doctor_id, 'starts_at', f.starts_at, 'ends_at', f.ends_at, 'status', f.status,
        'did_not_come', f.did_not_come, 'cancelled_by', f.cancelled_by, 'previous_starts_at', f.previous_starts_at, 'erased_at', f.erased_at,
        'patient', case when p.user_id is not null then jsonb_build_object(
          'first_name', p.first_name, 'last_name', p.last_name, 'has_account', p.has_account, 'guardians', p.guardians
        ) end
      ) order by f.starts_at, f.id)
      from (select * from found limit max_rows) f
      left join private.names_of_patients(array(select user_id from found)) p on p.user_id = f.user_id
    ), '[]'),
    'is_complete', (select count(*) from found) <= max_rows
  ) into answer;
  return answer;
end $$;

drop function public.list_appointments(uuid[], public.appointment_status[], timestamptz, timestamptz, text, boolean, timestamptz, uuid, integer, timestamptz, timestamptz, timestamptz);
drop function private.list_appointments(uuid[], public.appointment_status[], timestamptz, timestamptz, text, boolean, timestamptz, uuid, integer, timestamptz, timestamptz, timestamptz);
create function private.list_appointments(
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
             a.patient_complaint, a.notes is not null, a.created_at, a.erased_at, d.specialization, d.timezone,
             d.session_duration,
             -- Admins learn only that there is one.
             case when a.doctor_id = $11 then a.notes end,
             a.reschedule_count, a.updated_at, d.specialty_code,
             case when v.is_visible then p.has_account end,
             case when v.is_visible and not p.has_account then private.guardians_of(a.user_id) end
      from page a
      join public.doctors d on d.id = a.doctor_id
      join private.profiles_without_health p on p.user_id = a.user_id
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

comment on function private.list_appointments(uuid[], public.appointment_status[], timestamptz, timestamptz, text, boolean, timestamptz, uuid, integer, timestamptz, timestamptz, timestamptz) is
  'Definer: a policy asked for every row would keep the planner from the index of the order. It refuses everybody but doctors and admins, and gives doctors their own only.';
grant execute on function private.list_appointments to authenticated;

create function public.list_appointments(
  doctor_ids uuid[] default null, statuses public.appointment_status[] default null, from_time timestamptz default null,
  to_time timestamptz default null, term text default null, newest_first boolean default false,
  after_starts_at timestamptz default null, after_id uuid default null, max_rows integer default 50, ended_before timestamptz default null,
  ends_after timestamptz default null, ends_by timestamptz default null
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
language sql stable set search_path = '' as $$
  select * from private.list_appointments(
    doctor_ids, statuses, from_time, to_time, term, newest_first, after_starts_at, after_id, max_rows, ended_before, ends_after, ends_by
  )
$$;

grant execute on function public.list_appointments to authenticated;

create or replace function private.export_appointments(
  doctor_ids uuid[], statuses public.appointment_status[], from_time timestamptz, to_time timestamptz, term text, newest_first boolean,
  after_starts_at timestamptz, after_id uuid, ends_after timestamptz, ends_by timestamptz
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
        'patient_has_account', l.patient_has_account, 'patient_guardians', l.patient_guardians,
        'cancelled_by', l.cancelled_by, 'cancellation_reason', l.cancellation_reason, 'previous_starts_at', l.previous_starts_at,
        'created_at', l.created_at, 'erased_at', l.erased_at
      )
      from private.list_appointments(
        doctor_ids, statuses, from_time, to_time, term, newest_first, after_starts_at, after_id, rows_a_page, null,
        ends_after, ends_by
      ) as l
    );
    exported := exported || page;
    exit when cardinality(page) < rows_a_page or cardinality(exported) >= max_rows;
    after_starts_at := (page[rows_a_page] ->> 'starts_at')::timestamptz;
    after_id := (page[rows_a_page] ->> 'id')::uuid;
  end loop;
  perform private.audit('appointments.exported', 'appointments', jsonb_strip_nulls(jsonb_build_object(
    'rows', cardinality(exported), 'doctor_ids', doctor_ids, 'statuses', statuses, 'from', from_time, 'to', to_time,
    'ends_after', ends_after, 'ends_by', ends_by,
    'searched', private.blank_to_null(term) is not null
  )));
  return to_jsonb(exported);
end $$;

drop function public.list_waiting();
drop function private.list_waiting();
create function private.list_waiting() returns table (
  appointment_id uuid, first_name text, last_name text, arrived_at timestamptz, starts_at timestamptz, timezone text,
  answer text, answered_at timestamptz, last_seen_at timestamptz, asked_at timestamptz, guardians jsonb
)
language sql stable security definer set search_path = '' as $$
  select w.appointment_id, p.first_name, p.last_name, w.arrived_at, a.starts_at, a.timezone, w.answer, w.answered_at, w.last_seen_at, now(),
         case when not p.has_account then private.guardians_of(a.user_id) end
  from private.waiting_patients w
  join public.appointments a on a.id = w.appointment_id and a.doctor_id = w.doctor_id and a.status = 'confirmed'
  left join private.profiles_without_health p on p.user_id = a.user_id
  where w.doctor_id = private.my_doctor_id() and w.left_at is null and private.is_seen(w.last_seen_at)
  order by w.arrived_at, w.appointment_id
  limit 50
$$;

comment on function private.list_waiting() is 'Definer: nobody reads who waits. It takes no argument: doctors get their own patients only.';
grant execute on function private.list_waiting to authenticated;

create function public.list_waiting() returns table (
  appointment_id uuid, first_name text, last_name text, arrived_at timestamptz, starts_at timestamptz, timezone text,
  answer text, answered_at timestamptz, last_seen_at timestamptz, asked_at timestamptz, guardians jsonb
)
language sql stable set search_path = '' as $$ select * from private.list_waiting() $$;

grant execute on function public.list_waiting to authenticated;

-- Who takes part in an appointment, and who wrote or sent a file although they no longer do: names for the call, the chat and the files.
create function private.list_appointment_people(appointment_id uuid)
returns table (user_id uuid, part text, first_name text, last_name text, relationship text)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  appointment public.appointments;
begin
  select a.* into appointment from public.appointments a
  where a.id = list_appointment_people.appointment_id and a.erased_at is null
    and (a.user_id = any (private.my_people()) or (a.doctor_id = private.my_doctor_id() and a.status <> 'cancelled'));
  -- The same answer for an appointment of others and for none at all.
  if not found then
    perform private.fail('not_yours');
  end if;
  return query
  select p.user_id, 'patient', p.first_name, p.last_name, null from private.profiles_without_health p where p.user_id = appointment.user_id
  union all
  select d.user_id, 'doctor', d.first_name, d.last_name, null from public.doctors d where d.id = appointment.doctor_id
  union all
  select p.user_id, 'guardian', p.first_name, p.last_name, g.relationship
  from (
    select g.guardian_id as id from public.guardians g join only private.profiles p on p.user_id = g.patient_id
    where g.patient_id = appointment.user_id and private.is_live_right(g.authority, p)
    union
    select m.sender from public.appointment_messages m where m.appointment_id = appointment.id
    union
    select f.uploaded_by from public.appointment_files f where f.appointment_id = appointment.id
  ) as other
  join private.profiles_without_health p on p.user_id = other.id
  left join public.guardians g on g.patient_id = appointment.user_id and g.guardian_id = other.id
  where other.id <> appointment.user_id
    and not exists (select from public.doctors d where d.id = appointment.doctor_id and d.user_id = other.id)
  limit 50;
end $$;
comment on function private.list_appointment_people(uuid) is 'Definer: doctors and guardians may not read each other''s profiles. It answers only those who take part.';
grant execute on function private.list_appointment_people to authenticated;
create function public.list_appointment_people(appointment_id uuid)
returns table (user_id uuid, part text, first_name text, last_name text, relationship text)
language sql stable set search_path = '' as $$
  select * from private.list_appointment_people(list_appointment_people.appointment_id)
$$;
grant execute on function public.list_appointment_people to authenticated;

create function private.export_patient(patient uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'profile', (select to_jsonb(p) from public.profiles p where p.user_id = patient),
    'guardianship', (select to_jsonb(g) - 'guardian_id' from public.guardians g where g.patient_id = patient and g.guardian_id = private.me()),
    'appointments', (
      select coalesce(jsonb_agg(to_jsonb(a) - 'blocked' || jsonb_build_object('doctor', d.first_name || ' ' || d.last_name) order by a.starts_at), '[]')
      from public.appointments a join public.doctors d on d.id = a.doctor_id where a.user_id = patient
    ),
    'files', (
      select coalesce(jsonb_agg(to_jsonb(f) order by f.uploaded_at), '[]')
      from public.appointment_files f join public.appointments a on a.id = f.appointment_id where a.user_id = patient
    ),
    'messages', (
      select coalesce(jsonb_agg(to_jsonb(m) order by m.created_at), '[]')
      from public.appointment_messages m join public.appointments a on a.id = m.appointment_id where a.user_id = patient
    ),
    'consents', (select coalesce(jsonb_agg(to_jsonb(c) - 'user_id' order by c.given_at), '[]') from public.consents c where c.user_id = patient)
  )
$$;
comment on function private.export_patient(uuid) is 'Definer: as export_my_data, which calls it for the people of the caller. Clients cannot.';


create or replace function private.export_my_data() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  person uuid := private.me();
  people uuid[] := private.my_people();
  -- Null without the role, and while the role does not count.
  doctor uuid := private.my_doctor_id();
  is_staff boolean := doctor is not null or private.is_admin();
begin
  perform private.refuse_without_factor();
  return jsonb_build_object(
    'account', (
      select jsonb_build_object('id', u.id, 'email', u.email, 'created_at', u.created_at, 'last_sign_in_at', u.last_sign_in_at, 'metadata', u.raw_user_meta_data)
      from auth.users u where u.id = person
    ),
    'profile', (select to_jsonb(p) from public.profiles p where p.user_id = person),
    'roles', (select coalesce(jsonb_agg(r.role order by r.role), '[]') from public.user_roles r where r.user_id = person),
    'invitations', (
      select coalesce(jsonb_agg(to_jsonb(i) - 'invited_by' - 'user_id' order by i.created_at), '[]') from public.invitations i where i.user_id = person
    ),
    'doctor', (
      select to_jsonb(d) || jsonb_build_object(
        'contact', (select to_jsonb(c) from public.doctor_contacts c where c.doctor_id = d.id),
        'working_hours', (select coalesce(jsonb_agg(to_jsonb(w) - 'minutes' order by w.day_of_week, w.start_time), '[]') from public.doctor_availability w where w.doctor_id = d.id),
        'leaves', (select coalesce(jsonb_agg(to_jsonb(l) - 'minutes' order by l.leave_date), '[]') from public.doctor_leave l where l.doctor_id = d.id)
      )
      from public.doctors d where d.id = doctor
    ),
    'appointments', (
      select coalesce(jsonb_agg(to_jsonb(a) - 'blocked' || jsonb_build_object('doctor', d.first_name || ' ' || d.last_name) order by a.starts_at), '[]')
      from public.appointments a join public.doctors d on d.id = a.doctor_id
      where a.user_id = person
    ),
    'files', (
      select coalesce(jsonb_agg(to_jsonb(f) order by f.uploaded_at), '[]')
      from public.appointment_files f join public.appointments a on a.id = f.appointment_id
      where a.user_id = person or (f.uploaded_by = person and a.doctor_id = doctor and a.status in ('confirmed', 'completed'))
    ),
    'messages', (
      select coalesce(jsonb_agg(to_jsonb(m) order by m.created_at), '[]')
      from public.appointment_messages m join public.appointments a on a.id = m.appointment_id
      where a.user_id = person or (m.sender = person and a.doctor_id = doctor and a.status in ('confirmed', 'completed'))
    ),
    'contact_messages', (
      select coalesce(jsonb_agg(to_jsonb(m) - 'sender_id' order by m.created_at), '[]') from public.contact_messages m where m.sender_id = person
    ),
    'mails', (
      select coalesce(jsonb_agg(jsonb_build_object('kind', m.kind, 'state', m.state, 'created_at', m.created_at, 'sent_at', m.sent_at) order by m.created_at), '[]')
      from private.mail_outbox m
      where m.kind not like 'account\_%' and m.user_id = person
    ),
    'log', (
      select coalesce(jsonb_agg(jsonb_build_object('at', l.at, 'action', l.action, 'subject', l.subject) order by l.at), '[]')
      from public.audit_log l
      where l.actor = person and (
        is_staff or l.subject in (select 'user:' || each from unnest(people) as each)
        or l.subject in (select 'appointment:' || a.id from public.appointments a where a.user_id = any (people))
      )
    ),
    'held_slot', (
      select to_jsonb(h) - 'blocked' - 'user_id' - 'network' from private.slot_holds h where h.user_id = person and h.expires_at > now()
    ),
    'doctor_texts', (
      select coalesce(jsonb_agg(to_jsonb(t) - 'doctor_id' order by t.language), '[]') from public.doctor_texts t where t.doctor_id = doctor
    ),
    'note_templates', (
      select coalesce(jsonb_agg(to_jsonb(t) - 'doctor_id' order by t.title), '[]') from public.note_templates t where t.doctor_id = doctor
    ),
    'extra_hours', (
      select coalesce(jsonb_agg(to_jsonb(e) - 'doctor_id' - 'minutes' order by e.on_date, e.start_time), '[]')
      from public.doctor_extra_hours e where e.doctor_id = doctor
    ),
    'patient_card_opened', (select coalesce(jsonb_agg(to_jsonb(o) order by o.at desc), '[]') from private.list_card_openings() o),
    'people', (
      select coalesce(jsonb_agg(private.export_patient(each.id) order by each.place), '[]')
      from unnest(people) with ordinality as each (id, place) where each.id <> person
    ),
    'consents', (
      select coalesce(jsonb_agg(to_jsonb(c) - 'user_id' order by c.given_at), '[]') from public.consents c where c.user_id = person
    )
  );
end $$;
