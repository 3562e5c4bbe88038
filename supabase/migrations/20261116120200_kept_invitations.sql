-- Invitations belong to what somebody can take along, and are not kept for ever.

-- As before, with the invitations that the person got.
create or replace function private.data_of(person uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
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

-- From their end on. An account that nobody ever accepted goes with its invitation.
insert into private.retention_periods values ('invitations', '90 days');

-- As before, and for invitations.
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
      when 'rate_counters' then delete from private.rate_counters c where c.window_start < kept.until;
    end case;
    get diagnostics erased = row_count;
    return next;
  end loop;
end $$;
