-- Written by `npm run types` from the catalogue. Migrations change the schema; reviews read the difference here.

create table public.appointment_messages (
  id uuid not null default gen_random_uuid(),
  appointment_id uuid not null,
  sender uuid not null default auth.uid(),
  body text not null,
  created_at timestamp with time zone not null default clock_timestamp(),
  constraint appointment_messages_appointment_id_fkey FOREIGN KEY (appointment_id) REFERENCES public.appointments(id) ON DELETE CASCADE,
  constraint appointment_messages_pkey PRIMARY KEY (id),
  constraint appointment_messages_sender_fkey FOREIGN KEY (sender) REFERENCES private.profiles(user_id),
  constraint appointment_messages_body_is_given CHECK (((body = private.trimmed(body)) AND ((char_length(body) >= 1) AND (char_length(body) <= 2000)))),
  constraint appointment_messages_body_is_plain_text CHECK ((body !~ '[\u0001-\u0008\u000b-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u206f]'::text))
);
comment on table public.appointment_messages is 'What patient and doctor write to each other beside the call.';
CREATE INDEX appointment_messages_appointment_id_idx ON public.appointment_messages USING btree (appointment_id, created_at DESC, id DESC);
CREATE INDEX appointment_messages_sender_idx ON public.appointment_messages USING btree (sender);
alter table public.appointment_messages enable row level security;
grant select on public.appointment_messages to authenticated;
grant insert (id, appointment_id, body) on public.appointment_messages to authenticated;

create policy "appointment_messages: patient always, doctor while it stands" on public.appointment_messages
  for select to authenticated
  using (EXISTS ( SELECT
   FROM public.appointments a
  WHERE ((a.id = appointment_messages.appointment_id) AND (a.erased_at IS NULL) AND ((a.user_id = ANY (( SELECT private.my_people() AS my_people)::uuid[])) OR ((a.doctor_id = ( SELECT private.my_doctor_id() AS my_doctor_id)) AND (a.status = ANY (ARRAY['confirmed'::public.appointment_status, 'completed'::public.appointment_status])))))));

create policy "appointment_messages: the two write while the room is open" on public.appointment_messages
  for insert to authenticated
  with check ((sender = ( SELECT private.me() AS me)) AND private.takes_messages(appointment_id));

CREATE TRIGGER appointment_messages_guard BEFORE INSERT ON public.appointment_messages FOR EACH ROW EXECUTE FUNCTION private.guard_message();

CREATE OR REPLACE FUNCTION private.drop_messages()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  delete from public.appointment_messages m where m.appointment_id = new.id;
  return null;
end $function$;
comment on function private.drop_messages() is 'Definer: nobody may delete messages.';

CREATE OR REPLACE FUNCTION private.guard_message()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
  where a.id = new.appointment_id and a.erased_at is null and (a.user_id = any (private.my_people()) or a.doctor_id = private.my_doctor_id())
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
end $function$;
comment on function private.guard_message() is 'Definer: it locks the appointment and counts the messages of both people. It refuses everybody but the two first.';

CREATE OR REPLACE FUNCTION private.takes_messages(appointment uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (
    select from public.appointments a
    where a.id = appointment and a.erased_at is null and a.status = 'confirmed'
      and (a.user_id = any (private.my_people()) or a.doctor_id = private.my_doctor_id())
      and (a.call_started_at is not null or now() >= a.starts_at - interval '15 minutes')
      and now() < private.room_closes_at(a)
  )
$function$;
comment on function private.takes_messages(uuid) is 'Definer: policies ask it about appointments. It answers for the caller only.';
grant execute on function private.takes_messages(uuid) to authenticated;
