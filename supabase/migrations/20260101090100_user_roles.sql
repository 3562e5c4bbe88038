-- Who is more than a patient. No row means patient.
create type public.app_role as enum ('admin', 'doctor', 'patient');

create table public.user_roles (
  user_id uuid not null references auth.users (id) on delete cascade,
  role public.app_role not null,
  created_at timestamptz not null default now(),
  primary key (user_id, role)
);
create index user_roles_role_idx on public.user_roles (role);

-- The caller, unless the account is gone: a token may outlive it. Definer: accounts are not readable.
create function private.me() returns uuid
language sql stable security definer set search_path = '' as $$
  select u.id from auth.users u where u.id = auth.uid() and u.deleted_at is null
$$;

-- Definer, so that a policy may ask without the caller being able to read other people's roles.
create function private.has_role(wanted public.app_role) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.user_roles r where r.user_id = private.me() and r.role = wanted)
$$;

create function private.is_admin() returns boolean
language sql stable set search_path = '' as $$
  select private.has_role('admin')
$$;

-- Definer: it tells one bit about rows that the caller may not read.
create function private.has_no_admin() returns boolean
language sql stable security definer set search_path = '' as $$
  select not exists (select from public.user_roles r where r.role = 'admin')
$$;

create function public.no_admin_exists() returns boolean
language sql stable set search_path = '' as $$
  select private.has_no_admin()
$$;

create function private.lock_admins() returns void
language sql set search_path = '' as $$
  select pg_advisory_xact_lock(hashtextextended('admins', 0))
$$;

-- Volatile on purpose: after waiting for the lock it must see the admin who won meanwhile.
create function private.may_claim_first_admin() returns boolean
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.lock_admins();
  return not exists (select from public.user_roles r where r.role = 'admin');
end $$;

create function private.fail_if_last_admin(leaving uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.lock_admins();
  if not exists (
    select from public.user_roles r join auth.users u on u.id = r.user_id
    where r.role = 'admin' and r.user_id <> leaving and u.deleted_at is null
  ) then
    perform private.fail('last_admin');
  end if;
end $$;

create function private.keep_an_admin() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if old.role = 'admin' then
    perform private.fail_if_last_admin(old.user_id);
  end if;
  return old;
end $$;

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

create trigger user_roles_keep_an_admin_account before update of deleted_at on auth.users
  for each row when (old.deleted_at is null and new.deleted_at is not null)
  execute function private.keep_an_admin_account();

alter table public.user_roles enable row level security;
grant select, insert, delete on public.user_roles to authenticated, service_role;

create policy "user_roles: people read their own, admins all" on public.user_roles
  for select to authenticated using (user_id = (select auth.uid()) or (select private.is_admin()));
create policy "user_roles: admins add, the first admin claims" on public.user_roles
  for insert to authenticated with check (
    (select private.is_admin())
    or (user_id = (select private.me()) and role = 'admin' and private.may_claim_first_admin())
  );
create policy "user_roles: admins remove" on public.user_roles
  for delete to authenticated using ((select private.is_admin()));

grant execute on function private.me, private.has_role, private.is_admin to authenticated, service_role;
grant execute on function private.may_claim_first_admin to authenticated;
grant execute on function private.has_no_admin, public.no_admin_exists to anon, authenticated, service_role;
