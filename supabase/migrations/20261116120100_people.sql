-- People and roles, for admins: who has an account, what it may do, and whether it is banned. No health data.

create index profiles_without_health_created_at_idx on private.profiles_without_health (created_at desc, user_id desc);

-- Names are found whichever letters somebody types: 'ismail' finds İsmail, 'yildiz' finds Yıldız, 'memmedova' finds Məmmədova.
create function private.fold_letters(value text) returns text
language sql immutable set search_path = '' as $$
  select lower(translate(value, 'İIıŞşĞğÜüÖöÇçƏəÂâÎîÛûÉéÈè', 'iiissgguuoocceeaaiiuueeee'))
$$;

-- Newest accounts first, a page at a time: `before` is the last row of the page before.
create function private.list_people(search text, show text, before_created_at timestamptz, before_user_id uuid, max_rows integer)
returns table (
  user_id uuid, first_name text, last_name text, email text, roles public.app_role[], doctor_id uuid, has_second_factor boolean,
  second_factor_due timestamptz, last_sign_in_at timestamptz, created_at timestamptz, banned_until timestamptz, is_confirmed boolean
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
  with page as (
    select p.user_id, p.first_name, p.last_name, u.email::text as email, u.last_sign_in_at, p.created_at,
      case when u.banned_until > now() then u.banned_until end as banned_until, u.email_confirmed_at is not null as is_confirmed
    from private.profiles_without_health p join auth.users u on u.id = p.user_id and u.deleted_at is null
    where (list_people.before_user_id is null or (p.created_at, p.user_id) < (list_people.before_created_at, list_people.before_user_id))
      and (
        cardinality(patterns) = 0
        or private.fold_letters(concat_ws(' ', p.first_name, p.last_name, u.email)) like all (patterns)
      )
      and case list_people.show
        when 'admin' then exists (select from public.user_roles r where r.user_id = p.user_id and r.role = 'admin')
        when 'doctor' then exists (select from public.user_roles r where r.user_id = p.user_id and r.role = 'doctor')
        when 'patient' then not exists (select from public.user_roles r where r.user_id = p.user_id and r.role <> 'patient')
        when 'without_factor' then exists (select from public.user_roles r where r.user_id = p.user_id and r.role <> 'patient')
          and not private.has_second_factor(p.user_id)
        when 'banned' then u.banned_until > now()
        else true
      end
    order by p.created_at desc, p.user_id desc
    limit least(greatest(list_people.max_rows, 1), 100)
  )
  select page.user_id, page.first_name, page.last_name, page.email,
    array(select r.role from public.user_roles r where r.user_id = page.user_id order by r.role),
    (select d.id from public.doctors d where d.user_id = page.user_id),
    private.has_second_factor(page.user_id),
    case when not private.has_second_factor(page.user_id) and not private.is_exempt_demo_person(page.user_id) then (
      select min(private.grace_ends(r.user_id, r.role, r.granted_at)) from public.user_roles r where r.user_id = page.user_id and r.role <> 'patient'
    ) end,
    page.last_sign_in_at, page.created_at, page.banned_until, page.is_confirmed
  from page order by page.created_at desc, page.user_id desc;
end $$;
comment on function private.list_people is 'Definer: accounts and factors are not readable. It refuses everybody but admins, and reads the profiles without health data.';

create function public.list_people(
  search text default '', show text default 'all', before_created_at timestamptz default null, before_user_id uuid default null, max_rows integer default 50
)
returns table (
  user_id uuid, first_name text, last_name text, email text, roles public.app_role[], doctor_id uuid, has_second_factor boolean,
  second_factor_due timestamptz, last_sign_in_at timestamptz, created_at timestamptz, banned_until timestamptz, is_confirmed boolean
)
language sql stable set search_path = '' as $$
  select * from private.list_people(search, show, before_created_at, before_user_id, max_rows)
$$;

-- As before, and an admin who is banned is none who could still act.
create or replace function private.fail_if_last_admin(leaving uuid) returns void
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

grant execute on function private.list_people, public.list_people, private.set_ban, public.set_ban to authenticated;
