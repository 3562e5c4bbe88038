-- Holding a time while its form is filled in: nobody else is offered it or can book it meanwhile. Signed-in people only.
-- Holds and bookings of new accounts are bounded, so that sign-ups from one network cannot empty a calendar. Many people share a mobile
-- network, so only accounts younger than a day are counted by network.

-- Bodies of functions may mention what a later file makes.
set check_function_bodies = off;

create table private.slot_holds (
  -- One each: holding another time gives the first one back.
  user_id uuid primary key references auth.users (id) on delete cascade,
  doctor_id uuid not null references public.doctors (id) on delete cascade,
  appointment_date date not null,
  appointment_time text not null,
  -- The session and the gap after it, as an appointment blocks them.
  blocked tstzrange not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  -- Only of new accounts; it goes with the hold.
  network bytea,
  constraint slot_holds_last_thirty_minutes_at_most check (expires_at > created_at and expires_at <= created_at + interval '30 minutes')
);
create index slot_holds_doctor_id_idx on private.slot_holds (doctor_id);
create index slot_holds_expires_at_idx on private.slot_holds (expires_at);
create index slot_holds_network_idx on private.slot_holds (network) where network is not null;
alter table private.slot_holds enable row level security;

create function private.is_new_account(person uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from auth.users u where u.id = person and u.created_at > now() - interval '1 day')
$$;
comment on function private.is_new_account is 'Definer: accounts are not readable.';

-- How many holds a doctor's day takes at once: as many as fit into a quarter of its hours, and at least one.
create function private.max_holds_of_day(doctor uuid, on_date date) returns integer
language sql stable security definer set search_path = '' as $$
  select greatest(1, floor(least(
    (
      select sum(extract(epoch from upper(open) - lower(open)))
      from unnest((select range_agg(tstzrange(s.starts_at, s.ends_at)) from private.scheduled_slots(doctor, on_date, on_date) s)) as open
    ) / (60 * (d.session_duration + d.gap_minutes)),
    d.max_appointments_per_day
  ) / 4))::integer
  from public.doctors d where d.id = doctor
$$;
comment on function private.max_holds_of_day is 'Definer: it reads the schedule. Clients cannot call it.';

-- Called under the doctor's lock. A hold that is refused does not stop anybody from booking.
create function private.limit_holds(person uuid, doctor uuid, on_date date, from_network bytea) returns void
language plpgsql security definer set search_path = '' as $$
declare
  max_per_hour constant integer := 60;
  max_per_network constant integer := 3;
  max_of_day integer := private.max_holds_of_day(doctor, on_date);
begin
  if not private.is_within_limit('hold:' || person, max_per_hour, 60) then
    perform private.fail('too_many_holds', jsonb_build_object('most', max_per_hour));
  end if;
  if (
    select count(*) from private.slot_holds h
    where h.doctor_id = doctor and h.appointment_date = on_date and h.user_id <> person and h.expires_at > now()
  ) >= max_of_day then
    perform private.fail('too_many_holds', jsonb_build_object('most', max_of_day));
  end if;
  if from_network is not null then
    -- Always after the doctor's lock: of many at once, each counts the ones before it.
    perform pg_advisory_xact_lock(hashtextextended('holds of network:' || encode(from_network, 'hex'), 0));
    if (
      select count(*) from private.slot_holds h where h.network = from_network and h.user_id <> person and h.expires_at > now()
    ) >= max_per_network then
      perform private.fail('too_many_holds', jsonb_build_object('most', max_per_network));
    end if;
  end if;
end $$;
comment on function private.limit_holds is 'Definer: nobody reads holds. Clients cannot call it.';

-- Holding the same time again does not prolong it. A newcomer's hold lasts until thirty minutes after the account was created; while the
-- address is not confirmed, and may be anybody's, ten.
create function private.hold_slot_for(person uuid, doctor uuid, on_date date, at_time text) returns timestamptz
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  usual constant interval := interval '10 minutes';
  newcomers constant interval := interval '30 minutes';
  from_network bytea := case when private.is_new_account(person) then private.callers_network_hash() end;
  slot record;
  whole tstzrange;
  same_start boolean;
  expires timestamptz;
begin
  select * into slot from private.check_slot(person, doctor, on_date, at_time);
  whole := tstzrange(slot.starts_at, slot.starts_at + make_interval(mins => slot.session_duration) + private.session_gap(doctor));
  select bool_or(a.appointment_date = on_date and a.appointment_time = at_time) into same_start
  from public.appointments a
  where a.doctor_id = doctor and a.status <> 'cancelled'
    and (a.blocked && whole or (a.appointment_date = on_date and a.appointment_time = at_time));
  if same_start is not null then
    perform private.fail_as_taken(same_start);
  end if;
  select h.expires_at into expires from private.slot_holds h
  where h.user_id = person and h.doctor_id = doctor and h.blocked = whole and h.expires_at > now();
  if found then
    return expires;
  end if;
  perform private.limit_holds(person, doctor, on_date, from_network);
  delete from private.slot_holds h where h.user_id = person;
  insert into private.slot_holds (user_id, doctor_id, appointment_date, appointment_time, blocked, network, expires_at)
  select u.id, doctor, on_date, at_time, whole, from_network,
         case
           when u.email_confirmed_at is null then now() + usual
           else greatest(now() + usual, least(u.created_at, now()) + newcomers)
         end
  from auth.users u where u.id = person
  returning expires_at into expires;
  return expires;
end $$;
comment on function private.hold_slot_for is 'Definer: nobody writes holds. Clients cannot call it: hold_slot does, for the caller.';

create function private.hold_slot(doctor_id uuid, on_date date, at_time text) returns timestamptz
language plpgsql security definer set search_path = '' as $$
begin
  if private.me() is null then
    perform private.refuse();
  end if;
  return private.hold_slot_for(private.me(), hold_slot.doctor_id, on_date, to_char(at_time::time, 'HH24:MI'));
end $$;
comment on function private.hold_slot is 'Definer: it may call hold_slot_for. It takes no person, so that nobody can hold in another''s name.';

create function public.hold_slot(doctor_id uuid, on_date date, at_time text) returns timestamptz
language sql set search_path = '' as $$
  select private.hold_slot(hold_slot.doctor_id, on_date, at_time)
$$;
grant execute on function private.hold_slot, public.hold_slot to authenticated;

create function private.release_hold() returns void
language sql security definer set search_path = '' as $$
  delete from private.slot_holds h where h.user_id = private.me()
$$;
comment on function private.release_hold is 'Definer: nobody writes holds. It takes no argument, so that nobody can release another''s.';

create function public.release_hold() returns void
language sql set search_path = '' as $$
  select private.release_hold()
$$;
grant execute on function private.release_hold, public.release_hold to authenticated;

-- Nothing that goes wrong with the hold may stop a sign-up, nor may a calendar in which many book at once.
create function private.hold_slot_of_newcomer() returns trigger
language plpgsql security definer set search_path = '' set lock_timeout = '1s' as $$
declare
  wish jsonb := new.raw_user_meta_data -> 'hold';
begin
  if jsonb_typeof(wish) = 'object' then
    begin
      perform private.hold_slot_for(new.id, (wish ->> 'doctor_id')::uuid, (wish ->> 'on_date')::date, to_char((wish ->> 'at_time')::time, 'HH24:MI'));
    exception when others then
      null;
    end;
  end if;
  return null;
end $$;
comment on function private.hold_slot_of_newcomer is 'Definer: accounts are created by the auth service, which has no rights in our tables.';
create trigger slot_holds_start_with_account after insert on auth.users
  for each row execute function private.hold_slot_of_newcomer();

-- Accounts that are erased are kept as deleted ones, so the foreign key does not take the hold away.
create function private.drop_hold_of_deleted_account() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from private.slot_holds h where h.user_id = new.id;
  return null;
end $$;
comment on function private.drop_hold_of_deleted_account is 'Definer: accounts are marked as deleted by the auth service, which has no rights in our tables.';
create trigger slot_holds_end_with_account after update of deleted_at on auth.users
  for each row when (new.deleted_at is not null) execute function private.drop_hold_of_deleted_account();

