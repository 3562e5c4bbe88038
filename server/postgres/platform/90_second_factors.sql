-- Second factors: what hosted's tables have no room for. The codes of an authenticator app count once, and recovery codes.
alter type auth.factor_type add value if not exists 'recovery_code';

create table if not exists _server.used_code_steps (
  factor uuid primary key references auth.mfa_factors (id) on delete cascade,
  last_step bigint not null
);

-- True for a step that is newer than every one used before. Of two calls at once, one is told so.
create or replace function _server.use_code_step(of_factor uuid, step bigint) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  insert into _server.used_code_steps as u (factor, last_step) values (of_factor, step)
  on conflict (factor) do update set last_step = excluded.last_step where u.last_step < excluded.last_step;
  return found;
end $$;

create table if not exists _server.recovery_codes (
  factor uuid not null references auth.mfa_factors (id) on delete cascade,
  code_hash bytea not null,
  used_at timestamptz,
  primary key (factor, code_hash)
);

-- Replaces the set.
create or replace function _server.keep_recovery_codes(of_factor uuid, hashes bytea[]) returns void
language plpgsql security definer set search_path = '' as $$
begin
  delete from _server.recovery_codes c where c.factor = of_factor;
  insert into _server.recovery_codes (factor, code_hash) select of_factor, hash from unnest(hashes) as hash;
end $$;

create or replace function _server.use_recovery_code(of_factor uuid, hash bytea) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  update _server.recovery_codes c set used_at = now() where c.factor = of_factor and c.code_hash = hash and c.used_at is null;
  return found;
end $$;

create or replace function _server.count_recovery_codes(of_factor uuid, out total integer, out remaining integer)
language sql stable security definer set search_path = '' as $$
  select count(*)::integer, count(*) filter (where c.used_at is null)::integer from _server.recovery_codes c where c.factor = of_factor
$$;

revoke all on function
  _server.use_code_step(uuid, bigint), _server.keep_recovery_codes(uuid, bytea[]), _server.use_recovery_code(uuid, bytea),
  _server.count_recovery_codes(uuid)
  from public;
grant execute on function
  _server.use_code_step(uuid, bigint), _server.keep_recovery_codes(uuid, bytea[]), _server.use_recovery_code(uuid, bytea),
  _server.count_recovery_codes(uuid)
  to supabase_auth_admin;
