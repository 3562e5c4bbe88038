-- Bounds for holds and for bookings of new accounts, so that sign-ups from one network cannot empty a calendar. Many people share a mobile
-- network, so only accounts younger than a day are counted by network.

-- Keys the hashes of networks: addresses are few enough to be guessed.
create table private.network_key (
  is_only_row boolean primary key default true constraint network_key_is_single check (is_only_row),
  key bytea not null default sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()))
);
alter table private.network_key enable row level security;
insert into private.network_key default values;

-- Null where the address is not known. One that is not public belongs to this machine or to a proxy in front of it, not to the caller.
create function private.callers_network_hash() returns bytea
language sql stable security definer set search_path = '' as $$
  select sha256(k.key || convert_to(c.network, 'UTF8'))
  from private.network_key k, private.callers_network() as c (network)
  where not c.network::inet <<= any (
    '{127.0.0.0/8, 10.0.0.0/8, 172.16.0.0/12, 192.168.0.0/16, 169.254.0.0/16, ::/64, fc00::/7, fe80::/10}'::inet[]
  )
$$;
comment on function private.callers_network_hash is 'Definer: nobody reads the key.';

create function private.is_new_account(person uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from auth.users u where u.id = person and u.created_at > now() - interval '1 day')
$$;
comment on function private.is_new_account is 'Definer: accounts are not readable.';

-- Only of new accounts; it goes with the hold.
alter table private.slot_holds add column network bytea;
create index slot_holds_network_idx on private.slot_holds (network) where network is not null;

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
create or replace function private.hold_slot_for(person uuid, doctor uuid, on_date date, at_time text) returns timestamptz
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

-- Nothing that goes wrong with the hold may stop a sign-up, nor may a calendar in which many book at once.
create or replace function private.hold_slot_of_newcomer() returns trigger
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

-- Holds need no mailbox, bookings do. Still, one network cannot fill calendars with the bookings of new accounts.
create or replace function private.claim_slot(
  patient uuid, doctor uuid, on_date date, at_time text, out starts_at timestamptz, out timezone text, out session_duration integer
)
language plpgsql security definer set search_path = '' as $$
declare
  max_a_day constant integer := 60;
  max_from_network constant integer := 30;
begin
  select * into claim_slot.starts_at, claim_slot.timezone, claim_slot.session_duration
  from private.check_slot(patient, doctor, on_date, at_time);
  -- Each booking writes to two people: booking and cancelling in turns must not become a way to flood them.
  if not private.is_within_limit('booking:' || patient, max_a_day, 1440) then
    perform private.fail('too_many_bookings', jsonb_build_object('most', max_a_day));
  end if;
  -- Null, and so no reason to fail, where the address is not known.
  if private.is_new_account(patient)
    and not private.is_within_limit('bookings of new accounts:' || encode(private.callers_network_hash(), 'hex'), max_from_network, 1440)
  then
    perform private.fail('too_many_new_bookings');
  end if;
  delete from private.slot_holds h where h.user_id = patient;
end $$;
