-- Limits on how often something may be tried, kept here so that a restart forgets nothing and several servers count together.
create table if not exists _server.limits (
  key bytea primary key,
  window_ends timestamptz not null,
  hits integer not null
);
create index if not exists limits_window_ends_idx on _server.limits (window_ends);

-- Counts one try. Gives the seconds to wait when it is one too many, else null. Keys are hashed: they are made of addresses.
create or replace function _server.count_try(subject text, most integer, window_seconds integer) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  hashed bytea := pg_catalog.sha256(pg_catalog.convert_to(subject, 'UTF8'));
  counted _server.limits;
begin
  insert into _server.limits as l (key, window_ends, hits)
  values (hashed, now() + pg_catalog.make_interval(secs => window_seconds), 1)
  on conflict (key) do update set
    hits = case when l.window_ends <= now() then 1 else l.hits + 1 end,
    window_ends = case when l.window_ends <= now() then excluded.window_ends else l.window_ends end
  returning l.* into counted;
  -- Old rows are removed now and then.
  if pg_catalog.random() < 0.01 then
    delete from _server.limits l where l.window_ends < now() - interval '1 hour';
  end if;
  return case when counted.hits > most then greatest(1, ceil(extract(epoch from counted.window_ends - now()))::integer) end;
end $$;

create or replace function _server.forget_tries(subject text) returns void
language sql security definer set search_path = '' as $$
  delete from _server.limits l where l.key = pg_catalog.sha256(pg_catalog.convert_to(subject, 'UTF8'))
$$;

revoke all on function _server.count_try(text, integer, integer), _server.forget_tries(text) from public;
grant usage on schema _server to supabase_auth_admin;
grant execute on function _server.count_try(text, integer, integer), _server.forget_tries(text) to supabase_auth_admin;
