-- Written by `npm run types` from the catalogue. Migrations change the schema; reviews read the difference here.

CREATE OR REPLACE FUNCTION private.export_appointments(doctor_ids uuid[], statuses public.appointment_status[], from_time timestamp with time zone, to_time timestamp with time zone, term text, newest_first boolean, after_starts_at timestamp with time zone, after_id uuid, ends_after timestamp with time zone, ends_by timestamp with time zone, only_unpaid boolean)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
        'created_at', l.created_at, 'erased_at', l.erased_at,
        'type_name', l.type_name, 'fee_minor', l.fee_minor, 'fee_currency', l.fee_currency, 'fee_agreed_at', l.fee_agreed_at,
        'payment_state', l.payment_state
      )
      from private.list_appointments(
        doctor_ids, statuses, from_time, to_time, term, newest_first, after_starts_at, after_id, rows_a_page, null,
        ends_after, ends_by, only_unpaid
      ) as l
    );
    exported := exported || page;
    exit when cardinality(page) < rows_a_page or cardinality(exported) >= max_rows;
    after_starts_at := (page[rows_a_page] ->> 'starts_at')::timestamptz;
    after_id := (page[rows_a_page] ->> 'id')::uuid;
  end loop;
  perform private.audit('appointments.exported', 'appointments', jsonb_strip_nulls(jsonb_build_object(
    'rows', cardinality(exported), 'doctor_ids', doctor_ids, 'statuses', statuses, 'from', from_time, 'to', to_time,
    'ends_after', ends_after, 'ends_by', ends_by, 'only_unpaid', nullif(only_unpaid, false),
    'searched', private.blank_to_null(term) is not null
  )));
  return to_jsonb(exported);
end $function$;
comment on function private.export_appointments(uuid[],public.appointment_status[],timestamp with time zone,timestamp with time zone,text,boolean,timestamp with time zone,uuid,timestamp with time zone,timestamp with time zone,boolean) is 'Definer: it writes the audit log. It refuses everybody but doctors and admins first, and gives them what the list does.';
grant execute on function private.export_appointments(uuid[],public.appointment_status[],timestamp with time zone,timestamp with time zone,text,boolean,timestamp with time zone,uuid,timestamp with time zone,timestamp with time zone,boolean) to authenticated;

CREATE OR REPLACE FUNCTION private.list_affected_appointments(doctor_id uuid)
 RETURNS TABLE(id uuid, starts_at timestamp with time zone, ends_at timestamp with time zone, timezone text, status public.appointment_status, why text, patient_first_name text, patient_last_name text, proposed_date date, proposed_time text, proposed_at timestamp with time zone)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  ids uuid[];
  reasons text[];
begin
  if private.may_edit_schedule(list_affected_appointments.doctor_id) is not true then
    perform private.refuse();
  end if;
  select array_agg(found.id order by found.starts_at, found.id), array_agg(found.why order by found.starts_at, found.id) into ids, reasons
  from (
    select a.id, a.starts_at, case when s.is_on_leave then 'leave' else 'hours' end as why
    from public.appointments a
    join public.doctors d on d.id = a.doctor_id
    cross join lateral (select a.starts_at at time zone d.timezone as wall) as w
    -- A session that ends after midnight counts until midnight: leaves and hours end there too.
    cross join lateral (
      select w.wall::date as day, int4range(private.minute_of(w.wall::time), least(1440, private.minute_of(w.wall::time) + a.session_duration)) as minutes
    ) as m
    cross join lateral (
      select
        exists (select from public.doctor_leave l where l.doctor_id = d.id and l.leave_date = m.day and l.minutes && m.minutes) as is_on_leave,
        exists (
          select from public.doctor_availability v
          where v.doctor_id = d.id and v.is_available and v.day_of_week = extract(isodow from m.day)::smallint - 1 and v.minutes @> m.minutes
        ) or exists (
          select from public.doctor_extra_hours e where e.doctor_id = d.id and e.on_date = m.day and e.minutes @> m.minutes
        ) as is_in_hours
    ) as s
    where a.doctor_id = list_affected_appointments.doctor_id and a.status in ('pending', 'confirmed') and a.starts_at > now()
      and (s.is_on_leave or not s.is_in_hours)
    order by a.starts_at, a.id limit 500
  ) as found;
  if ids is null then
    return;
  end if;
  return query
  select a.id, a.starts_at, a.ends_at, a.timezone, a.status, f.why, p.first_name, p.last_name, m.proposed_date, m.proposed_time, m.proposed_at
  from unnest(ids, reasons) with ordinality as f (id, why, place)
  join public.appointments a on a.id = f.id
  join private.profiles_without_health p on p.user_id = a.user_id
  left join private.propose_moves(list_affected_appointments.doctor_id, ids) m on m.id = a.id
  order by f.place;
end $function$;
comment on function private.list_affected_appointments(uuid) is 'Definer: it reads names as the list of appointments does. It refuses everybody but the doctor and admins first.';
grant execute on function private.list_affected_appointments(uuid) to authenticated;

CREATE OR REPLACE FUNCTION private.list_appointments(doctor_ids uuid[], statuses public.appointment_status[], from_time timestamp with time zone, to_time timestamp with time zone, term text, newest_first boolean, after_starts_at timestamp with time zone, after_id uuid, max_rows integer, ended_before timestamp with time zone, ends_after timestamp with time zone, ends_by timestamp with time zone, only_unpaid boolean)
 RETURNS TABLE(id uuid, doctor_id uuid, doctor_first_name text, doctor_last_name text, patient_id uuid, patient_first_name text, patient_last_name text, patient_phone text, patient_email text, appointment_date date, appointment_time text, starts_at timestamp with time zone, ends_at timestamp with time zone, timezone text, session_duration integer, status public.appointment_status, did_not_come boolean, cancelled_by text, cancellation_reason text, previous_starts_at timestamp with time zone, rescheduled_by text, reschedule_message text, call_started_at timestamp with time zone, patient_complaint text, has_note boolean, created_at timestamp with time zone, erased_at timestamp with time zone, doctor_specialization text, doctor_timezone text, doctor_session_duration integer, notes text, reschedule_count integer, updated_at timestamp with time zone, doctor_specialty_code text, patient_has_account boolean, patient_guardians jsonb, type_id uuid, type_name jsonb, fee_minor integer, fee_currency text, fee_agreed_at timestamp with time zone, payment_state text)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
  -- No appointment is longer than three hours, so that the index of the order finds those that still run.
  if ends_after is not null then
    conditions := conditions || ' and a.starts_at > $12 - interval ''3 hours'' and a.ends_at > $12';
  end if;
  if ends_by is not null then
    conditions := conditions || ' and a.starts_at < $13 and a.ends_at <= $13';
  end if;
  -- Word for word the condition of the index.
  if only_unpaid then
    conditions := conditions || ' and a.payment_state = ''unpaid'' and a.status <> ''cancelled''';
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
             case when v.is_visible and not p.has_account then private.guardians_of(a.user_id) end,
             a.type_id, a.type_name, a.fee_minor, a.fee_currency, a.fee_agreed_at, a.payment_state
      from page a
      join public.doctors d on d.id = a.doctor_id
      join private.profiles_without_health p on p.user_id = a.user_id
      left join public.appointment_hidden_notes h on h.appointment_id = a.id
      cross join lateral (
        select $9 or exists (
          select from public.appointments other
          where other.user_id = a.user_id and other.doctor_id = a.doctor_id and other.status <> 'cancelled'
        ) as is_visible
        offset 0
      ) as v
      order by a.starts_at %2$s, a.id %2$s
    $query$, conditions, direction
  ) using shown_doctors, statuses, from_time, to_time, people, after_starts_at, after_id, max_rows, is_admin, ended_before, own_doctor,
    ends_after, ends_by;
end $function$;
comment on function private.list_appointments(uuid[],public.appointment_status[],timestamp with time zone,timestamp with time zone,text,boolean,timestamp with time zone,uuid,integer,timestamp with time zone,timestamp with time zone,timestamp with time zone,boolean) is 'Definer: a policy asked for every row would keep the planner from the index of the order. It refuses everybody but doctors and admins, and gives doctors their own only.';
grant execute on function private.list_appointments(uuid[],public.appointment_status[],timestamp with time zone,timestamp with time zone,text,boolean,timestamp with time zone,uuid,integer,timestamp with time zone,timestamp with time zone,timestamp with time zone,boolean) to authenticated;

CREATE OR REPLACE FUNCTION private.names_of_patients(ids uuid[])
 RETURNS TABLE(user_id uuid, first_name text, last_name text, has_account boolean, guardians jsonb)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$;
comment on function private.names_of_patients(uuid[]) is 'Definer: the policy of profiles, asked for every row, takes longer the more appointments a doctor has. It answers as that policy does.';
grant execute on function private.names_of_patients(uuid[]) to authenticated;

CREATE OR REPLACE FUNCTION public.answer_appointments(ids uuid[], answer public.appointment_status, reason text DEFAULT NULL::text, shown public.appointment_status[] DEFAULT NULL::public.appointment_status[])
 RETURNS TABLE(id uuid, error text)
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  max_rows constant integer := 100;
  one record;
  said text;
  broken text;
begin
  if cardinality(ids) > max_rows or cardinality(shown) <> cardinality(ids) then
    perform private.fail('rows_out_of_range', jsonb_build_object('least', 1, 'most', max_rows));
  end if;
  -- In one order for everybody, so that two who answer the same ones wait for each other instead of deadlocking.
  for one in
    select distinct on (each.id) each.id, each.status from unnest(ids, shown) as each (id, status) where each.id is not null order by each.id
  loop
    id := one.id;
    begin
      update public.appointments a
      set status = answer, cancellation_reason = case when answer = 'cancelled' then private.blank_to_null(reason) end
      where a.id = one.id and a.status <> answer and (shown is null or a.status = one.status);
      error := case when found then null when shown is null then 'transition_not_allowed' else 'appointment_changed' end;
    exception
    -- Whoever sent this may send it again: it says nothing about the appointment.
    when lock_not_available or deadlock_detected or serialization_failure then
      raise;
    when others then
      get stacked diagnostics said = message_text, broken = constraint_name;
      error := private.error_name(said, broken);
    end;
    return next;
  end loop;
end $function$;
grant execute on function public.answer_appointments(uuid[],public.appointment_status,text,public.appointment_status[]) to authenticated;

CREATE OR REPLACE FUNCTION public.export_appointments(doctor_ids uuid[] DEFAULT NULL::uuid[], statuses public.appointment_status[] DEFAULT NULL::public.appointment_status[], from_time timestamp with time zone DEFAULT NULL::timestamp with time zone, to_time timestamp with time zone DEFAULT NULL::timestamp with time zone, term text DEFAULT NULL::text, newest_first boolean DEFAULT false, after_starts_at timestamp with time zone DEFAULT NULL::timestamp with time zone, after_id uuid DEFAULT NULL::uuid, ends_after timestamp with time zone DEFAULT NULL::timestamp with time zone, ends_by timestamp with time zone DEFAULT NULL::timestamp with time zone, only_unpaid boolean DEFAULT false)
 RETURNS jsonb
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select private.export_appointments(
    doctor_ids, statuses, from_time, to_time, term, newest_first, after_starts_at, after_id, ends_after, ends_by, only_unpaid
  )
$function$;
grant execute on function public.export_appointments(uuid[],public.appointment_status[],timestamp with time zone,timestamp with time zone,text,boolean,timestamp with time zone,uuid,timestamp with time zone,timestamp with time zone,boolean) to authenticated;

CREATE OR REPLACE FUNCTION public.get_calendar(doctor_ids uuid[], from_date date, to_date date, with_cancelled boolean DEFAULT false)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
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
end $function$;
grant execute on function public.get_calendar(uuid[],date,date,boolean) to authenticated;

CREATE OR REPLACE FUNCTION public.list_affected_appointments(doctor_id uuid)
 RETURNS TABLE(id uuid, starts_at timestamp with time zone, ends_at timestamp with time zone, timezone text, status public.appointment_status, why text, patient_first_name text, patient_last_name text, proposed_date date, proposed_time text, proposed_at timestamp with time zone)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select * from private.list_affected_appointments(list_affected_appointments.doctor_id)
$function$;
grant execute on function public.list_affected_appointments(uuid) to authenticated;

CREATE OR REPLACE FUNCTION public.list_appointments(doctor_ids uuid[] DEFAULT NULL::uuid[], statuses public.appointment_status[] DEFAULT NULL::public.appointment_status[], from_time timestamp with time zone DEFAULT NULL::timestamp with time zone, to_time timestamp with time zone DEFAULT NULL::timestamp with time zone, term text DEFAULT NULL::text, newest_first boolean DEFAULT false, after_starts_at timestamp with time zone DEFAULT NULL::timestamp with time zone, after_id uuid DEFAULT NULL::uuid, max_rows integer DEFAULT 50, ended_before timestamp with time zone DEFAULT NULL::timestamp with time zone, ends_after timestamp with time zone DEFAULT NULL::timestamp with time zone, ends_by timestamp with time zone DEFAULT NULL::timestamp with time zone, only_unpaid boolean DEFAULT false)
 RETURNS TABLE(id uuid, doctor_id uuid, doctor_first_name text, doctor_last_name text, patient_id uuid, patient_first_name text, patient_last_name text, patient_phone text, patient_email text, appointment_date date, appointment_time text, starts_at timestamp with time zone, ends_at timestamp with time zone, timezone text, session_duration integer, status public.appointment_status, did_not_come boolean, cancelled_by text, cancellation_reason text, previous_starts_at timestamp with time zone, rescheduled_by text, reschedule_message text, call_started_at timestamp with time zone, patient_complaint text, has_note boolean, created_at timestamp with time zone, erased_at timestamp with time zone, doctor_specialization text, doctor_timezone text, doctor_session_duration integer, notes text, reschedule_count integer, updated_at timestamp with time zone, doctor_specialty_code text, patient_has_account boolean, patient_guardians jsonb, type_id uuid, type_name jsonb, fee_minor integer, fee_currency text, fee_agreed_at timestamp with time zone, payment_state text)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return query select * from private.list_appointments(
    doctor_ids, statuses, from_time, to_time, term, newest_first, after_starts_at, after_id, max_rows, ended_before, ends_after, ends_by,
    only_unpaid
  );
end $function$;
grant execute on function public.list_appointments(uuid[],public.appointment_status[],timestamp with time zone,timestamp with time zone,text,boolean,timestamp with time zone,uuid,integer,timestamp with time zone,timestamp with time zone,timestamp with time zone,boolean) to authenticated;
