-- Written by `npm run types` from the catalogue. Migrations change the schema; reviews read the difference here.

create table private.second_factor_settings (
  is_only_row boolean not null default true,
  grace interval not null default '14 days'::interval,
  demo_people_are_exempt boolean not null default false,
  constraint second_factor_settings_pkey PRIMARY KEY (is_only_row),
  constraint second_factor_settings_grace_is_bounded CHECK (((grace >= '00:00:00'::interval) AND (grace <= '365 days'::interval))),
  constraint second_factor_settings_is_single CHECK (is_only_row)
);
alter table private.second_factor_settings enable row level security;

CREATE OR REPLACE FUNCTION private.grace_ends(person uuid, role public.app_role, granted_at timestamp with time zone)
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select greatest(
    granted_at, case when role = 'doctor' then (select max(l.linked_at) from private.doctor_links l where l.user_id = person) end
  ) + s.grace
  from private.second_factor_settings s
$function$;
comment on function private.grace_ends(uuid,public.app_role,timestamp with time zone) is 'Definer: nobody reads the settings nor since when an account is linked.';

CREATE OR REPLACE FUNCTION private.has_aal2()
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(auth.jwt() ->> 'aal', '') = 'aal2' and exists (
    select from auth.sessions s
    where s.id = private.uuid_or_null(auth.jwt() ->> 'session_id') and s.user_id = auth.uid() and s.aal in ('aal2', 'aal3')
  )
$function$;
comment on function private.has_aal2() is 'Definer: sessions are not readable.';

CREATE OR REPLACE FUNCTION private.has_second_factor(person uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (select from auth.mfa_factors f where f.user_id = person and f.status = 'verified')
$function$;
comment on function private.has_second_factor(uuid) is 'Definer: factors are not readable.';

CREATE OR REPLACE FUNCTION private.is_exempt_demo_person(person uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select s.demo_people_are_exempt and exists (select from auth.users u where u.id = person and u.raw_app_meta_data -> 'demo' = 'true')
  from private.second_factor_settings s
$function$;
comment on function private.is_exempt_demo_person(uuid) is 'Definer: accounts are not readable.';

CREATE OR REPLACE FUNCTION private.my_second_factor()
 RETURNS TABLE(required boolean, enrolled boolean, verified boolean, deadline timestamp with time zone, blocked boolean)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$;
comment on function private.my_second_factor() is 'Definer: factors, sessions and settings are not readable. It answers about the caller only.';
grant execute on function private.my_second_factor() to authenticated;

CREATE OR REPLACE FUNCTION private.refuse_without_factor()
 RETURNS void
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  if private.me() is null then
    perform private.refuse();
  end if;
  if private.has_second_factor(private.me()) and not private.has_aal2() then
    perform private.fail('second_factor_needed');
  end if;
end $function$;

CREATE OR REPLACE FUNCTION private.reset_second_factor(user_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$;
comment on function private.reset_second_factor(uuid) is 'Definer: nobody writes factors and sessions. Only admins, and not for themselves.';
grant execute on function private.reset_second_factor(uuid) to authenticated;

CREATE OR REPLACE FUNCTION public.my_second_factor()
 RETURNS TABLE(required boolean, enrolled boolean, verified boolean, deadline timestamp with time zone, blocked boolean)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select * from private.my_second_factor()
$function$;
grant execute on function public.my_second_factor() to authenticated;

CREATE OR REPLACE FUNCTION public.reset_second_factor(user_id uuid)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select private.reset_second_factor(reset_second_factor.user_id)
$function$;
grant execute on function public.reset_second_factor(uuid) to authenticated;
