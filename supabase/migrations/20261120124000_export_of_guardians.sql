-- The export of one's own data also says for whom one acts or acted, who else does, whom one invited, and what one booked for others.

-- Bodies of functions may mention what a later file makes.
set check_function_bodies = off;

-- Of somebody who has grown up no more than the list of people shows. Of what one booked for others only the moment is told: the
-- appointment is theirs, and they may have claimed it for an account of their own.
create function private.export_guardianships(person uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'guardianships', (
      select coalesce(jsonb_agg(
        to_jsonb(g) - 'guardian_id' || jsonb_build_object(
          'first_name', p.first_name, 'last_name', p.last_name, 'is_live', private.is_live_right(g.authority, p),
          'other_guardians', case when private.is_live_right(g.authority, p) then (
            select coalesce(jsonb_agg(private.full_name_of(o.guardian_id) order by o.declared_at), '[]')
            from public.guardians o where o.patient_id = g.patient_id and o.guardian_id <> person
          ) end
        ) order by g.declared_at, g.patient_id
      ), '[]')
      from public.guardians g join only private.profiles p on p.user_id = g.patient_id where g.guardian_id = person
    ),
    'patient_invitations', (
      select coalesce(jsonb_agg(to_jsonb(i) - 'token_hash' - 'invited_by' order by i.created_at), '[]')
      from public.patient_invitations i where i.invited_by = person and (i.kind = 'guardian' or i.accepted_at is null)
    ),
    'booked_for_others', (
      select coalesce(jsonb_agg(jsonb_build_object('id', a.id, 'created_at', a.created_at) order by a.created_at), '[]')
      from public.appointments a where a.booked_by = person and a.user_id <> person
    )
  )
$$;
comment on function private.export_guardianships(uuid) is 'Definer: as export_my_data, which calls it for the caller. Clients cannot.';

create function private.full_name_of(person uuid) returns text
language sql stable security definer set search_path = '' as $$
  select concat_ws(' ', p.first_name, p.last_name) from private.profiles_without_health p where p.user_id = person
$$;
comment on function private.full_name_of(uuid) is 'Definer: profiles of others are not readable. Clients cannot call it.';

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
