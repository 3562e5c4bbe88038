-- Doctors and admins need a second factor. Every permission asks private.has_role, so tables, files, live changes and functions enforce it
-- together. Whoever has just got the role has a grace period to set a factor up; a factor that is there counts at once. For somebody who
-- has lost theirs, an admin resets it.

-- Bodies of functions may mention what a later file makes.
set check_function_bodies = off;

create table private.second_factor_settings (
  is_only_row boolean primary key default true constraint second_factor_settings_is_single check (is_only_row),
  -- On hosted Supabase: update private.second_factor_settings set grace = '7 days';
  grace interval not null default '14 days'
    constraint second_factor_settings_grace_is_bounded check (grace between interval '0' and interval '365 days'),
  -- The seed switches this on; a start in production switches it off.
  demo_people_are_exempt boolean not null default false
);
alter table private.second_factor_settings enable row level security;

-- In the token and in the session: a token from before the second step stays below, and a session that lost its factor falls with all
-- its tokens.
create function private.has_aal2() returns boolean
language sql stable security definer set search_path = '' as $$
  select coalesce(auth.jwt() ->> 'aal', '') = 'aal2' and exists (
    select from auth.sessions s
    where s.id = private.uuid_or_null(auth.jwt() ->> 'session_id') and s.user_id = auth.uid() and s.aal in ('aal2', 'aal3')
  )
$$;
comment on function private.has_aal2 is 'Definer: sessions are not readable.';

create function private.has_second_factor(person uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from auth.mfa_factors f where f.user_id = person and f.status = 'verified')
$$;
comment on function private.has_second_factor is 'Definer: factors are not readable.';

-- For a doctor from the later of role and record: without the record the role opens nothing.
create function private.grace_ends(person uuid, role public.app_role, granted_at timestamptz) returns timestamptz
language sql stable security definer set search_path = '' as $$
  select greatest(
    granted_at, case when role = 'doctor' then (select max(l.linked_at) from private.doctor_links l where l.user_id = person) end
  ) + s.grace
  from private.second_factor_settings s
$$;
comment on function private.grace_ends is 'Definer: nobody reads the settings nor since when an account is linked.';

create function private.is_exempt_demo_person(person uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select s.demo_people_are_exempt and exists (select from auth.users u where u.id = person and u.raw_app_meta_data -> 'demo' = 'true')
  from private.second_factor_settings s
$$;
comment on function private.is_exempt_demo_person is 'Definer: accounts are not readable.';

-- What the caller's screens need to know, at aal1 too. Blocked: at least one role does not count at present.
create function private.my_second_factor()
returns table (required boolean, enrolled boolean, verified boolean, deadline timestamptz, blocked boolean)
language plpgsql stable security definer set search_path = '' as $$
declare
  person uuid := private.me();
  is_staff boolean;
begin
  select count(*) > 0, min(private.grace_ends(person, r.role, r.granted_at)), bool_or(not private.has_role(r.role))
  into is_staff, deadline, blocked
  from public.user_roles r where r.user_id = person and r.role <> 'patient';
  enrolled := private.has_second_factor(person);
  verified := private.has_aal2();
  required := is_staff and (enrolled or not private.is_exempt_demo_person(person));
  blocked := coalesce(blocked, false);
  if not required then
    deadline := null;
  end if;
  return next;
end $$;
comment on function private.my_second_factor is 'Definer: factors, sessions and settings are not readable. It answers about the caller only.';

create function public.my_second_factor()
returns table (required boolean, enrolled boolean, verified boolean, deadline timestamptz, blocked boolean)
language sql stable set search_path = '' as $$
  select * from private.my_second_factor()
$$;
grant execute on function private.my_second_factor, public.my_second_factor to authenticated;

-- For what one may do only with the second factor, where the account has one.
create function private.refuse_without_factor() returns void
language plpgsql stable set search_path = '' as $$
begin
  if private.me() is null then
    perform private.refuse();
  end if;
  if private.has_second_factor(private.me()) and not private.has_aal2() then
    perform private.fail('second_factor_needed');
  end if;
end $$;

-- All factors and all sessions of somebody else: a thief who had made the admin believe the story is still without the password.
create function private.reset_second_factor(user_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if not private.is_admin() or reset_second_factor.user_id = private.me() then
    perform private.refuse();
  end if;
  delete from auth.mfa_factors f where f.user_id = reset_second_factor.user_id;
  if not found then
    perform private.fail('no_second_factor');
  end if;
  delete from auth.sessions s where s.user_id = reset_second_factor.user_id;
  -- Staff get the time again to set up another one.
  update public.user_roles r set granted_at = now() where r.user_id = reset_second_factor.user_id;
  perform private.audit('second_factor.reset', 'user:' || reset_second_factor.user_id);
end $$;
comment on function private.reset_second_factor is 'Definer: nobody writes factors and sessions. Only admins, and not for themselves.';

create function public.reset_second_factor(user_id uuid) returns void
language sql set search_path = '' as $$
  select private.reset_second_factor(reset_second_factor.user_id)
$$;
grant execute on function private.reset_second_factor, public.reset_second_factor to authenticated;

insert into private.second_factor_settings default values;
