-- Appointments: a patient asks, the doctor or an admin answers. Date and time are wall clock in the doctor's zone.
create type public.appointment_status as enum ('pending', 'confirmed', 'completed', 'cancelled');

create table public.appointments (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null default auth.uid() references public.profiles (user_id),
  doctor_id uuid not null references public.doctors (id),
  appointment_date date not null,
  appointment_time text not null constraint appointments_time_is_hh_mm check (appointment_time ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  patient_complaint text,
  notes text constraint appointments_notes_are_short check (char_length(notes) <= 5000),
  status public.appointment_status not null default 'pending',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- As booked, always filled in by a trigger: a later change of the doctor's settings moves nothing.
  -- The defaults only tell the generated types that a client leaves these out.
  starts_at timestamptz not null default now(),
  ends_at timestamptz not null default now(),
  timezone text not null default '',
  session_duration integer not null default 0,
  -- The session and the 10 minutes after it. Kept, because an index may not add an interval to an instant.
  blocked tstzrange not null default 'empty',
  call_started_at timestamptz,
  -- When the patient had their data erased, complaint, note and files with it.
  erased_at timestamptz,
  constraint appointments_complaint_is_given
    check (erased_at is not null or (patient_complaint is not null and char_length(private.trimmed(patient_complaint)) between 1 and 2000)),
  constraint appointments_erased_is_empty check (erased_at is null or (patient_complaint is null and notes is null)),
  constraint appointments_starts_when_its_clock_says check ((starts_at at time zone timezone) = appointment_date + appointment_time::time),
  constraint appointments_session_is_as_long_as_booked check (ends_at = starts_at + make_interval(mins => session_duration)),
  constraint appointments_blocked_is_session_and_gap check (blocked = tstzrange(starts_at, ends_at + interval '10 minutes'))
);

-- Before the exclusion constraint: the first one made answers first, so that the same start is 23505 and an overlap 23P01.
create unique index appointments_slot_is_single on public.appointments (doctor_id, appointment_date, appointment_time) where status <> 'cancelled';
alter table public.appointments add constraint appointments_doctor_is_free
  exclude using gist (doctor_id with =, blocked with &&) where (status <> 'cancelled');

create index appointments_user_id_appointment_date_idx on public.appointments (user_id, appointment_date);
create index appointments_doctor_id_appointment_date_idx on public.appointments (doctor_id, appointment_date, appointment_time);
create index appointments_pending_idx on public.appointments (created_at desc) where status = 'pending';
create index appointments_appointment_date_idx on public.appointments (appointment_date);

alter table public.appointments enable row level security;
grant select, update on public.appointments to authenticated, service_role;
grant insert (id, user_id, doctor_id, appointment_date, appointment_time, patient_complaint, status) on public.appointments to authenticated, service_role;

-- The doctors whose appointments the caller may see: an admin's are all. As a list, because "or is admin" in a policy
-- would make every read of this table a scan.
create function private.my_doctor_ids() returns uuid[]
language sql stable security definer set search_path = '' as $$
  select case when private.is_admin() then array(select d.id from public.doctors d) else array(select private.my_doctor_id()) end
$$;
grant execute on function private.my_doctor_ids to authenticated, service_role;

create policy "appointments: patient, doctor and admins read" on public.appointments
  for select to authenticated
  using (user_id = (select auth.uid()) or doctor_id = any ((select private.my_doctor_ids())::uuid[]));
create policy "appointments: patients ask for themselves" on public.appointments
  for insert to authenticated with check (user_id = (select private.me()) and status = 'pending');
-- Which of them may change what is told by name, in the chapter of transitions.
create policy "appointments: patient, doctor and admins change" on public.appointments
  for update to authenticated
  using (user_id = (select private.me()) or doctor_id = any ((select private.my_doctor_ids())::uuid[]))
  with check (user_id = (select private.me()) or doctor_id = any ((select private.my_doctor_ids())::uuid[]));

-- Two policies of earlier chapters that had to wait for this table.
create policy "profiles: people read their own, doctors their patients', admins all" on public.profiles
  for select to authenticated using (
    user_id = (select auth.uid())
    or (select private.is_admin())
    or exists (
      select from public.appointments a
      where a.user_id = profiles.user_id and a.doctor_id = (select private.my_doctor_id()) and a.status <> 'cancelled'
    )
  );
create policy "doctors: people read available ones, their own doctors and themselves" on public.doctors
  for select to authenticated using (
    available
    or user_id = (select auth.uid())
    or (select private.is_admin())
    or exists (select from public.appointments a where a.doctor_id = doctors.id and a.user_id = (select auth.uid()))
  );
