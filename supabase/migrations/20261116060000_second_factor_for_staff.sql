-- Doctors and admins need a second factor. Every permission asks private.has_role, so tables, files, live changes and functions
-- enforce it together. Whoever has just got the role has a grace period to set a factor up; a factor that is there counts at once.

create table private.second_factor_settings (
  is_only_row boolean primary key default true constraint second_factor_settings_is_single check (is_only_row),
  -- On hosted Supabase: update private.second_factor_settings set grace = '7 days';
  grace interval not null default '14 days'
    constraint second_factor_settings_grace_is_bounded check (grace between interval '0' and interval '365 days'),
  -- The seed switches this on; a start in production switches it off.
  demo_people_are_exempt boolean not null default false
);
alter table private.second_factor_settings enable row level security;
insert into private.second_factor_settings default values;

-- For roles that are there already the period begins with this migration. Clients cannot write the column: it is in no grant.
alter table public.user_roles add column granted_at timestamptz not null default now();

-- Since when an account has a doctor's record. A table of its own, because patients read doctors.
create table private.doctor_links (
  doctor_id uuid primary key references public.doctors (id) on delete cascade,
  user_id uuid not null references auth.users (id) on delete cascade,
  linked_at timestamptz not null default now()
);
create index doctor_links_user_id_idx on private.doctor_links (user_id);
alter table private.doctor_links enable row level security;
insert into private.doctor_links (doctor_id, user_id) select d.id, d.user_id from public.doctors d where d.user_id is not null;

create function private.note_doctor_link() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from private.doctor_links l where l.doctor_id = new.id;
  if new.user_id is not null then
    insert into private.doctor_links (doctor_id, user_id) values (new.id, new.user_id);
  end if;
  return null;
end $$;
comment on function private.note_doctor_link is 'Definer: nobody writes since when an account is linked.';

create trigger doctors_note_link after update of user_id on public.doctors
  for each row when (old.user_id is distinct from new.user_id) execute function private.note_doctor_link();
create trigger doctors_note_first_link after insert on public.doctors
  for each row when (new.user_id is not null) execute function private.note_doctor_link();

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

-- As before, and the role counts only with the second factor, or while it may still be missing.
create or replace function private.has_role(wanted public.app_role) returns boolean
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

-- The server calls this one when it starts, with the project's variables; it does what the older one did, and takes over two settings.
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
