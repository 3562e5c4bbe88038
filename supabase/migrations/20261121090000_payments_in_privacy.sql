-- Payments, answers and types in the export; and how long payments are kept: as long as books have to be, whatever becomes of the account.

-- Bodies of functions may mention what a later file makes.
set check_function_bodies = off;

insert into private.retention_periods values
  -- As long as books have to be kept.
  ('appointment_payments', '10 years');

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
      when 'appointment_payments' then
        delete from public.appointment_payments p where p.on_date < kept.until::date;
      when 'rate_counters' then delete from private.rate_counters c where c.window_start < kept.until;
    end case;
    get diagnostics erased = row_count;
    return next;
  end loop;
end $$;

create or replace function private.export_patient(patient uuid) returns jsonb
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
    'payments', (
      select coalesce(jsonb_agg(to_jsonb(p) - 'recorded_by' order by p.recorded_at), '[]')
      from public.appointment_payments p join public.appointments a on a.id = p.appointment_id where a.user_id = patient
    ),
    'answers', (
      select coalesce(jsonb_agg(to_jsonb(w) order by w.answered_at), '[]')
      from public.appointment_answers w join public.appointments a on a.id = w.appointment_id where a.user_id = patient
    ),
    'answer_drafts', (
      select coalesce(jsonb_agg(to_jsonb(d) order by d.updated_at), '[]')
      from private.appointment_answer_drafts d join public.appointments a on a.id = d.appointment_id where a.user_id = patient
    ),
    'consents', (select coalesce(jsonb_agg(to_jsonb(c) - 'user_id' order by c.given_at), '[]') from public.consents c where c.user_id = patient)
  )
$$;

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
end $$;
