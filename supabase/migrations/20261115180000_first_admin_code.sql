-- In production the first admin proves with a one-time code that the site is theirs. Only its hash is kept.
create table private.first_admin_code (
  is_only_row boolean primary key default true constraint first_admin_code_is_single check (is_only_row),
  code_hash bytea not null,
  created_at timestamptz not null default now()
);
alter table private.first_admin_code enable row level security;

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
  if not private.has_no_admin() then
    perform private.fail('admin_exists');
  end if;
  insert into private.first_admin_code (code_hash) values (private.first_admin_code_hash(code))
  on conflict (is_only_row) do update set code_hash = excluded.code_hash, created_at = now();
  return code;
end $$;

-- The server asks this when it starts and prints the answer. A database that once wanted a code goes on wanting one.
create function private.on_server_start(production boolean) returns setof text
language plpgsql set search_path = '' as $$
begin
  if not private.has_no_admin() then
    delete from private.first_admin_code;
  elsif production or exists (select from private.first_admin_code) then
    return next 'First admin code: ' || private.new_first_admin_code();
  end if;
end $$;

-- As before, and only while no code is wanted.
create or replace function private.may_claim_first_admin() returns boolean
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.lock_admins();
  return not exists (select from public.user_roles r where r.role = 'admin')
    and not exists (select from private.first_admin_code);
end $$;

-- Definer: it tells one bit about a row that the caller may not read.
create function private.first_admin_wants_code() returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from private.first_admin_code) and private.has_no_admin()
$$;

create function public.first_admin_needs_code() returns boolean
language sql stable set search_path = '' as $$
  select private.first_admin_wants_code()
$$;

-- Answers instead of raising, so that a wrong code is counted. Hashes are compared: how long that takes tells nothing about the code.
create function private.claim_first_admin_with(code text) returns text
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

create function public.claim_first_admin(code text) returns text
language sql set search_path = '' as $$
  select private.claim_first_admin_with(code)
$$;

grant execute on function
  private.first_admin_wants_code, public.first_admin_needs_code, private.claim_first_admin_with, public.claim_first_admin
  to authenticated;
