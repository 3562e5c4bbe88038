-- Who is more than a patient, and how the first admin comes to be one. No row means patient.

-- Bodies of functions may mention what a later file makes.
set check_function_bodies = off;

create type public.app_role as enum ('admin', 'doctor', 'patient');

create table public.user_roles (
  user_id uuid not null references auth.users (id) on delete cascade,
  role public.app_role not null,
  created_at timestamptz not null default now(),
  -- Begins the grace period for the second factor. Clients cannot write it: it is in no grant.
  granted_at timestamptz not null default now(),
  primary key (user_id, role)
);
create index user_roles_role_idx on public.user_roles (role);
alter table public.user_roles enable row level security;
grant select, delete on public.user_roles to authenticated;
-- Listed, so that a column that is added later is not writable: anybody may claim to be the first admin.
grant insert (user_id, role, created_at) on public.user_roles to authenticated;
grant select, insert, delete on public.user_roles to service_role;

-- In production the first admin proves with a one-time code that the site is theirs. Only its hash is kept.
create table private.first_admin_code (
  is_only_row boolean primary key default true constraint first_admin_code_is_single check (is_only_row),
  code_hash bytea not null,
  created_at timestamptz not null default now()
);
alter table private.first_admin_code enable row level security;

-- The caller, unless the account is gone: a token may outlive it. Definer: accounts are not readable.
create function private.me() returns uuid
language sql stable security definer set search_path = '' as $$
  select u.id from auth.users u where u.id = auth.uid() and u.deleted_at is null
$$;
comment on function private.me is 'Definer: accounts are not readable, and a token may outlive its account.';
grant execute on function private.me to authenticated, service_role;

create function private.is_admin() returns boolean
language sql stable set search_path = '' as $$
  select private.has_role('admin')
$$;
grant execute on function private.is_admin to authenticated, service_role;

-- Volatile on purpose: after waiting for the lock it must see the admin who won meanwhile. Only while no code is wanted.
create function private.may_claim_first_admin() returns boolean
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.lock_admins();
  return not exists (select from public.user_roles r where r.role = 'admin')
    and not exists (select from private.first_admin_code);
end $$;
comment on function private.may_claim_first_admin is 'Definer: whether there is an admin cannot depend on which roles the caller may read.';
grant execute on function private.may_claim_first_admin to authenticated;

create policy "user_roles: people read their own, admins all" on public.user_roles
  for select to authenticated using (user_id = (select auth.uid()) or (select private.is_admin()));
create policy "user_roles: admins add, the first admin claims" on public.user_roles
  for insert to authenticated with check (
    (select private.is_admin())
    or (user_id = (select private.me()) and role = 'admin' and private.may_claim_first_admin())
  );
create policy "user_roles: admins remove" on public.user_roles
  for delete to authenticated using ((select private.is_admin()));

-- Definer, so that a policy may ask without the caller being able to read other people's roles.
-- The role counts only with the second factor, or while that may still be missing.
create function private.has_role(wanted public.app_role) returns boolean
language plpgsql stable security definer set search_path = '' as $$
declare
  person uuid := private.me();
  since timestamptz;
begin
  select r.granted_at into since from public.user_roles r where r.user_id = person and r.role = wanted;
  if since is null then
    return false;
  end if;
  return wanted = 'patient' or private.has_aal2()
    or (
      not private.has_second_factor(person)
      and (now() < private.grace_ends(person, wanted, since) or private.is_exempt_demo_person(person))
    );
end $$;
comment on function private.has_role is 'Definer: policies ask it, and nobody but admins reads other people''s roles.';
grant execute on function private.has_role to authenticated, service_role;

create function private.no_admin_exists() returns boolean
language sql stable security definer set search_path = '' as $$
  select not exists (select from public.user_roles r where r.role = 'admin')
$$;
comment on function private.no_admin_exists is 'Definer: it tells one bit about rows that the caller may not read.';

create function public.no_admin_exists() returns boolean
language sql stable set search_path = '' as $$
  select private.no_admin_exists()
$$;
grant execute on function private.no_admin_exists, public.no_admin_exists to anon, authenticated, service_role;

create function private.lock_admins() returns void
language sql set search_path = '' as $$
  select pg_advisory_xact_lock(hashtextextended('admins', 0))
$$;

-- Banned admins do not count: they could not act.
create function private.fail_if_last_admin(leaving uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.lock_admins();
  if not exists (
    select from public.user_roles r join auth.users u on u.id = r.user_id
    where r.role = 'admin' and r.user_id <> leaving and u.deleted_at is null and (u.banned_until is null or u.banned_until <= now())
  ) then
    perform private.fail('last_admin');
  end if;
end $$;
comment on function private.fail_if_last_admin is 'Definer: it counts admins among accounts and roles that the caller may not read.';

create function private.keep_an_admin() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if old.role = 'admin' then
    perform private.fail_if_last_admin(old.user_id);
  end if;
  return old;
end $$;
comment on function private.keep_an_admin is 'Definer: it calls fail_if_last_admin for whoever removes a role.';
create trigger user_roles_keep_an_admin before delete on public.user_roles
  for each row execute function private.keep_an_admin();

-- An account can also go by being marked as deleted, which removes no role.
create function private.keep_an_admin_account() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if exists (select from public.user_roles r where r.user_id = new.id and r.role = 'admin') then
    perform private.fail_if_last_admin(new.id);
  end if;
  return new;
end $$;
comment on function private.keep_an_admin_account is 'Definer: accounts are marked as deleted by the auth service, which has no rights in our tables.';
create trigger user_roles_keep_an_admin_account before update of deleted_at on auth.users
  for each row when (old.deleted_at is null and new.deleted_at is not null)
  execute function private.keep_an_admin_account();

-- However it is typed: in small letters, without dashes, with a space at the end.
create function private.first_admin_code_hash(code text) returns bytea
language sql immutable set search_path = '' as $$
  select sha256(convert_to(upper(regexp_replace(code, '[^0-9A-Za-z]', '', 'g')), 'UTF8'))
$$;

-- Makes a code, shows it once, and from then on the role cannot be claimed without it. 80 random bits in five groups.
create function private.new_first_admin_code() returns text
language plpgsql set search_path = '' as $$
declare
  -- The first twelve and the last eight digits: those between have fixed bits.
  digits text := upper(regexp_replace(gen_random_uuid()::text, '^(.{8})-(.{4})-.*(.{8})$', '\1\2\3'));
  code text := regexp_replace(digits, '(.{4})(?=.)', '\1-', 'g');
begin
  perform private.lock_admins();
  if not private.no_admin_exists() then
    perform private.fail('admin_exists');
  end if;
  insert into private.first_admin_code (code_hash) values (private.first_admin_code_hash(code))
  on conflict (is_only_row) do update set code_hash = excluded.code_hash, created_at = now();
  return code;
end $$;

-- Outside production too, the operator reads at the start that nobody is admin yet: only as long as that is true.
create function private.on_server_start(production boolean) returns setof text
language plpgsql set search_path = '' as $$
begin
  if not private.no_admin_exists() then
    delete from private.first_admin_code;
  elsif production or exists (select from private.first_admin_code) then
    return next 'First admin code: ' || private.new_first_admin_code();
  else
    return next 'There is no admin yet: sign in and claim it on the card that appears.';
  end if;
end $$;

create function private.first_admin_needs_code() returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from private.first_admin_code) and private.no_admin_exists()
$$;
comment on function private.first_admin_needs_code is 'Definer: it tells one bit about a row that nobody may read.';

create function public.first_admin_needs_code() returns boolean
language sql stable set search_path = '' as $$
  select private.first_admin_needs_code()
$$;
grant execute on function private.first_admin_needs_code, public.first_admin_needs_code to authenticated;

-- Answers instead of raising, so that a wrong code is counted. Hashes are compared: how long that takes tells nothing about the code.
create function private.claim_first_admin(code text) returns text
language plpgsql security definer set search_path = '' as $$
declare
  me uuid := private.me();
begin
  if me is null then
    perform private.refuse();
  end if;
  if not private.is_within_limit('first admin:' || me, 10, 60)
    or not coalesce(private.is_within_limit('first admin from ' || private.callers_network(), 30, 60), true)
  then
    return 'too_many_attempts';
  end if;
  perform private.lock_admins();
  if exists (select from public.user_roles r where r.role = 'admin') then
    return case when private.is_admin() then 'claimed' else 'taken' end;
  end if;
  if not exists (select from private.first_admin_code c where c.code_hash = private.first_admin_code_hash(left(code, 100))) then
    return 'wrong_code';
  end if;
  insert into public.user_roles (user_id, role) values (me, 'admin');
  delete from private.first_admin_code;
  return 'claimed';
end $$;
comment on function private.claim_first_admin is 'Definer: it compares with a hash that nobody may read, and adds a role that nobody may add to themselves.';

create function public.claim_first_admin(code text) returns text
language sql set search_path = '' as $$
  select private.claim_first_admin(code)
$$;
grant execute on function private.claim_first_admin, public.claim_first_admin to authenticated;

-- The server calls this one when it starts, with the project's variables; it takes over two settings.
create function private.on_server_start(production boolean, variables jsonb) returns setof text
language plpgsql set search_path = '' as $$
declare
  days text := variables ->> 'STAFF_SECOND_FACTOR_GRACE_DAYS';
begin
  if days is not null and (days !~ '^\d{1,3}$' or days::integer > 365) then
    raise exception 'STAFF_SECOND_FACTOR_GRACE_DAYS must be a whole number of days from 0 to 365.';
  end if;
  update private.second_factor_settings s set
    grace = coalesce(make_interval(days => days::integer), s.grace),
    demo_people_are_exempt = s.demo_people_are_exempt and not production;
  return query select line from private.on_server_start(production) as line;
end $$;

-- Whoever bans, the auth service with the secret key included.
create function private.keep_an_admin_unbanned() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if exists (select from public.user_roles r where r.user_id = new.id and r.role = 'admin') then
    perform private.fail_if_last_admin(new.id);
  end if;
  perform private.revoke_invitations_by(new.id);
  return new;
end $$;
comment on function private.keep_an_admin_unbanned is 'Definer: accounts are changed by the auth service, which has no rights in our tables.';
create trigger user_roles_keep_an_admin_unbanned before update of banned_until on auth.users
  for each row when (new.banned_until > now() and old.banned_until is distinct from new.banned_until)
  execute function private.keep_an_admin_unbanned();

