-- Accounts as before, but by name and with the number of all that were found. `after` is the last row of the page before.

-- Stored, because folding ten thousand names takes longer than everything else. Those without a name come after all letters.
alter table private.profiles_without_health add column sort_name text collate "C" generated always as (
  private.fold_letters(coalesce(
    nullif(coalesce(first_name, '') || ' ' || coalesce(last_name, ''), ' '), U&'\FFFD' || coalesce(email, '')
  ))
) stored;
create index profiles_without_health_sort_name_idx on private.profiles_without_health (sort_name, user_id);
drop index private.profiles_without_health_created_at_idx;

drop function public.list_people;
drop function private.list_people;

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
