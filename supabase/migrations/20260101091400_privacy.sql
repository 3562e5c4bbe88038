-- One's own data: to take along, and to have erased.

-- Definer: accounts, mails and the log are not readable otherwise; everything is narrowed to the caller.
create function private.data_of(person uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'account', (
      select jsonb_build_object('id', u.id, 'email', u.email, 'created_at', u.created_at, 'last_sign_in_at', u.last_sign_in_at, 'metadata', u.raw_user_meta_data)
      from auth.users u where u.id = person
    ),
    'profile', (select to_jsonb(p) from public.profiles p where p.user_id = person),
    'roles', (select coalesce(jsonb_agg(r.role order by r.role), '[]') from public.user_roles r where r.user_id = person),
    'doctor', (
      select to_jsonb(d) || jsonb_build_object(
        'contact', (select to_jsonb(c) from public.doctor_contacts c where c.doctor_id = d.id),
        'working_hours', (select coalesce(jsonb_agg(to_jsonb(w) - 'minutes' order by w.day_of_week, w.start_time), '[]') from public.doctor_availability w where w.doctor_id = d.id),
        'leaves', (select coalesce(jsonb_agg(to_jsonb(l) - 'minutes' order by l.leave_date), '[]') from public.doctor_leave l where l.doctor_id = d.id)
      )
      from public.doctors d where d.user_id = person
    ),
    'appointments', (
      select coalesce(jsonb_agg(to_jsonb(a) - 'blocked' || jsonb_build_object('doctor', d.first_name || ' ' || d.last_name) order by a.starts_at), '[]')
      from public.appointments a join public.doctors d on d.id = a.doctor_id
      where a.user_id = person
    ),
    'files', (
      select coalesce(jsonb_agg(to_jsonb(f) order by f.uploaded_at), '[]')
      from public.appointment_files f join public.appointments a on a.id = f.appointment_id
      where a.user_id = person or f.uploaded_by = person
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
      from public.audit_log l where l.actor = person
    )
  )
$$;

-- Takes no argument, so that nobody can ask for somebody else.
create function private.my_data() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  if private.me() is null then
    perform private.refuse();
  end if;
  return private.data_of(private.me());
end $$;

create function public.export_my_data() returns jsonb
language sql stable set search_path = '' as $$
  select private.my_data()
$$;

-- The account row stays as an empty, deleted one: appointments that the law makes the company keep still point to it.
create function private.erase_account(person uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  -- Messages from an address are the person's own only where a mail has proved that the address is.
  proven_address text := (
    select u.email from auth.users u where u.id = person and u.confirmation_sent_at is not null and u.email_confirmed_at is not null
  );
begin
  -- As booking locks, so that one at the same moment is either seen here or refused there.
  perform pg_advisory_xact_lock(hashtextextended('patient:' || person, 0));
  perform private.lock_doctor(d.id) from public.doctors d where d.user_id = person;
  if exists (
    select from public.appointments a join public.doctors d on d.id = a.doctor_id
    where d.user_id = person and a.status in ('pending', 'confirmed') and a.ends_at > now()
  ) then
    perform private.fail('doctor_has_open_appointments');
  end if;

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

  delete from public.doctor_contacts c using public.doctors d where d.id = c.doctor_id and d.user_id = person;
  -- The name stays, because it stands on patients' records.
  delete from public.doctor_leave l using public.doctors d where d.id = l.doctor_id and d.user_id = person;
  delete from public.doctor_availability w using public.doctors d where d.id = w.doctor_id and d.user_id = person;
  update public.doctors d set user_id = null, available = false, bio = null, work_hours = null where d.user_id = person;

  delete from public.contact_messages m where m.sender_id = person or lower(m.email) = lower(proven_address);
  delete from private.mail_outbox m where m.user_id = person;
  perform private.audit('account.erased', 'user:' || person);
end $$;

-- What cannot be undone is confirmed by typing one's own address.
create function private.erase_me(confirmation text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if private.me() is null then
    perform private.refuse();
  end if;
  if (select lower(u.email) = lower(private.trimmed(confirmation)) from auth.users u where u.id = private.me()) is not true then
    perform private.fail('confirmation_does_not_match');
  end if;
  perform private.erase_account(private.me());
end $$;

create function public.erase_my_account(confirmation text) returns void
language sql set search_path = '' as $$
  select private.erase_me(confirmation)
$$;

grant execute on function private.my_data, private.erase_me, public.export_my_data, public.erase_my_account to authenticated;
