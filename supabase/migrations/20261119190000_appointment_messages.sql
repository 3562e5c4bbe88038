-- Chat of an appointment, between its patient and its doctor, nobody else. The two write while the room is open and read it later, as they
-- read files. Messages are never changed; they go when the patient has their data erased.

-- Bodies of functions may mention what a later file makes.
set check_function_bodies = off;

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
comment on table public.appointment_messages is 'What patient and doctor write to each other beside the call.';
-- `Prefer: count=planned` answers with an estimate from statistics of all rows. There are none that tell anything.
alter table public.appointment_messages
  alter column appointment_id set statistics 0,
  alter column sender set statistics 0,
  alter column body set statistics 0,
  alter column created_at set statistics 0;
create index appointment_messages_appointment_id_idx on public.appointment_messages (appointment_id, created_at desc, id desc);
create index appointment_messages_sender_idx on public.appointment_messages (sender);
alter table public.appointment_messages enable row level security;
grant select on public.appointment_messages to authenticated;
grant insert (id, appointment_id, body) on public.appointment_messages to authenticated;

-- The two write for as long as the room is open.
create function private.takes_messages(appointment uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.appointments a
    where a.id = appointment and a.erased_at is null and a.status = 'confirmed'
      and (a.user_id = private.me() or a.doctor_id = private.my_doctor_id())
      and (a.call_started_at is not null or now() >= a.starts_at - interval '15 minutes')
      and now() < private.room_closes_at(a)
  )
$$;
comment on function private.takes_messages is 'Definer: policies ask it about appointments. It answers for the caller only.';
grant execute on function private.takes_messages to authenticated;

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

