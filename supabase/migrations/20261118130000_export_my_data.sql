-- The export of one's own data asks for the second factor where there is one, and contains a doctor's part only while that role counts:
-- what a doctor could not read otherwise, the export does not give either.
create or replace function private.export_my_data() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  person uuid := private.me();
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
        is_staff or l.subject = 'user:' || person
        or l.subject in (select 'appointment:' || a.id from public.appointments a where a.user_id = person)
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
    'consents', (
      select coalesce(jsonb_agg(to_jsonb(c) - 'user_id' order by c.given_at), '[]') from public.consents c where c.user_id = person
    )
  );
end $$;
comment on function private.export_my_data is
  'Definer: accounts, mails and the log are not readable otherwise. It takes no argument, so that nobody can ask for another''s data.';

drop function private.data_of(uuid);
