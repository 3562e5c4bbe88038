-- Mails about an appointment of somebody without an account go to every guardian whose right is live. A patient whom only reception knows
-- gets none: reception calls them, and marks that it did.

-- Bodies of functions may mention what a later file makes.
set check_function_bodies = off;

-- Patient or guardians, and doctor, with their address of this moment; a doctor's contact before the account. The part of a guardian names
-- them, because there may be two.
create or replace function private.people_of(appointment public.appointments) returns table (part text, id uuid, address text, language text)
language sql stable security definer set search_path = '' as $$
  select 'patient', p.user_id, p.email, p.language from only private.profiles p where p.user_id = appointment.user_id and p.has_account
  union all
  select 'guardian:' || g.guardian_id, g.guardian_id, own.email, own.language
  from public.guardians g
  join only private.profiles p on p.user_id = g.patient_id and private.is_live_right(g.authority, p)
  join only private.profiles own on own.user_id = g.guardian_id
  where g.patient_id = appointment.user_id
  union all
  select 'doctor', d.user_id, coalesce(c.email, p.email), coalesce(p.language, 'tr')
  from public.doctors d
  left join public.doctor_contacts c on c.doctor_id = d.id
  left join only private.profiles p on p.user_id = d.user_id
  where d.id = appointment.doctor_id
$$;

create or replace function private.payload_of_repeat(mail private.mail_outbox) returns jsonb
language sql stable set search_path = '' as $$
  select case
    when mail.kind = 'appointment_cancelled' and mail.variant is null then null
    when mail.dedupe_key ~ ('^' || mail.kind || ':[0-9a-f-]{36}:(patient|doctor|guardian:[0-9a-f-]{36})$')
      then jsonb_strip_nulls(jsonb_build_object(
        'appointment_id', split_part(mail.dedupe_key, ':', 2),
        'to', substr(mail.dedupe_key, length(mail.kind) + 39),
        'variant', mail.variant,
        -- Whether a patient cancelled in time is decided by when they did.
        'recorded_at', case when mail.kind = 'appointment_cancelled' then mail.created_at end
      ))
    when mail.dedupe_key ~ ('^' || mail.kind || ':[0-9a-f-]{36}$') then jsonb_build_object('message_id', split_part(mail.dedupe_key, ':', 2))
  end
$$;

-- Mails told the old time: those that have gone out make room for new ones of the same kind, those that have not are not sent any more.
create or replace function private.retire_mails_about(appointment public.appointments) returns void
language sql security definer set search_path = '' as $$
  update private.mail_outbox m set
    dedupe_key = m.dedupe_key || ':before move ' || appointment.reschedule_count,
    state = case m.state when 'waiting' then 'failed' else m.state end,
    last_error = case m.state when 'waiting' then 'superseded' else m.last_error end,
    payload = case when m.state in ('waiting', 'failed') then null else m.payload end
  where m.dedupe_key in (
    select key
    from unnest(array[
      'appointment_created', 'appointment_confirmed', 'appointment_rescheduled', 'appointment_reminder_24h', 'appointment_reminder_1h'
    ]) as kind, unnest(private.keys_about(kind, appointment.id)) as key
  )
$$;

-- Of two guardians one cancels: the other one reads that the appointment is cancelled, and not that they did it.
create or replace function private.record_appointment_mail(appointment public.appointments, kind text, variant text default null) returns void
language sql security definer set search_path = '' as $$
  insert into private.mail_outbox (kind, recipient, user_id, language, payload, variant, dedupe_key)
  select record_appointment_mail.kind, person.address, person.id, person.language,
         jsonb_strip_nulls(jsonb_build_object('appointment_id', appointment.id, 'to', person.part, 'variant', told.variant)),
         coalesce(told.variant, substr(record_appointment_mail.kind, 13)),
         record_appointment_mail.kind || ':' || appointment.id || ':' || person.part
  from private.people_of(appointment) as person
  cross join lateral (
    select case
      when record_appointment_mail.variant = 'cancelled_by_patient' and starts_with(person.part, 'guardian:') and person.id is distinct from auth.uid()
        then 'cancelled'
      else record_appointment_mail.variant
    end as variant
  ) as told
  where person.address is not null
  on conflict (dedupe_key) do nothing
$$;

-- The keys of what was told about an appointment or a message, to whomever. Guardians who cannot act any more are among them.
create or replace function private.keys_about(kind text, subject uuid) returns text[]
language sql stable security definer set search_path = '' as $$
  select array[kind || ':' || subject, kind || ':' || subject || ':patient', kind || ':' || subject || ':doctor'] || array(
    select kind || ':' || subject || ':guardian:' || g.guardian_id
    from public.appointments a join public.guardians g on g.patient_id = a.user_id where a.id = subject
  )
$$;
comment on function private.keys_about is 'Definer: it looks up guardians for the sender of mails. Only the secret key and functions call it.';

-- Who is with a patient, for mails: to a guardian in their zone, to the doctor with their name.
create function private.list_mail_guardians(appointment_id uuid)
returns table (guardian_id uuid, first_name text, last_name text, timezone text, timezone_chosen_at timestamptz)
language sql stable security definer set search_path = '' as $$
  select own.user_id, own.first_name, own.last_name, own.timezone, own.timezone_chosen_at
  from public.appointments a
  join public.guardians g on g.patient_id = a.user_id
  join only private.profiles p on p.user_id = g.patient_id and private.is_live_right(g.authority, p)
  join only private.profiles own on own.user_id = g.guardian_id
  where a.id = list_mail_guardians.appointment_id
  order by g.declared_at, g.guardian_id
$$;
comment on function private.list_mail_guardians is 'Definer: it looks up names for the sender of mails. Only the secret key calls it.';

create function public.list_mail_guardians(appointment_id uuid)
returns table (guardian_id uuid, first_name text, last_name text, timezone text, timezone_chosen_at timestamptz)
language sql stable set search_path = '' as $$ select * from private.list_mail_guardians(appointment_id) $$;
grant execute on function private.list_mail_guardians, public.list_mail_guardians to service_role;

-- Moving an appointment takes its marks away, this one with them.
alter table private.reminder_marks
  drop constraint reminder_marks_kind_is_known,
  add constraint reminder_marks_kind_is_known check (kind in ('24h', '1h', 'phone'));

create function private.gets_no_mail(patient uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from only private.profiles p where p.user_id = patient and not p.has_account) and not exists (
    select from public.guardians g join only private.profiles p on p.user_id = g.patient_id
    where g.patient_id = patient and private.is_live_right(g.authority, p)
  )
$$;
comment on function private.gets_no_mail is 'Definer: it looks at guardians. Clients cannot call it.';

create function private.list_phone_reminders()
returns table (
  appointment_id uuid, starts_at timestamptz, patient_id uuid, first_name text, last_name text, phone text, language text, timezone text,
  doctor_id uuid, doctor_first_name text, doctor_last_name text
)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
begin
  if not private.is_admin() then
    perform private.refuse();
  end if;
  return query
  select a.id, a.starts_at, p.user_id, p.first_name, p.last_name, p.phone, p.language,
         case when p.timezone_chosen_at is not null then p.timezone end, d.id, d.first_name, d.last_name
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
  doctor_id uuid, doctor_first_name text, doctor_last_name text
)
language sql stable set search_path = '' as $$
  select * from private.list_phone_reminders()
$$;
grant execute on function private.list_phone_reminders, public.list_phone_reminders to authenticated;

create function private.mark_phone_reminder(appointment_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if not private.is_admin() then
    perform private.refuse();
  end if;
  insert into private.reminder_marks (appointment_id, kind)
  select a.id, 'phone' from public.appointments a
  where a.id = mark_phone_reminder.appointment_id and a.status = 'confirmed' and a.starts_at > now() and private.gets_no_mail(a.user_id)
  on conflict do nothing;
  if found then
    perform private.audit('appointment.reminded_by_phone', 'appointment:' || appointment_id);
  elsif not exists (
    select from private.reminder_marks r where r.appointment_id = mark_phone_reminder.appointment_id and r.kind = 'phone'
  ) then
    perform private.fail('no_phone_reminder');
  end if;
end $$;
comment on function private.mark_phone_reminder(uuid) is 'Definer: nobody writes the marks of reminders. It refuses everybody but admins first.';

create function public.mark_phone_reminder(appointment_id uuid) returns void
language sql set search_path = '' as $$
  select private.mark_phone_reminder(appointment_id)
$$;
grant execute on function private.mark_phone_reminder, public.mark_phone_reminder to authenticated;
