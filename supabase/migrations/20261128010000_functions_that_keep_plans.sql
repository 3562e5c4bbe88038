-- PostgreSQL 17 plans the query of a function in SQL each time it is called, and keeps that of a function in PL/pgSQL for the connection.
-- These are asked in every request, often several times: planning them took longer than running them.
create or replace function private.me() returns uuid
language plpgsql stable security definer set search_path = '' as $$
begin
  return (select u.id from auth.users u where u.id = auth.uid() and u.deleted_at is null);
end $$;

create or replace function private.is_admin() returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return private.has_role('admin');
end $$;

create or replace function private.my_doctor_id() returns uuid
language plpgsql stable security definer set search_path = '' as $$
declare
  person uuid := private.me();
  doctor uuid := (select d.id from public.doctors d where d.user_id = person);
begin
  -- Most people have no record, and nobody asks about their role.
  return case when doctor is not null and private.has_role('doctor') then doctor end;
end $$;

create or replace function private.my_doctor_ids() returns uuid[]
language plpgsql stable security definer set search_path = '' as $$
begin
  return case when private.is_admin() then array(select d.id from public.doctors d) else array[private.my_doctor_id()] end;
end $$;

create or replace function private.is_there(person uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (select from auth.users u where u.id = person and u.deleted_at is null)
    or exists (select from only private.profiles p where p.user_id = person and not p.has_account and p.erased_at is null);
end $$;

create or replace function private.is_new_account(person uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (select from auth.users u where u.id = person and u.created_at > now() - interval '1 day');
end $$;

create or replace function private.people_of(appointment public.appointments)
returns table (part text, id uuid, address text, language text)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
begin
  return query
  select 'patient', p.user_id, p.email, p.language from only private.profiles p where p.user_id = appointment.user_id and p.has_account
  union all
  select 'guardian:' || g.guardian_id, g.guardian_id, own.email, own.language
  from public.guardians g
  join only private.profiles p on p.user_id = g.patient_id and private.is_live_right(g.authority, p)
  join only private.profiles own on own.user_id = g.guardian_id
  where g.patient_id = appointment.user_id
  union all
  select 'doctor', d.user_id, coalesce(c.email, p.email), coalesce(p.language, 'tr')
  from public.doctors d
  left join public.doctor_contacts c on c.doctor_id = d.id
  left join only private.profiles p on p.user_id = d.user_id
  where d.id = appointment.doctor_id;
end $$;

-- For each row about a patient without an account.
create or replace function private.is_live_right(authority text, patient private.profiles) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return not patient.has_account
    and (authority = 'asked' or coalesce(private.today_in(patient.timezone) < private.adult_on(patient.date_of_birth), false));
end $$;

create or replace function private.guardians_of(patient uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select jsonb_agg(jsonb_build_object(
      'guardian_id', g.guardian_id, 'first_name', other.first_name, 'last_name', other.last_name, 'phone', other.phone,
      'relationship', g.relationship, 'authority', g.authority
    ) order by g.declared_at, g.guardian_id)
    from public.guardians g
    join only private.profiles p on p.user_id = g.patient_id
    join private.profiles_without_health other on other.user_id = g.guardian_id
    where g.patient_id = guardians_of.patient and private.is_live_right(g.authority, p)
  );
end $$;
