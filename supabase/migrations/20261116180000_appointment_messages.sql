-- Chat of an appointment, between its patient and its doctor, nobody else. The two write while the room is open and read it later, as
-- they read files. Messages are never changed; they go when the patient has their data erased.

create table public.appointment_messages (
  id uuid primary key default gen_random_uuid(),
  appointment_id uuid not null references public.appointments (id) on delete cascade,
  sender uuid not null default auth.uid() references private.profiles (user_id),
  -- Line breaks and tabs are the only control characters. Overrides and isolates could make a text read as something else.
  body text not null
    constraint appointment_messages_body_is_given check (body = private.trimmed(body) and char_length(body) between 1 and 2000)
    constraint appointment_messages_body_is_plain_text
      check (body !~ '[\u0001-\u0008\u000b-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u206f]'),
  created_at timestamptz not null default clock_timestamp()
);
create index appointment_messages_appointment_id_idx on public.appointment_messages (appointment_id, created_at desc, id desc);
create index appointment_messages_sender_idx on public.appointment_messages (sender);
comment on table public.appointment_messages is 'What patient and doctor write to each other beside the call.';

-- `Prefer: count=planned` answers with an estimate from statistics of all rows. There are none that tell anything.
alter table public.appointment_messages
  alter column appointment_id set statistics 0,
  alter column sender set statistics 0,
  alter column body set statistics 0,
  alter column created_at set statistics 0;

-- The same times as the call (private.get_call): from 15 minutes before the start until the end of the session, or while a call that has
-- started may last.
create function private.takes_messages(appointment uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.appointments a
    where a.id = appointment and a.erased_at is null and a.status = 'confirmed'
      and (a.user_id = private.me() or a.doctor_id = private.my_doctor_id())
      and (a.call_started_at is not null or now() >= a.starts_at - interval '15 minutes')
      and now() < greatest(a.ends_at, a.call_started_at + interval '2 hours')
  )
$$;
comment on function private.takes_messages is 'Definer: policies ask it about appointments. It answers for the caller only.';
grant execute on function private.takes_messages to authenticated;

create function private.guard_message() returns trigger
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
  where a.id = new.appointment_id and a.erased_at is null and (a.user_id = private.me() or a.doctor_id = private.my_doctor_id())
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
comment on function private.guard_message is 'Definer: it locks the appointment and counts the messages of both people. It refuses everybody but the two first.';

create trigger appointment_messages_guard before insert on public.appointment_messages
  for each row execute function private.guard_message();

alter table public.appointment_messages enable row level security;
grant select on public.appointment_messages to authenticated;
grant insert (id, appointment_id, body) on public.appointment_messages to authenticated;

create policy "appointment_messages: patient always, doctor while it stands" on public.appointment_messages
  for select to authenticated using (exists (
    select from public.appointments a
    where a.id = appointment_id and a.erased_at is null
      and (
        a.user_id = (select auth.uid())
        or (a.doctor_id = (select private.my_doctor_id()) and a.status in ('confirmed', 'completed'))
      )
  ));
create policy "appointment_messages: the two write while the room is open" on public.appointment_messages
  for insert to authenticated with check (sender = (select private.me()) and private.takes_messages(appointment_id));

alter publication supabase_realtime add table public.appointment_messages;

-- The patient had their data erased: what was written goes with it. What a doctor wrote stays with their patients when the doctor goes.
create function private.drop_messages() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.appointment_messages m where m.appointment_id = new.id;
  return null;
end $$;
comment on function private.drop_messages is 'Definer: nobody may delete messages.';
create trigger appointments_drop_messages after update of erased_at on public.appointments
  for each row when (new.erased_at is not null) execute function private.drop_messages();

-- As before, with the messages of own appointments, and those that a doctor wrote.
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
    'messages', (
      select coalesce(jsonb_agg(to_jsonb(m) order by m.created_at), '[]')
      from public.appointment_messages m join public.appointments a on a.id = m.appointment_id
      where a.user_id = person or m.sender = person
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
