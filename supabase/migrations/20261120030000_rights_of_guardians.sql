-- What people read and do for themselves, guardians read and do for their patients: the same comparisons, with `private.my_people()`.

-- Bodies of functions may mention what a later file makes.
set check_function_bodies = off;

alter policy "appointments: patient, doctor and admins read" on public.appointments using (
  user_id = any ((select private.my_people())::uuid[]) or doctor_id = any ((select private.my_doctor_ids())::uuid[])
);
alter policy "appointments: patient, doctor and admins change" on public.appointments
  using (user_id = any ((select private.my_people())::uuid[]) or doctor_id = any ((select private.my_doctor_ids())::uuid[]))
  with check (user_id = any ((select private.my_people())::uuid[]) or doctor_id = any ((select private.my_doctor_ids())::uuid[]));

alter policy "doctors: people read available ones, their own doctors and themselves" on public.doctors using (
  available
  or user_id = (select auth.uid())
  or (select private.is_admin())
  or exists (select from public.appointments a where a.doctor_id = doctors.id and a.user_id = any ((select private.my_people())::uuid[]))
);

-- The first condition names the table that is left out, because PostgreSQL may judge a row without knowing its table (`tableoid` is 0 then).
-- Staff who are guardians read one row of their patients, as of themselves: the one with health data.
alter policy "profiles: people read all of their own, doctors and admins the copy without health data" on private.profiles using (
  (tableoid <> 'private.profiles_without_health'::regclass and user_id = any ((select private.my_people())::uuid[]))
  or (
    tableoid = 'private.profiles_without_health'::regclass
    and user_id <> all ((select private.my_people())::uuid[])
    and (
      (select private.is_admin())
      or exists (
        select from public.appointments a
        where a.user_id = profiles.user_id and a.doctor_id = (select private.my_doctor_id()) and a.status <> 'cancelled'
      )
    )
  )
);
alter policy "profiles: people change their own" on private.profiles
  using (tableoid <> 'private.profiles_without_health'::regclass and user_id = any ((select private.my_people())::uuid[]))
  with check (user_id = any ((select private.my_people())::uuid[]));

-- Nobody stays a child, or becomes an adult, by a corrected birth date. An adult's phone number is the only way to reach them.
create function private.guard_patient() returns trigger
language plpgsql set search_path = '' as $$
declare
  today date := private.today_in(new.timezone);
  has_appointments boolean;
begin
  if current_user <> 'authenticated' then
    return new;
  end if;
  if old.birth_year is not null and private.blank_to_null(new.phone) is null then
    perform private.fail('phone_required');
  end if;
  if (new.date_of_birth, new.birth_year) is not distinct from (old.date_of_birth, old.birth_year) then
    return new;
  end if;
  has_appointments := exists (select from public.appointments a where a.user_id = old.user_id);
  if has_appointments and (
    new.birth_year is distinct from old.birth_year or (old.date_of_birth is not null and new.date_of_birth is distinct from old.date_of_birth)
  ) then
    perform private.fail('birth_date_is_fixed');
  end if;
  if old.birth_year is null then
    if new.birth_year is not null then
      perform private.fail('birth_date_invalid');
    end if;
    perform private.fail_unless_child(new.date_of_birth, new.timezone);
    return new;
  end if;
  perform private.fail_unless_adult(new.birth_year, new.timezone);
  if new.date_of_birth > today or new.date_of_birth <= today - interval '120 years' then
    perform private.fail('birth_date_invalid');
  end if;
  if private.adult_on(new.date_of_birth) > today then
    perform private.fail('patient_is_minor');
  end if;
  return new;
end $$;
grant execute on function private.today_in, private.adult_on, private.fail_unless_child, private.fail_unless_adult to authenticated;
create trigger profiles_guard_patient before update on private.profiles
  for each row when (not old.has_account) execute function private.guard_patient();

-- An adult who asked somebody to book gives a consent to the doctor, not to that person.
create function private.has_parental_authority(patient uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.guardians g join only private.profiles p on p.user_id = g.patient_id
    where g.patient_id = has_parental_authority.patient and g.guardian_id = private.me() and g.authority = 'parental'
      and private.is_live_right(g.authority, p)
  )
$$;
comment on function private.has_parental_authority(uuid) is 'Definer: policies of consents ask it. It answers for the caller only.';
grant execute on function private.has_parental_authority to authenticated;

alter policy "consents: people read their own" on public.consents using (user_id = any ((select private.my_people())::uuid[]));
alter policy "consents: people give their own" on public.consents
  with check ((user_id = (select private.me()) or private.has_parental_authority(user_id)) and withdrawn_at is null);
alter policy "consents: people withdraw their own" on public.consents
  using (user_id = (select private.me()) or private.has_parental_authority(user_id))
  with check (user_id = (select private.me()) or private.has_parental_authority(user_id));

create or replace function private.audit_consent() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'INSERT' or (old.withdrawn_at is null and new.withdrawn_at is not null) then
    perform private.audit(
      case when tg_op = 'INSERT' then 'consent.given' else 'consent.withdrawn' end, 'user:' || new.user_id,
      jsonb_build_object('kind', new.kind, 'version', new.version)
    );
  end if;
  -- What was kept on the ground of the consent goes with it. Appointments stay until they are cancelled.
  if tg_op = 'UPDATE' and new.withdrawn_at is not null and new.kind = 'health_data' then
    update only private.profiles p set
      medical_history = null, gender = null,
      -- Of a patient without an account it stays: it says until when a guardian may act.
      date_of_birth = case when p.has_account then null else p.date_of_birth end
    where p.user_id = new.user_id;
  end if;
  return null;
end $$;

alter policy "appointment_files: patient always, doctor while it stands" on public.appointment_files using (exists (
  select from public.appointments a
  where a.id = appointment_id and a.erased_at is null
    and (
      a.user_id = any ((select private.my_people())::uuid[])
      or (a.doctor_id = (select private.my_doctor_id()) and a.status in ('confirmed', 'completed'))
    )
));
alter policy "appointment_files: people remove their own" on public.appointment_files using (
  uploaded_by = (select private.me())
  and exists (
    select from public.appointments a
    where a.id = appointment_id and (
      a.user_id = any ((select private.my_people())::uuid[])
      or (a.doctor_id = (select private.my_doctor_id()) and a.status in ('confirmed', 'completed'))
    )
  )
);
alter policy "objects: read files of own appointments, photos one may change" on storage.objects using (
  (
    bucket_id = 'appointment-files' and exists (
      select from public.appointments a
      where a.id = private.appointment_of_path(name) and a.erased_at is null
        and (
          a.user_id = any ((select private.my_people())::uuid[])
          or (a.doctor_id = (select private.my_doctor_id()) and a.status in ('confirmed', 'completed'))
        )
    )
  )
  or (
    bucket_id = 'doctor-photos'
    and (private.doctor_of_photo_path(name) = (select private.my_doctor_id()) or (select private.is_admin()))
  )
);

create or replace function private.takes_uploads(appointment uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.appointments a
    where a.id = appointment and a.erased_at is null and a.status in ('confirmed', 'completed')
      and (a.user_id = any (private.my_people()) or a.doctor_id = private.my_doctor_id())
  )
$$;

alter policy "appointment_messages: patient always, doctor while it stands" on public.appointment_messages using (exists (
  select from public.appointments a
  where a.id = appointment_id and a.erased_at is null
    and (
      a.user_id = any ((select private.my_people())::uuid[])
      or (a.doctor_id = (select private.my_doctor_id()) and a.status in ('confirmed', 'completed'))
    )
));

create or replace function private.guard_message() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  max_a_minute constant integer := 30;
  max_messages constant integer := 500;
begin
  new.body := private.trimmed(new.body);
  -- Seeds and migrations act for nobody.
  if auth.uid() is null then
    return new;
  end if;
  -- The lock makes erasing the appointment wait for this message, or this message see that it was erased.
  perform from public.appointments a
  where a.id = new.appointment_id and a.erased_at is null and (a.user_id = any (private.my_people()) or a.doctor_id = private.my_doctor_id())
  for share;
  if not found then
    perform private.refuse();
  end if;
  if not private.takes_messages(new.appointment_id) then
    perform private.fail('chat_closed');
  end if;
  if not private.is_within_limit('message:' || private.me(), max_a_minute, 1) then
    perform private.fail('too_many_messages', jsonb_build_object('most', max_a_minute, 'seconds', 60));
  end if;
  perform pg_advisory_xact_lock(hashtextextended('messages:' || new.appointment_id, 0));
  if (select count(*) from public.appointment_messages m where m.appointment_id = new.appointment_id) >= max_messages then
    perform private.fail('chat_is_full', jsonb_build_object('most', max_messages));
  end if;
  -- After the lock, so that the times of a chat are in the order in which its messages become visible.
  new.created_at := clock_timestamp();
  return new;
end $$;

create or replace function private.takes_messages(appointment uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.appointments a
    where a.id = appointment and a.erased_at is null and a.status = 'confirmed'
      and (a.user_id = any (private.my_people()) or a.doctor_id = private.my_doctor_id())
      and (a.call_started_at is not null or now() >= a.starts_at - interval '15 minutes')
      and now() < private.room_closes_at(a)
  )
$$;

create or replace function private.get_call(
  appointment_id uuid, out part text, out status public.appointment_status, out code text,
  out opens_at timestamptz, out closes_at timestamptz, out call_started_at timestamptz, out call_ended_at timestamptz
)
language plpgsql stable security definer set search_path = '' as $$
begin
  select case when a.doctor_id = private.my_doctor_id() then 'doctor' else 'patient' end,
         a.status,
         'BKV-' || upper(left(a.id::text, 8)) || '-' || to_char(a.appointment_date, 'YYMMDD'),
         a.starts_at - interval '15 minutes',
         private.room_closes_at(a),
         a.call_started_at,
         a.call_ended_at
  into part, status, code, opens_at, closes_at, call_started_at, call_ended_at
  from public.appointments a
  where a.id = get_call.appointment_id and (a.user_id = any (private.my_people()) or a.doctor_id = private.my_doctor_id());
  if not found then
    perform private.fail('not_yours');
  end if;
end $$;

create or replace function private.may_join_topic() returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.appointments a
    where a.id = private.uuid_or_null(substring(realtime.topic() from '^appointment:(.*)$'))
      and a.status = 'confirmed'
      and ((a.user_id = any (private.my_people()) and a.call_ended_at is null) or a.doctor_id = private.my_doctor_id())
  )
  or coalesce(private.uuid_or_null(substring(realtime.topic() from '^video-test:([^:]*):')) = private.me(), false)
$$;

-- An account that is being erased is no longer among my people, and still the patient of its appointments.
create or replace function private.cancelling_party(appointment public.appointments) returns text
language sql stable set search_path = '' as $$
  select case
    when appointment.user_id = auth.uid() or appointment.user_id = any (private.my_people()) then 'patient'
    when appointment.doctor_id = private.my_doctor_id() then 'doctor'
    when private.is_admin() then 'admin'
  end
$$;

create or replace function private.check_transition(old_row public.appointments, new_row public.appointments) returns void
language plpgsql stable set search_path = '' as $$
declare
  is_patient boolean := coalesce(old_row.user_id = any (private.my_people()), false);
  is_doctor boolean := coalesce(old_row.doctor_id = private.my_doctor_id(), false);
  is_staff boolean := is_doctor or private.is_admin();
  has_started boolean := old_row.starts_at <= now();
  notice_hours integer;
  allowed boolean := case (old_row.status::text || ' ' || new_row.status::text)
    when 'pending confirmed' then is_staff and not has_started
    when 'pending cancelled' then is_staff or is_patient
    when 'confirmed completed' then is_doctor and has_started
    when 'confirmed cancelled' then is_staff or is_patient
    else false
  end;
begin
  if not allowed then
    perform private.fail('transition_not_allowed', jsonb_build_object('from', old_row.status, 'to', new_row.status));
  end if;
  if old_row.status = 'confirmed' and new_row.status = 'cancelled' and not is_staff then
    select d.cancellation_hours into notice_hours from public.doctors d where d.id = old_row.doctor_id;
    if now() > old_row.starts_at - make_interval(hours => notice_hours) then
      perform private.fail('cancellation_too_late', jsonb_build_object('hours', notice_hours));
    end if;
  end if;
end $$;

-- Where a guardian acts, the entry names the patient too.
create or replace function private.audit_appointment() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  patient jsonb := case when private.is_guardian_of(new.user_id) then jsonb_build_object('patient_id', new.user_id) else '{}' end;
  by_whom text := coalesce(new.cancelled_by, case when auth.uid() is null then 'system' end);
begin
  if new.reschedule_count < old.reschedule_count then
    perform private.audit(
      'appointment.move_undone', 'appointment:' || new.id, jsonb_build_object('from', old.starts_at, 'to', new.starts_at)
    );
  elsif new.reschedule_count <> old.reschedule_count then
    perform private.audit(
      'appointment.rescheduled',
      'appointment:' || new.id,
      jsonb_build_object('from', old.starts_at, 'to', new.starts_at, 'by', new.rescheduled_by)
        || case when new.status = old.status then '{}' else jsonb_build_object('status', jsonb_build_array(old.status, new.status)) end
        || case when new.reschedule_message is null then '{}' else jsonb_build_object('fields', jsonb_build_array('reschedule_message')) end
        || patient
    );
  elsif new.status is distinct from old.status then
    perform private.audit(
      'appointment.' || new.status,
      'appointment:' || new.id,
      jsonb_strip_nulls(jsonb_build_object('from', old.status, 'to', new.status, 'by', by_whom))
        || case when new.cancellation_reason is null then '{}' else jsonb_build_object('fields', jsonb_build_array('cancellation_reason')) end
        || patient
    );
  end if;
  if new.notes is distinct from old.notes then
    perform private.audit('appointment.note', 'appointment:' || new.id, jsonb_build_object('fields', jsonb_build_array('notes')));
  end if;
  return null;
end $$;

drop function public.list_card_openings();
drop function private.list_card_openings();
create function private.list_card_openings()
returns table (at timestamptz, doctor_id uuid, first_name text, last_name text, appointment_id uuid, patient_id uuid)
language sql stable security definer set search_path = '' as $$
  select l.at, d.id, d.first_name, d.last_name, private.uuid_or_null(l.details ->> 'appointment_id'), substr(l.subject, 6)::uuid
  from public.audit_log l left join public.doctors d on d.id = private.uuid_or_null(l.details ->> 'doctor_id')
  where l.subject = any (array(select 'user:' || person from unnest(private.my_people()) as person)) and l.action = 'patient_card.opened'
  order by l.at desc limit 100
$$;
comment on function private.list_card_openings() is 'Definer: only admins read the log. It takes no argument: everybody gets the openings of their own card and their people''s.';
grant execute on function private.list_card_openings to authenticated;
create function public.list_card_openings()
returns table (at timestamptz, doctor_id uuid, first_name text, last_name text, appointment_id uuid, patient_id uuid)
language sql stable set search_path = '' as $$
  select * from private.list_card_openings()
$$;
grant execute on function public.list_card_openings to authenticated;
