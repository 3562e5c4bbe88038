-- Accounts: one's own sessions and changes, which are told by mail, and for admins who has an account, what it may do and whether it is
-- banned. No health data.

-- Bodies of functions may mention what a later file makes.
set check_function_bodies = off;

create function private.list_my_sessions()
returns table (id uuid, created_at timestamptz, last_used_at timestamptz, user_agent text, has_second_factor boolean, is_current boolean)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.refuse_without_factor();
  return query
  select s.id, s.created_at, coalesce(s.refreshed_at at time zone 'UTC', s.created_at), s.user_agent, coalesce(s.aal in ('aal2', 'aal3'), false),
         s.id = private.uuid_or_null(auth.jwt() ->> 'session_id')
  from auth.sessions s
  where s.user_id = private.me() and (s.not_after is null or s.not_after > now())
  order by 6 desc nulls last, 3 desc nulls last, s.id
  limit 100;
end $$;
comment on function private.list_my_sessions is 'Definer: sessions are not readable. It answers about the caller only.';

create function public.list_my_sessions()
returns table (id uuid, created_at timestamptz, last_used_at timestamptz, user_agent text, has_second_factor boolean, is_current boolean)
language sql stable set search_path = '' as $$
  select * from private.list_my_sessions()
$$;
grant execute on function private.list_my_sessions, public.list_my_sessions to authenticated;

-- Whether there was such a session. On hosted Supabase an access token lives on until it expires.
create function private.end_my_session(session_id uuid) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  perform private.refuse_without_factor();
  delete from auth.sessions s where s.id = end_my_session.session_id and s.user_id = private.me();
  return found;
end $$;
comment on function private.end_my_session is 'Definer: nobody writes sessions. It ends the caller''s own only.';

create function public.end_my_session(session_id uuid) returns boolean
language sql set search_path = '' as $$
  select private.end_my_session(end_my_session.session_id)
$$;
grant execute on function private.end_my_session, public.end_my_session to authenticated;

-- When a password, link, code or factor was last checked in the caller's session. Hosted Supabase puts it into the token as well.
create function private.authenticated_at() returns timestamptz
language sql stable set search_path = '' as $$
  select to_timestamp(max((entry ->> 'timestamp')::double precision))
  from jsonb_array_elements(case jsonb_typeof(auth.jwt() -> 'amr') when 'array' then auth.jwt() -> 'amr' else '[]' end) as entry
  where jsonb_typeof(entry -> 'timestamp') = 'number'
$$;

create function private.require_recent_sign_in() returns void
language plpgsql stable set search_path = '' as $$
begin
  if private.authenticated_at() > now() - interval '15 minutes' then
    return;
  end if;
  perform private.fail('reauthentication_needed');
end $$;

-- Calls off a change of address that is not confirmed yet, for somebody who has mistyped it. Whether there was one. The auth service
-- has no way to do this.
create function private.cancel_my_email_change() returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  if private.me() is null then
    perform private.refuse();
  end if;
  delete from auth.one_time_tokens t
  where t.user_id = private.me() and t.token_type in ('email_change_token_new', 'email_change_token_current');
  update auth.users u set
    email_change = '', email_change_token_new = '', email_change_token_current = '', email_change_confirm_status = 0
  where u.id = private.me() and u.email_change <> '';
  return found;
end $$;
comment on function private.cancel_my_email_change is 'Definer: nobody writes accounts. It changes the caller''s own only.';

create function public.cancel_my_email_change() returns boolean
language sql set search_path = '' as $$
  select private.cancel_my_email_change()
$$;
grant execute on function private.cancel_my_email_change, public.cancel_my_email_change to authenticated;

-- One transaction with the entry in the audit log: a ban that is not written down does not exist, and the reverse. The auth service
-- reads `banned_until` at each sign-in and refresh; ending the sessions makes it count at once.
create function private.set_ban(user_id uuid, banned boolean) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if not private.is_admin() then
    perform private.refuse();
  end if;
  if set_ban.user_id = private.me() then
    perform private.fail('own_account');
  end if;
  update auth.users u set banned_until = case when set_ban.banned then now() + interval '100 years' end, updated_at = now()
  where u.id = set_ban.user_id and u.deleted_at is null;
  if not found then
    perform private.fail('account_not_found');
  end if;
  if set_ban.banned then
    delete from auth.sessions s where s.user_id = set_ban.user_id;
  end if;
  perform private.audit(case when set_ban.banned then 'account.banned' else 'account.unbanned' end, 'user:' || set_ban.user_id);
end $$;
comment on function private.set_ban is 'Definer: nobody writes accounts and sessions. Only admins, and not for themselves.';

create function public.set_ban(user_id uuid, banned boolean) returns void
language sql set search_path = '' as $$
  select private.set_ban(set_ban.user_id, banned)
$$;
grant execute on function private.set_ban, public.set_ban to authenticated;

create function private.list_people(search text, show text, after_name text, after_user_id uuid, max_rows integer)
returns table (
  user_id uuid, first_name text, last_name text, email text, roles public.app_role[], doctor_id uuid, has_second_factor boolean,
  second_factor_due timestamptz, last_sign_in_at timestamptz, created_at timestamptz, banned_until timestamptz, is_confirmed boolean,
  sort_name text, total bigint
)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  max_words constant integer := 5;
  -- Every word has to be found, in the name or the address.
  words text[] := (string_to_array(regexp_replace(
    replace(replace(replace(private.fold_letters(left(private.trimmed(list_people.search), 100)), '\', '\\'), '%', '\%'), '_', '\_'), '\s+', ' ', 'g'
  ), ' '))[1 : max_words];
  patterns text[] := (select coalesce(array_agg('%' || word || '%'), '{}') from unnest(words) as word where word <> '');
begin
  if not private.is_admin() then
    perform private.refuse();
  end if;
  return query
  -- Read twice: once for the page, which the index has in order, and once for the total.
  with found as not materialized (
    select p.user_id, p.first_name, p.last_name, u.email::text as email, u.last_sign_in_at, p.created_at,
      case when u.banned_until > now() then u.banned_until end as banned_until, u.email_confirmed_at is not null as is_confirmed, p.sort_name
    from private.profiles_without_health p join auth.users u on u.id = p.user_id and u.deleted_at is null
    where (cardinality(patterns) = 0 or (p.sort_name || ' ' || lower(u.email)) like all (patterns))
      and case list_people.show
        when 'admin' then exists (select from public.user_roles r where r.user_id = p.user_id and r.role = 'admin')
        when 'doctor' then exists (select from public.user_roles r where r.user_id = p.user_id and r.role = 'doctor')
        when 'patient' then not exists (select from public.user_roles r where r.user_id = p.user_id and r.role <> 'patient')
        when 'without_factor' then exists (select from public.user_roles r where r.user_id = p.user_id and r.role <> 'patient')
          and not private.has_second_factor(p.user_id)
        when 'banned' then u.banned_until > now()
        else true
      end
  ),
  page as (
    select f.* from found f
    where list_people.after_user_id is null
      or (f.sort_name, f.user_id) > (list_people.after_name collate "C", list_people.after_user_id)
    order by f.sort_name, f.user_id
    limit least(greatest(list_people.max_rows, 1), 100)
  )
  select page.user_id, page.first_name, page.last_name, page.email,
    array(select r.role from public.user_roles r where r.user_id = page.user_id order by r.role),
    (select d.id from public.doctors d where d.user_id = page.user_id),
    private.has_second_factor(page.user_id),
    case when not private.has_second_factor(page.user_id) and not private.is_exempt_demo_person(page.user_id) then (
      select min(private.grace_ends(r.user_id, r.role, r.granted_at)) from public.user_roles r where r.user_id = page.user_id and r.role <> 'patient'
    ) end,
    page.last_sign_in_at, page.created_at, page.banned_until, page.is_confirmed, page.sort_name, (select count(*) from found)
  from page order by page.sort_name, page.user_id;
end $$;
comment on function private.list_people is 'Definer: accounts and factors are not readable. It refuses everybody but admins, and reads the profiles without health data.';

create function public.list_people(
  search text default '', show text default 'all', after_name text default null, after_user_id uuid default null, max_rows integer default 50
)
returns table (
  user_id uuid, first_name text, last_name text, email text, roles public.app_role[], doctor_id uuid, has_second_factor boolean,
  second_factor_due timestamptz, last_sign_in_at timestamptz, created_at timestamptz, banned_until timestamptz, is_confirmed boolean,
  sort_name text, total bigint
)
language sql stable set search_path = '' as $$
  select * from private.list_people(search, show, after_name, after_user_id, max_rows)
$$;
grant execute on function private.list_people, public.list_people to authenticated;

