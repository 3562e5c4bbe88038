-- The networks from which people have signed in, so that strangers who guess passwords cannot lock them out there. Keyed hashes only.
create table if not exists _server.known_networks (
  account uuid not null references auth.users (id) on delete cascade,
  network bytea not null,
  last_used timestamptz not null default now(),
  primary key (account, network)
);

create or replace function _server.is_known_network(of_account uuid, given bytea) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from _server.known_networks k
    where k.account = of_account and k.network = given and k.last_used > now() - interval '90 days'
  )
$$;

-- The twenty newest of the last 90 days.
create or replace function _server.remember_network(of_account uuid, given bytea) returns void
language plpgsql security definer set search_path = '' as $$
begin
  insert into _server.known_networks as k (account, network) values (of_account, given)
  on conflict (account, network) do update set last_used = now();
  delete from _server.known_networks k
  where k.account = of_account and (
    k.last_used < now() - interval '90 days'
    or k.network in (
      select older.network from _server.known_networks older
      where older.account = of_account order by older.last_used desc, older.network = given desc offset 20
    )
  );
end $$;

revoke all on function _server.is_known_network(uuid, bytea), _server.remember_network(uuid, bytea) from public;
grant execute on function _server.is_known_network(uuid, bytea), _server.remember_network(uuid, bytea) to supabase_auth_admin;
