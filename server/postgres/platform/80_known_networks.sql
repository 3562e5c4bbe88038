-- The networks from which people have signed in, so that strangers who guess passwords or codes cannot lock them out there. Keyed hashes
-- only, for 90 days, and no longer than the account.
create table if not exists _server.known_networks (
  account uuid not null references auth.users (id) on delete cascade,
  network bytea not null,
  last_used timestamptz not null default now(),
  primary key (account, network)
);
-- Whether a second factor was verified from there: a network from which only the password was known may be a thief's.
alter table _server.known_networks add column if not exists with_factor boolean not null default false;
create index if not exists known_networks_last_used_idx on _server.known_networks (last_used);

drop function if exists _server.is_known_network(uuid, bytea);
create or replace function _server.is_known_network(of_account uuid, given bytea, needs_factor boolean default false) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from _server.known_networks k
    where k.account = of_account and k.network = given and k.last_used > now() - interval '90 days' and (k.with_factor or not needs_factor)
  )
$$;

-- The twenty newest of the last 90 days, and the twenty newest with the factor: a thief with the password drives none of those out.
drop function if exists _server.remember_network(uuid, bytea);
create or replace function _server.remember_network(of_account uuid, given bytea, has_factor boolean default false) returns void
language plpgsql security definer set search_path = '' as $$
begin
  insert into _server.known_networks as k (account, network, with_factor) values (of_account, given, has_factor)
  on conflict (account, network) do update set last_used = now(), with_factor = k.with_factor or excluded.with_factor;
  delete from _server.known_networks k where k.last_used < now() - interval '90 days';
  delete from _server.known_networks k
  where k.account = of_account and k.network in (
    select older.network from (
      select o.network, row_number() over (partition by o.with_factor order by o.last_used desc, o.network = given desc) as place
      from _server.known_networks o where o.account = of_account
    ) as older
    where older.place > 20
  );
end $$;

revoke all on function _server.is_known_network(uuid, bytea, boolean), _server.remember_network(uuid, bytea, boolean) from public;
grant execute on function _server.is_known_network(uuid, bytea, boolean), _server.remember_network(uuid, bytea, boolean) to supabase_auth_admin;

-- Accounts that are erased are kept as deleted ones, so the foreign key does not take the networks away.
create or replace function _server.forget_networks() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from _server.known_networks k where k.account = new.id;
  return null;
end $$;
revoke all on function _server.forget_networks() from public;

create or replace trigger users_forget_networks after update of deleted_at on auth.users
  for each row when (new.deleted_at is not null) execute function _server.forget_networks();

delete from _server.known_networks k using auth.users u where u.id = k.account and u.deleted_at is not null;
