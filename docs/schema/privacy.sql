-- Written by `npm run types` from the catalogue. Migrations change the schema; reviews read the difference here.

create table private.files_to_remove (
  path text not null,
  since timestamp with time zone not null default now(),
  bucket_id text not null default 'appointment-files'::text,
  constraint files_to_remove_pkey PRIMARY KEY (bucket_id, path)
);
alter table private.files_to_remove enable row level security;

create table private.retention_periods (
  what text not null,
  period interval not null,
  constraint retention_periods_pkey PRIMARY KEY (what)
);
alter table private.retention_periods enable row level security;

CREATE OR REPLACE FUNCTION private.erase_account(person uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$;
comment on function private.erase_account(uuid) is 'Definer: it empties the account, its sessions and its mails. Clients cannot call it: erase_my_account does, for the caller.';

CREATE OR REPLACE FUNCTION private.erase_expired()
 RETURNS TABLE(what text, erased bigint)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
      when 'appointment_payments' then
        delete from public.appointment_payments p where p.on_date < kept.until::date;
      when 'rate_counters' then delete from private.rate_counters c where c.window_start < kept.until;
    end case;
    get diagnostics erased = row_count;
    return next;
  end loop;
end $function$;
comment on function private.erase_expired() is 'Definer: nobody may delete messages, the log or mails. Only the secret key calls it.';
grant execute on function private.erase_expired() to service_role;

CREATE OR REPLACE FUNCTION private.erase_my_account(confirmation text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  person uuid := private.me();
  address text;
  language text;
begin
  perform private.refuse_without_factor();
  select u.email, coalesce(p.language, 'tr') into address, language
  from auth.users u left join only private.profiles p on p.user_id = u.id where u.id = person;
  if (lower(address) = lower(private.trimmed(confirmation))) is not true then
    perform private.fail('confirmation_does_not_match');
  end if;
  perform private.require_recent_sign_in();
  perform private.erase_account(person);
  insert into private.mail_outbox (kind, recipient, language, payload, dedupe_key)
  values ('account_erased', address, language, '{}', 'account_erased:' || person);
end $function$;
comment on function private.erase_my_account(text) is 'Definer: it may call erase_account, after the caller has typed their own address.';
grant execute on function private.erase_my_account(text) to authenticated;

CREATE OR REPLACE FUNCTION private.export_my_data()
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
    'payments', (
      select coalesce(jsonb_agg(to_jsonb(p) - 'recorded_by' order by p.recorded_at), '[]')
      from public.appointment_payments p join public.appointments a on a.id = p.appointment_id where a.user_id = person
    ),
    'answers', (
      select coalesce(jsonb_agg(to_jsonb(w) order by w.answered_at), '[]')
      from public.appointment_answers w join public.appointments a on a.id = w.appointment_id where a.user_id = person
    ),
    'answer_drafts', (
      select coalesce(jsonb_agg(to_jsonb(d) order by d.updated_at), '[]')
      from private.appointment_answer_drafts d join public.appointments a on a.id = d.appointment_id where a.user_id = person
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
    'appointment_types', (
      select coalesce(jsonb_agg(
        to_jsonb(t) - 'doctor_id' || jsonb_build_object('questions', (
          select coalesce(jsonb_agg(to_jsonb(q) - 'type_id' order by q.position, q.created_at), '[]')
          from public.appointment_questions q where q.type_id = t.id
        )) order by t.position, t.created_at
      ), '[]')
      from public.appointment_types t where t.doctor_id = doctor
    ),
    'call_notices', (
      select coalesce(jsonb_agg(to_jsonb(n) - 'user_id' order by n.acknowledged_at), '[]') from public.call_notices n where n.user_id = person
    ),
    'patient_card_opened', (select coalesce(jsonb_agg(to_jsonb(o) order by o.at desc), '[]') from private.list_card_openings() o),
    'people', (
      select coalesce(jsonb_agg(private.export_patient(each.id) order by each.place), '[]')
      from unnest(people) with ordinality as each (id, place) where each.id <> person
    ),
    'consents', (
      select coalesce(jsonb_agg(to_jsonb(c) - 'user_id' order by c.given_at), '[]') from public.consents c where c.user_id = person
    )
  ) || private.export_guardianships(person);
end $function$;
comment on function private.export_my_data() is 'Definer: accounts, mails and the log are not readable otherwise. It takes no argument, so that nobody can ask for another''s data.';
grant execute on function private.export_my_data() to authenticated;

CREATE OR REPLACE FUNCTION private.forget_erased_address()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  new.recipient := '';
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.forget_removed_files(paths text[], bucket text)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  forgotten integer;
begin
  delete from private.files_to_remove f
  where f.bucket_id = bucket and f.path = any (paths)
    and not exists (select from storage.objects o where o.bucket_id = f.bucket_id and o.name = f.path);
  get diagnostics forgotten = row_count;
  return forgotten;
end $function$;
comment on function private.forget_removed_files(text[],text) is 'Definer: nobody writes the list of files to remove. Only the secret key calls it.';
grant execute on function private.forget_removed_files(text[],text) to service_role;

CREATE OR REPLACE FUNCTION private.list_files_to_remove(most integer, bucket text)
 RETURNS SETOF text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select f.path from private.files_to_remove f where f.bucket_id = bucket order by f.since, f.path limit least(most, 1000)
$function$;
comment on function private.list_files_to_remove(integer,text) is 'Definer: nobody reads the list of files to remove. Only the secret key calls it.';
grant execute on function private.list_files_to_remove(integer,text) to service_role;

CREATE OR REPLACE FUNCTION public.erase_expired()
 RETURNS TABLE(what text, erased bigint)
 LANGUAGE sql
 SET search_path TO ''
AS $function$ select * from private.erase_expired() $function$;
grant execute on function public.erase_expired() to service_role;

CREATE OR REPLACE FUNCTION public.erase_my_account(confirmation text)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
 SET statement_timeout TO '8s'
AS $function$
  select private.erase_my_account(confirmation)
$function$;
grant execute on function public.erase_my_account(text) to authenticated;

CREATE OR REPLACE FUNCTION public.export_my_data()
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select private.export_my_data()
$function$;
grant execute on function public.export_my_data() to authenticated;

CREATE OR REPLACE FUNCTION public.forget_removed_files(paths text[], bucket text DEFAULT 'appointment-files'::text)
 RETURNS integer
 LANGUAGE sql
 SET search_path TO ''
AS $function$ select private.forget_removed_files(paths, bucket) $function$;
grant execute on function public.forget_removed_files(text[],text) to service_role;

CREATE OR REPLACE FUNCTION public.list_files_to_remove(most integer DEFAULT 100, bucket text DEFAULT 'appointment-files'::text)
 RETURNS SETOF text
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$ select private.list_files_to_remove(most, bucket) $function$;
grant execute on function public.list_files_to_remove(integer,text) to service_role;
