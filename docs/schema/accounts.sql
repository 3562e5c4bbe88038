-- Written by `npm run types` from the catalogue. Migrations change the schema; reviews read the difference here.

CREATE OR REPLACE FUNCTION private.authenticated_at()
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select to_timestamp(max((entry ->> 'timestamp')::double precision))
  from jsonb_array_elements(case jsonb_typeof(auth.jwt() -> 'amr') when 'array' then auth.jwt() -> 'amr' else '[]' end) as entry
  where jsonb_typeof(entry -> 'timestamp') = 'number'
$function$;

CREATE OR REPLACE FUNCTION private.cancel_my_email_change()
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$;
comment on function private.cancel_my_email_change() is 'Definer: nobody writes accounts. It changes the caller''s own only.';
grant execute on function private.cancel_my_email_change() to authenticated;

CREATE OR REPLACE FUNCTION private.end_my_session(session_id uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.refuse_without_factor();
  delete from auth.sessions s where s.id = end_my_session.session_id and s.user_id = private.me();
  return found;
end $function$;
comment on function private.end_my_session(uuid) is 'Definer: nobody writes sessions. It ends the caller''s own only.';
grant execute on function private.end_my_session(uuid) to authenticated;

CREATE OR REPLACE FUNCTION private.list_my_sessions()
 RETURNS TABLE(id uuid, created_at timestamp with time zone, last_used_at timestamp with time zone, user_agent text, has_second_factor boolean, is_current boolean)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.refuse_without_factor();
  return query
  select s.id, s.created_at, coalesce(s.refreshed_at at time zone 'UTC', s.created_at), s.user_agent, coalesce(s.aal in ('aal2', 'aal3'), false),
         s.id = private.uuid_or_null(auth.jwt() ->> 'session_id')
  from auth.sessions s
  where s.user_id = private.me() and (s.not_after is null or s.not_after > now())
  order by 6 desc nulls last, 3 desc nulls last, s.id
  limit 100;
end $function$;
comment on function private.list_my_sessions() is 'Definer: sessions are not readable. It answers about the caller only.';
grant execute on function private.list_my_sessions() to authenticated;

CREATE OR REPLACE FUNCTION private.list_people(search text, show text, after_name text, after_user_id uuid, max_rows integer)
 RETURNS TABLE(user_id uuid, first_name text, last_name text, email text, roles public.app_role[], doctor_id uuid, has_second_factor boolean, second_factor_due timestamp with time zone, last_sign_in_at timestamp with time zone, created_at timestamp with time zone, banned_until timestamp with time zone, is_confirmed boolean, sort_name text, total bigint)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$;
comment on function private.list_people(text,text,text,uuid,integer) is 'Definer: accounts and factors are not readable. It refuses everybody but admins, and reads the profiles without health data.';
grant execute on function private.list_people(text,text,text,uuid,integer) to authenticated;

CREATE OR REPLACE FUNCTION private.require_recent_sign_in()
 RETURNS void
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  if private.authenticated_at() > now() - interval '15 minutes' then
    return;
  end if;
  perform private.fail('reauthentication_needed');
end $function$;

CREATE OR REPLACE FUNCTION private.set_ban(user_id uuid, banned boolean)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$;
comment on function private.set_ban(uuid,boolean) is 'Definer: nobody writes accounts and sessions. Only admins, and not for themselves.';
grant execute on function private.set_ban(uuid,boolean) to authenticated;

CREATE OR REPLACE FUNCTION public.cancel_my_email_change()
 RETURNS boolean
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select private.cancel_my_email_change()
$function$;
grant execute on function public.cancel_my_email_change() to authenticated;

CREATE OR REPLACE FUNCTION public.end_my_session(session_id uuid)
 RETURNS boolean
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select private.end_my_session(end_my_session.session_id)
$function$;
grant execute on function public.end_my_session(uuid) to authenticated;

CREATE OR REPLACE FUNCTION public.list_my_sessions()
 RETURNS TABLE(id uuid, created_at timestamp with time zone, last_used_at timestamp with time zone, user_agent text, has_second_factor boolean, is_current boolean)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select * from private.list_my_sessions()
$function$;
grant execute on function public.list_my_sessions() to authenticated;

CREATE OR REPLACE FUNCTION public.list_people(search text DEFAULT ''::text, show text DEFAULT 'all'::text, after_name text DEFAULT NULL::text, after_user_id uuid DEFAULT NULL::uuid, max_rows integer DEFAULT 50)
 RETURNS TABLE(user_id uuid, first_name text, last_name text, email text, roles public.app_role[], doctor_id uuid, has_second_factor boolean, second_factor_due timestamp with time zone, last_sign_in_at timestamp with time zone, created_at timestamp with time zone, banned_until timestamp with time zone, is_confirmed boolean, sort_name text, total bigint)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select * from private.list_people(search, show, after_name, after_user_id, max_rows)
$function$;
grant execute on function public.list_people(text,text,text,uuid,integer) to authenticated;

CREATE OR REPLACE FUNCTION public.set_ban(user_id uuid, banned boolean)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select private.set_ban(set_ban.user_id, banned)
$function$;
grant execute on function public.set_ban(uuid,boolean) to authenticated;
