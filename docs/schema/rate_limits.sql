-- Written by `npm run types` from the catalogue. Migrations change the schema; reviews read the difference here.

create table private.network_key (
  is_only_row boolean not null default true,
  key bytea not null default sha256((uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()))),
  constraint network_key_pkey PRIMARY KEY (is_only_row),
  constraint network_key_is_single CHECK (is_only_row)
);
alter table private.network_key enable row level security;

create table private.rate_counters (
  key text not null,
  window_start timestamp with time zone not null,
  hits integer not null,
  constraint rate_counters_pkey PRIMARY KEY (key, window_start)
);
alter table private.rate_counters enable row level security;

CREATE OR REPLACE FUNCTION private.callers_network()
 RETURNS text
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select private.network_of(coalesce(headers ->> 'cf-connecting-ip', split_part(headers ->> 'x-forwarded-for', ',', 1)))
  from (select nullif(current_setting('request.headers', true), '')::jsonb as headers) as request
$function$;
grant execute on function private.callers_network() to anon;
grant execute on function private.callers_network() to authenticated;
grant execute on function private.callers_network() to service_role;

CREATE OR REPLACE FUNCTION private.callers_network_hash()
 RETURNS bytea
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select sha256(k.key || convert_to(c.network, 'UTF8'))
  from private.network_key k, private.callers_network() as c (network)
  where not c.network::inet <<= any (
    '{127.0.0.0/8, 10.0.0.0/8, 172.16.0.0/12, 192.168.0.0/16, 169.254.0.0/16, ::/64, fc00::/7, fe80::/10}'::inet[]
  )
$function$;
comment on function private.callers_network_hash() is 'Definer: nobody reads the key.';

CREATE OR REPLACE FUNCTION private.is_within_limit(subject text, most integer, window_minutes integer)
 RETURNS boolean
 LANGUAGE plpgsql
 STRICT SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$;
comment on function private.is_within_limit(text,integer,integer) is 'Definer: nobody may read or reset the counters.';
grant execute on function private.is_within_limit(text,integer,integer) to anon;
grant execute on function private.is_within_limit(text,integer,integer) to authenticated;
grant execute on function private.is_within_limit(text,integer,integer) to service_role;

CREATE OR REPLACE FUNCTION private.limit_call_notices()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  max_a_day constant integer := 50;
begin
  if current_user = 'authenticated' and not private.is_within_limit('call notice:' || private.me(), max_a_day, 1440) then
    perform private.fail('too_many_requests', jsonb_build_object('most', max_a_day, 'seconds', 86400));
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.limit_visitor_reads()
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  max_per_minute constant integer := 240;
begin
  if current_user = 'anon'
    and not coalesce(private.is_within_limit('free times from ' || private.callers_network(), max_per_minute, 1), true)
  then
    perform private.fail('too_many_requests', jsonb_build_object('most', max_per_minute, 'seconds', 60));
  end if;
end $function$;
grant execute on function private.limit_visitor_reads() to anon;
grant execute on function private.limit_visitor_reads() to authenticated;
grant execute on function private.limit_visitor_reads() to service_role;

CREATE OR REPLACE FUNCTION private.network_of(address text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
declare
  parsed inet;
begin
  parsed := regexp_replace(split_part(private.trimmed(address), '%', 1), '^::ffff:(?=\d+\.)', '', 'i')::inet;
  return case family(parsed) when 6 then network(set_masklen(parsed, 64))::text else host(parsed) end;
exception when invalid_text_representation then
  return null;
end $function$;
grant execute on function private.network_of(text) to anon;
grant execute on function private.network_of(text) to authenticated;
grant execute on function private.network_of(text) to service_role;

CREATE OR REPLACE FUNCTION private.tell_about_fee()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  max_a_day constant integer := 10;
begin
  perform private.retire_fee_mails(new.id);
  -- Nobody owes nothing, and a fee that goes up and down is not a way to flood somebody: it stands in the list as well.
  if new.fee_agreed_at is null and new.fee_minor > 0 and new.status <> 'cancelled' and auth.uid() is not null
    and private.is_within_limit('fee mails about:' || new.id, max_a_day, 1440)
  then
    insert into private.mail_outbox (kind, recipient, user_id, language, payload, variant, dedupe_key)
    select 'appointment_fee_set', person.address, person.id, person.language,
           jsonb_build_object('appointment_id', new.id, 'to', person.part), 'fee_set', 'appointment_fee_set:' || new.id || ':' || person.part
    from private.people_of(new) as person
    where person.part <> 'doctor' and person.address is not null
    on conflict (dedupe_key) do nothing;
  end if;
  return null;
end $function$;
comment on function private.tell_about_fee() is 'Definer: staff may enter fees and may not record mails.';

CREATE OR REPLACE FUNCTION public.claim_relay_test()
 RETURNS boolean
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select coalesce(private.is_within_limit('relay test:' || private.me(), 6, 60), false)
$function$;
grant execute on function public.claim_relay_test() to authenticated;

CREATE OR REPLACE FUNCTION public.claim_relay_test_from(caller text)
 RETURNS boolean
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select private.is_within_limit('relay test from ' || coalesce(private.network_of(caller), caller), 30, 60)
$function$;
grant execute on function public.claim_relay_test_from(text) to service_role;
