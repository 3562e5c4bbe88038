-- Whether a doctor may read a patient's name is asked once for each row of the list. Without `offset 0` PostgreSQL copies the question to
-- each of the six columns that depend on it.
create or replace function private.list_appointments(
  doctor_ids uuid[], statuses public.appointment_status[], from_time timestamptz, to_time timestamptz, term text,
  newest_first boolean, after_starts_at timestamptz, after_id uuid, max_rows integer, ended_before timestamptz,
  ends_after timestamptz, ends_by timestamptz, only_unpaid boolean
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
end $$;
