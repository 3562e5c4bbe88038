-- Counters for what strangers may do only so often, by account, network or address.

-- Bodies of functions may mention what a later file makes.
set check_function_bodies = off;

create table private.rate_counters (
  key text not null,
  window_start timestamptz not null,
  hits integer not null,
  primary key (key, window_start)
);
alter table private.rate_counters enable row level security;

-- Keys the hashes of networks: addresses are few enough to be guessed.
create table private.network_key (
  is_only_row boolean primary key default true constraint network_key_is_single check (is_only_row),
  key bytea not null default sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()))
);
alter table private.network_key enable row level security;

-- Counts one more and tells whether it is still within the limit. Keys are hashed: they are made of addresses.
create function private.is_within_limit(subject text, most integer, window_minutes integer) returns boolean
language plpgsql strict security definer set search_path = '' as $$
declare
  current_window timestamptz := date_bin(make_interval(mins => window_minutes), now(), 'epoch'::timestamptz);
  hashed text := encode(sha256(convert_to(subject, 'UTF8')), 'hex');
  counted integer;
begin
  delete from private.rate_counters c where c.key = hashed and c.window_start < current_window;
  insert into private.rate_counters as c (key, window_start, hits) values (hashed, current_window, 1)
  on conflict (key, window_start) do update set hits = c.hits + 1
  returning c.hits into counted;
  return counted <= most;
end $$;
comment on function private.is_within_limit is 'Definer: nobody may read or reset the counters.';
grant execute on function private.is_within_limit to anon, authenticated, service_role;

-- What limits count by: one machine has a whole /64 of IPv6 addresses to come from. Null where it is no address.
create function private.network_of(address text) returns text
language plpgsql immutable set search_path = '' as $$
declare
  parsed inet;
begin
  parsed := regexp_replace(split_part(private.trimmed(address), '%', 1), '^::ffff:(?=\d+\.)', '', 'i')::inet;
  return case family(parsed) when 6 then network(set_masklen(parsed, 64))::text else host(parsed) end;
exception when invalid_text_representation then
  return null;
end $$;
grant execute on function private.network_of to anon, authenticated, service_role;

-- Where the request comes from, as the gateway says. Null outside of requests, and where nobody says.
create function private.callers_network() returns text
language sql stable set search_path = '' as $$
  select private.network_of(coalesce(headers ->> 'cf-connecting-ip', split_part(headers ->> 'x-forwarded-for', ',', 1)))
  from (select nullif(current_setting('request.headers', true), '')::jsonb as headers) as request
$$;
grant execute on function private.callers_network to anon, authenticated, service_role;

-- Six an hour are enough to test, move closer to the router and test again.
create function public.claim_relay_test() returns boolean
language sql set search_path = '' as $$
  select coalesce(private.is_within_limit('relay test:' || private.me(), 6, 60), false)
$$;
grant execute on function public.claim_relay_test to authenticated;

-- By network too, or new accounts would mean new credentials. Only the server knows the address, so only it may ask.
create function public.claim_relay_test_from(caller text) returns boolean
language sql set search_path = '' as $$
  select private.is_within_limit('relay test from ' || coalesce(private.network_of(caller), caller), 30, 60)
$$;
grant execute on function public.claim_relay_test_from to service_role;

-- Counted by network for visitors only; the accounts of signed-in people can be blocked one by one. Every function that calls this is
-- volatile, because counting writes: it has to be called with POST.
create function private.limit_visitor_reads() returns void
language plpgsql set search_path = '' as $$
declare
  max_per_minute constant integer := 240;
begin
  if current_user = 'anon'
    and not coalesce(private.is_within_limit('free times from ' || private.callers_network(), max_per_minute, 1), true)
  then
    perform private.fail('too_many_requests', jsonb_build_object('most', max_per_minute, 'seconds', 60));
  end if;
end $$;
grant execute on function private.limit_visitor_reads to anon, authenticated, service_role;

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

insert into private.network_key default values;
