-- The same as in the first release, but the two constants are intervals from the start: `supabase db lint` warned of a cast at every call.

-- Definer, because nobody may write visits nor say that a call has started.
create or replace function private.enter_call(appointment_id uuid, given_code text, marks boolean, out part text, out expires_at timestamptz)
language plpgsql security definer set search_path = '' as $$
declare
  longest constant interval := interval '2 hours';
  most_an_hour constant integer := 120;
  call record;
begin
  perform private.my_call(enter_call.appointment_id);
  -- Two who come at the same moment wait for each other, or neither would see that both are here.
  perform from public.appointments a where a.id = enter_call.appointment_id for update;
  select * into call from private.my_call(enter_call.appointment_id);
  if call.status <> 'confirmed' then
    perform private.fail('room_not_confirmed', jsonb_build_object('status', call.status));
  end if;
  if upper(regexp_replace(given_code, '\s', '', 'g')) <> call.code then
    perform private.fail('wrong_code', jsonb_build_object('expected', call.code));
  end if;
  if now() < call.opens_at then
    perform private.fail('room_too_early', jsonb_build_object('minutes', ceil(extract(epoch from call.opens_at - now()) / 60)::integer));
  end if;
  if now() >= call.closes_at then
    perform private.fail('room_over');
  end if;
  if not private.is_within_limit('call:' || private.me(), most_an_hour, 60) then
    perform private.fail('too_many_calls', jsonb_build_object('most', most_an_hour));
  end if;
  part := call.part;
  -- The room outlives the window by the longest call that can still start in it.
  expires_at := greatest(call.closes_at, coalesce(call.call_started_at, call.closes_at) + longest);
  if not marks then
    return;
  end if;
  insert into private.call_visits (appointment_id, part) values (enter_call.appointment_id, call.part)
  on conflict on constraint call_visits_pkey do update set at = now();
  update public.appointments a set call_started_at = now()
  where a.id = enter_call.appointment_id and a.call_started_at is null
    and (select count(*) from private.call_visits v where v.appointment_id = a.id) = 2;
end $$;

-- The lease brings back what a lost sender held.
create or replace function private.claim_mails(most integer, keys text[])
returns table (id uuid, kind text, recipient text, language text, payload jsonb, attempt integer, created_at timestamptz)
language plpgsql security definer set search_path = '' as $$
declare
  lease constant interval := interval '5 minutes';
begin
  -- What is not sent any more says why; superseded, it loses its body and cannot be put back either.
  for round in 1..50 loop
    update private.mail_outbox m
    set state = 'failed', last_error = due.verdict, payload = case when due.verdict <> 'superseded' then m.payload end
    from private.lock_due_mails(most, keys) as due where m.id = due.id and due.verdict is not null;
    exit when not found;
  end loop;

  return query
  update private.mail_outbox m
  set state = 'sending', attempts = m.attempts + 1, doubts = m.doubts + (m.state = 'sending')::integer,
      recipient = private.recipient_of(m), next_attempt_at = now() + lease
  from private.lock_due_mails(most, keys) as due where m.id = due.id and due.verdict is null
  returning m.id, m.kind, m.recipient, m.language, m.payload, m.attempts, m.created_at;
end $$;
