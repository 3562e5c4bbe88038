-- A guardian leaves, and erases their account. A child is never without a guardian by leaving: another one is invited first.

-- Bodies of functions may mention what a later file makes.
set check_function_bodies = off;

create function private.leave_guardianship(patient_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  person uuid := private.me();
  -- The lock of bookings: one at the same moment lands before, or is refused.
  patient private.profiles := private.lock_patient(leave_guardianship.patient_id);
begin
  if person is null then
    perform private.refuse();
  end if;
  if not exists (select from public.guardians g where g.patient_id = patient.user_id and g.guardian_id = person) then
    perform private.fail('not_a_guardian');
  end if;
  if private.has_parental_authority(patient.user_id)
    and not exists (select from public.guardians g where g.patient_id = patient.user_id and g.guardian_id <> person)
  then
    perform private.fail('last_guardian');
  end if;
  delete from public.guardians g where g.patient_id = patient.user_id and g.guardian_id = person;
  -- Whom they invited beside themselves is the other guardian's choice now. An adult may still claim their record.
  perform private.revoke_invitations_about(patient.user_id, 'guardian', person);
  perform private.audit('guardian.left', 'user:' || patient.user_id, jsonb_build_object('guardian_id', person));
end $$;
comment on function private.leave_guardianship(uuid) is 'Definer: nobody writes guardians. It removes the caller only.';

create function public.leave_guardianship(patient_id uuid) returns void
language sql set search_path = '' as $$
  select private.leave_guardianship(leave_guardianship.patient_id)
$$;
grant execute on function private.leave_guardianship, public.leave_guardianship to authenticated;

-- What an erasure leaves of somebody's appointments.
create function private.erase_appointments_of(person uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  update public.appointments a set status = 'cancelled'
  where a.user_id = person and a.status in ('pending', 'confirmed') and a.ends_at > now();
  -- Of objects as well as records: an upload may have been left without one. What a doctor gave to patients stays theirs.
  insert into private.files_to_remove (path)
  select f.file_path from public.appointment_files f join public.appointments a on a.id = f.appointment_id where a.user_id = person
  union
  select o.name from public.appointments a join storage.objects o on o.bucket_id = 'appointment-files' and o.name like a.id || '/%'
  where a.user_id = person
  on conflict do nothing;
  delete from public.appointment_files f using public.appointments a where a.id = f.appointment_id and a.user_id = person;
  update public.appointments a set patient_complaint = null, notes = null, erased_at = now() where a.user_id = person;
end $$;
comment on function private.erase_appointments_of(uuid) is 'Definer: it empties rows that nobody deletes. Clients cannot call it.';

create function private.erase_patient(patient uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  -- While the guardian still is one: it is the patient's side that cancels.
  perform private.erase_appointments_of(patient);
  perform private.end_guardianships(patient);
  delete from public.patient_invitations i where i.patient_id = patient;
  delete from public.consents c where c.user_id = patient;
  update only private.profiles p set
    first_name = 'deleted', last_name = 'user', phone = null, date_of_birth = null, birth_year = null, gender = null, medical_history = null,
    timezone = 'Europe/Istanbul', language = 'tr', erased_at = now()
  where p.user_id = patient;
  -- Nobody chose the zone that was just written.
  update only private.profiles p set timezone_chosen_at = null where p.user_id = patient;
  perform private.audit('patient.erased', 'user:' || patient);
end $$;
comment on function private.erase_patient(uuid) is 'Definer: it empties a record without an account. Clients cannot call it: erase_my_account does, for the last guardian.';

-- The records of which the person is the only guardian now go with the account. Of somebody who has grown up the right has ended: their
-- record waits for them.
create function private.erase_patients_of(person uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  each_one uuid;
begin
  for each_one in
    select g.patient_id from public.guardians g join only private.profiles p on p.user_id = g.patient_id
    where g.guardian_id = person and private.is_live_right(g.authority, p)
      and not exists (select from public.guardians o where o.patient_id = g.patient_id and o.guardian_id <> person)
    order by g.patient_id
  loop
    perform private.erase_patient(each_one);
  end loop;
  delete from public.guardians g where g.guardian_id = person;
end $$;
comment on function private.erase_patients_of(uuid) is 'Definer: it may call erase_patient. Clients cannot call it.';

create or replace function private.erase_account(person uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  -- Messages from an address are the person's own only where a mail has proved that the address is.
  proven_address text := (
    select u.email from auth.users u where u.id = person and u.confirmation_sent_at is not null and u.email_confirmed_at is not null
  );
begin
  -- As booking locks, so that one at the same moment is either seen here or refused there: the person, their patients, then the doctor.
  perform pg_advisory_xact_lock(hashtextextended('patient:' || person, 0));
  perform private.lock_patient(one.patient_id)
  from (select g.patient_id from public.guardians g where g.guardian_id = person order by g.patient_id) as one;
  perform private.lock_doctor(d.id) from public.doctors d where d.user_id = person;
  if exists (
    select from public.appointments a join public.doctors d on d.id = a.doctor_id
    where d.user_id = person and a.status in ('pending', 'confirmed') and a.ends_at > now()
  ) then
    perform private.fail('doctor_has_open_appointments');
  end if;
  perform private.erase_patients_of(person);

  -- Deleted first: the last admin is stopped here, and the doctors' mails about what follows name nobody.
  update auth.users u set
    deleted_at = now(), email = null, phone = null, encrypted_password = '', raw_user_meta_data = '{}', raw_app_meta_data = '{}',
    email_change = '', phone_change = '', confirmation_token = '', recovery_token = '', email_change_token_new = '',
    email_change_token_current = '', phone_change_token = '', reauthentication_token = ''
  where u.id = person;
  delete from auth.sessions s where s.user_id = person;
  delete from auth.refresh_tokens t where t.user_id = person::text;
  delete from auth.identities i where i.user_id = person;
  delete from auth.one_time_tokens t where t.user_id = person;
  delete from auth.mfa_factors f where f.user_id = person;
  delete from auth.flow_state f where f.user_id = person;
  delete from auth.audit_log_entries e where person::text in (e.payload ->> 'actor_id', e.payload -> 'traits' ->> 'user_id');

  update public.profiles p set
    first_name = 'deleted', last_name = 'user', phone = null, date_of_birth = null, gender = null, medical_history = null,
    timezone = 'Europe/Istanbul', language = 'tr'
  where p.user_id = person;
  delete from public.user_roles r where r.user_id = person;

  perform private.erase_appointments_of(person);

  delete from public.doctor_contacts c using public.doctors d where d.id = c.doctor_id and d.user_id = person;
  -- The name stays, because it stands on patients' records.
  delete from public.doctor_leave l using public.doctors d where d.id = l.doctor_id and d.user_id = person;
  delete from public.doctor_availability w using public.doctors d where d.id = w.doctor_id and d.user_id = person;
  update public.doctors d set user_id = null, available = false, bio = null, work_hours = null where d.user_id = person;

  delete from public.contact_messages m where m.sender_id = person or lower(m.email) = lower(proven_address);
  delete from private.mail_outbox m where m.user_id = person;
  perform private.audit('account.erased', 'user:' || person);
end $$;

-- An erased account is kept as a deleted one, so the foreign key takes nothing away.
create function private.drop_patient_invitations_of_deleted_account() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.patient_invitations i where i.email = lower(old.email);
  update public.patient_invitations i set invited_by = null where i.invited_by = new.id;
  return null;
end $$;
comment on function private.drop_patient_invitations_of_deleted_account() is
  'Definer: accounts are marked as deleted by the auth service, which has no rights in our tables.';
create trigger patient_invitations_end_with_account after update of deleted_at on auth.users
  for each row when (new.deleted_at is not null and old.deleted_at is null) execute function private.drop_patient_invitations_of_deleted_account();
create index patient_invitations_email_idx on public.patient_invitations (email);

insert into private.retention_periods values
  -- From their end on.
  ('patient_invitations', '90 days');

create or replace function private.erase_expired() returns table (what text, erased bigint)
language plpgsql security definer set search_path = '' as $$
declare
  kept record;
begin
  for kept in select r.what, now() - r.period as until from private.retention_periods r order by r.what loop
    what := kept.what;
    case kept.what
      when 'contact_messages' then delete from public.contact_messages c where c.created_at < kept.until;
      when 'audit_log' then delete from public.audit_log l where l.at < kept.until;
      when 'mail_outbox' then
        delete from private.mail_outbox m where coalesce(m.sent_at, m.next_attempt_at) < kept.until;
      when 'reminder_marks' then
        delete from private.reminder_marks r using public.appointments a where a.id = r.appointment_id and a.starts_at < kept.until;
      when 'invitations' then
        perform private.drop_unaccepted_account(i.email) from public.invitations i where i.expires_at < kept.until and i.accepted_at is null;
        delete from public.invitations i where i.expires_at < kept.until;
      when 'patient_invitations' then delete from public.patient_invitations i where i.expires_at < kept.until;
      when 'rate_counters' then delete from private.rate_counters c where c.window_start < kept.until;
    end case;
    get diagnostics erased = row_count;
    return next;
  end loop;
end $$;
