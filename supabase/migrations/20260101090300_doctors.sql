-- Doctors: what patients see of them, how long they see a patient, and which account is theirs.
create table public.doctors (
  id uuid primary key default gen_random_uuid(),
  user_id uuid constraint doctors_user_is_single unique references auth.users (id) on delete set null,
  first_name text not null constraint doctors_first_name_is_given check (char_length(private.trimmed(first_name)) between 1 and 100),
  last_name text not null constraint doctors_last_name_is_given check (char_length(private.trimmed(last_name)) between 1 and 100),
  specialization text not null default 'Genel' constraint doctors_specialization_is_given check (char_length(private.trimmed(specialization)) between 1 and 100),
  bio text constraint doctors_bio_is_short check (char_length(bio) <= 4000),
  available boolean not null default true,
  work_hours text constraint doctors_work_hours_are_short check (char_length(work_hours) <= 500),
  timezone text not null default 'Europe/Istanbul' constraint doctors_timezone_is_offered check (private.is_offered_timezone(timezone)),
  session_duration integer not null default 30 constraint doctors_session_is_15_to_120 check (session_duration between 15 and 120),
  cancellation_hours integer not null default 24 constraint doctors_cancellation_is_1_to_72 check (cancellation_hours between 1 and 72),
  created_at timestamptz not null default now()
);
create index doctors_first_name_idx on public.doctors (first_name) where available;

create table public.doctor_contacts (
  doctor_id uuid primary key references public.doctors (id) on delete cascade,
  email text constraint doctor_contacts_email_is_an_address check (private.is_address(email)),
  phone text constraint doctor_contacts_phone_is_short check (char_length(phone) <= 40)
);

-- A doctor is somebody with the role and a record. Definer: policies of every table ask it.
create function private.my_doctor_id() returns uuid
language sql stable security definer set search_path = '' as $$
  select d.id from public.doctors d where d.user_id = private.me() and private.has_role('doctor')
$$;

-- Invoker: clients are bound, our own definer functions and migrations act as owner and are not.
create function private.guard_doctor() returns trigger
language plpgsql set search_path = '' as $$
begin
  if current_user <> 'authenticated' or (select private.is_admin()) then
    return new;
  end if;
  if (new.id, new.user_id, new.first_name, new.last_name, new.specialization, new.bio, new.available, new.work_hours, new.created_at)
    is distinct from (old.id, old.user_id, old.first_name, old.last_name, old.specialization, old.bio, old.available, old.work_hours, old.created_at)
  then
    perform private.fail('doctor_field_not_allowed');
  end if;
  return new;
end $$;

create trigger doctors_guard before update on public.doctors
  for each row execute function private.guard_doctor();

alter table public.doctors enable row level security;
alter table public.doctor_contacts enable row level security;
grant select (id, first_name, last_name, specialization, bio, available, work_hours, timezone) on public.doctors to anon;
grant select, insert, update, delete on public.doctors, public.doctor_contacts to authenticated, service_role;
-- The reading policy of signed-in people speaks of appointments and stands in their chapter.

create policy "doctors: anybody reads available ones" on public.doctors for select to anon using (available);
create policy "doctors: admins add" on public.doctors for insert to authenticated with check ((select private.is_admin()));
create policy "doctors: doctors change their own, admins all" on public.doctors
  for update to authenticated
  using (id = (select private.my_doctor_id()) or (select private.is_admin()))
  with check (id = (select private.my_doctor_id()) or (select private.is_admin()));
create policy "doctors: admins remove" on public.doctors for delete to authenticated using ((select private.is_admin()));

create policy "doctor_contacts: doctors read their own, admins all" on public.doctor_contacts
  for select to authenticated using (doctor_id = (select private.my_doctor_id()) or (select private.is_admin()));
create policy "doctor_contacts: admins add" on public.doctor_contacts for insert to authenticated with check ((select private.is_admin()));
create policy "doctor_contacts: admins change" on public.doctor_contacts
  for update to authenticated using ((select private.is_admin())) with check ((select private.is_admin()));
create policy "doctor_contacts: admins remove" on public.doctor_contacts for delete to authenticated using ((select private.is_admin()));

create view public.doctors_public with (security_invoker = true) as
  select id, first_name, last_name, specialization, bio, available, work_hours, timezone from public.doctors;
grant select on public.doctors_public to anon, authenticated, service_role;

create function public.get_public_doctors() returns setof public.doctors_public
language sql stable set search_path = '' as $$
  select * from public.doctors_public d where d.available order by d.first_name, d.last_name, d.id
$$;

grant execute on function private.my_doctor_id to authenticated, service_role;
grant execute on function public.get_public_doctors to anon, authenticated, service_role;
