-- Calls: who may enter the room of an appointment, and when. The meeting code is a convenience; nothing depends on it alone.

-- Who has come: a call has really started when both have.
create table private.call_visits (
  appointment_id uuid not null references public.appointments (id) on delete cascade,
  part text not null constraint call_visits_part_is_known check (part in ('patient', 'doctor')),
  at timestamptz not null default now(),
  primary key (appointment_id, part)
);
alter table private.call_visits enable row level security;

-- Definer: a doctor's rights hang on a record and a role. Somebody else's appointment and none at all look the same.
create function private.my_call(
  appointment_id uuid, out part text, out status public.appointment_status, out code text,
  out opens_at timestamptz, out closes_at timestamptz, out call_started_at timestamptz
)
language plpgsql stable security definer set search_path = '' as $$
begin
  select case when a.doctor_id = private.my_doctor_id() then 'doctor' else 'patient' end,
         a.status,
         'BKV-' || upper(left(a.id::text, 8)) || '-' || to_char(a.appointment_date, 'YYMMDD'),
         a.starts_at - interval '15 minutes',
         -- Until the end of the session, or as long as a call that has started may last.
         greatest(a.ends_at, a.call_started_at + interval '2 hours'),
         a.call_started_at
  into part, status, code, opens_at, closes_at, call_started_at
  from public.appointments a
  where a.id = my_call.appointment_id and (a.user_id = private.me() or a.doctor_id = private.my_doctor_id());
  if not found then
    perform private.fail('not_yours');
  end if;
end $$;

create function public.get_call(appointment_id uuid)
returns table (part text, status public.appointment_status, code text, opens_at timestamptz, closes_at timestamptz, call_started_at timestamptz)
language sql stable set search_path = '' as $$
  select * from private.my_call(get_call.appointment_id)
$$;

-- Definer, because nobody may write visits nor say that a call has started.
create function private.enter_call(appointment_id uuid, given_code text, marks boolean, out part text, out expires_at timestamptz)
language plpgsql security definer set search_path = '' as $$
declare
  longest constant interval := '2 hours';
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

-- `marks` is false where the room must first be made elsewhere, which may fail.
create function public.open_call(appointment_id uuid, code text default null, marks boolean default true)
returns table (part text, expires_at timestamptz)
language sql set search_path = '' as $$
  select * from private.enter_call(open_call.appointment_id, open_call.code, open_call.marks)
$$;

grant execute on function private.my_call, private.enter_call, public.get_call, public.open_call to authenticated;
