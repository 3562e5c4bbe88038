-- Appointments: a patient asks, the doctor or an admin answers. The table, who reads and changes it, and what may become of an appointment.
-- Date and time are wall clock in the doctor's zone.

-- Bodies of functions may mention what a later file makes.
set check_function_bodies = off;

create type public.appointment_status as enum ('pending', 'confirmed', 'completed', 'cancelled');

create table public.appointments (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null default auth.uid() references private.profiles (user_id),
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
  -- The session and the gap after it. Kept, because an index may not add an interval to an instant.
  blocked tstzrange not null default 'empty',
  call_started_at timestamptz,
  -- When the patient had their data erased, complaint, note and files with it.
  erased_at timestamptz,
  may_overlap boolean not null default false,
  cancelled_by text constraint appointments_cancelled_by_is_known check (cancelled_by in ('patient', 'doctor', 'admin', 'expired')),
  cancellation_reason text constraint appointments_cancellation_reason_is_short check (char_length(cancellation_reason) <= 500),
  -- As booked, like the zone and the length.
  gap_minutes integer not null default 10,
  -- An appointment that is moved to another time of the same doctor keeps its id, complaint, files and notes.
  previous_starts_at timestamptz,
  rescheduled_at timestamptz,
  rescheduled_by text constraint appointments_rescheduled_by_is_known check (rescheduled_by in ('patient', 'doctor', 'admin')),
  reschedule_message text constraint appointments_reschedule_message_is_short check (char_length(reschedule_message) <= 500),
  reschedule_count integer not null default 0,
  did_not_come boolean not null default false,
  -- Ending a call changes no status. The patient cannot come back until the doctor has opened the call again.
  call_ended_at timestamptz,
  -- The time of the note itself: `updated_at` also follows the status.
  notes_updated_at timestamptz,
  constraint appointments_complaint_is_given
    check (erased_at is not null or (patient_complaint is not null and char_length(private.trimmed(patient_complaint)) between 1 and 2000)),
  constraint appointments_erased_is_empty check (erased_at is null or (patient_complaint is null and notes is null)),
  constraint appointments_erased_has_no_reason check (erased_at is null or cancellation_reason is null),
  constraint appointments_erased_has_no_message check (erased_at is null or reschedule_message is null),
  constraint appointments_starts_when_its_clock_says check ((starts_at at time zone timezone) = appointment_date + appointment_time::time),
  constraint appointments_session_is_as_long_as_booked check (ends_at = starts_at + make_interval(mins => session_duration)),
  constraint appointments_blocked_is_session_and_gap check (blocked = tstzrange(starts_at, ends_at + make_interval(mins => gap_minutes))),
  -- A cancelled one may have neither.
  constraint appointments_only_cancelled_ones_say_who_and_why check (status = 'cancelled' or (cancelled_by is null and cancellation_reason is null)),
  constraint appointments_only_completed_ones_were_missed check (not did_not_come or status = 'completed'),
  constraint appointments_rescheduled_ones_say_from_when check (
    (reschedule_count > 0) = (previous_starts_at is not null) and (reschedule_count > 0) = (rescheduled_at is not null)
    and (reschedule_count > 0 or reschedule_message is null)
  ),
  constraint appointments_only_started_calls_end check (call_ended_at is null or call_started_at is not null)
);
comment on column public.appointments.may_overlap is 'Booked while two doctors at one time were still allowed. Set by one migration and by nobody else.';
comment on column public.appointments.cancelled_by is 'patient, doctor, admin, or expired: nobody answered the request in time. Filled in by the database.';
comment on column public.appointments.cancellation_reason is 'What the doctor or an admin wrote when cancelling; the patient reads it.';
comment on column public.appointments.previous_starts_at is 'When it would have started before it was moved the last time. Filled in by the database.';
comment on column public.appointments.reschedule_message is 'What the person who moved it wrote; patient, doctor and admins read it.';
comment on column public.appointments.did_not_come is 'The doctor''s mark on a completed appointment that the patient missed.';
comment on column public.appointments.call_ended_at is 'When the doctor ended the call; null again once the doctor has opened it again. Filled in by the database.';
comment on column public.appointments.notes_updated_at is 'When the note was last changed. Null for a note that has not changed since this column exists.';
-- Before the exclusion constraint: the first one made answers first, so that the same start is 23505 and an overlap 23P01.
create unique index appointments_slot_is_single on public.appointments (doctor_id, appointment_date, appointment_time) where status <> 'cancelled';
alter table public.appointments add constraint appointments_doctor_is_free
  exclude using gist (doctor_id with =, blocked with &&) where (status <> 'cancelled');
create index appointments_user_id_appointment_date_idx on public.appointments (user_id, appointment_date);
create index appointments_doctor_id_appointment_date_idx on public.appointments (doctor_id, appointment_date, appointment_time);
create index appointments_pending_idx on public.appointments (created_at desc) where status = 'pending';
create index appointments_appointment_date_idx on public.appointments (appointment_date);
create index appointments_confirmed_starts_at_idx on public.appointments (starts_at) where status = 'confirmed';
-- A patient's live appointments never overlap, with whichever doctors. There is no gap between them, unlike between a doctor's.
alter table public.appointments add constraint appointments_patient_is_free
  exclude using gist (user_id with =, tstzrange(starts_at, ends_at) with &&) where (status <> 'cancelled' and not may_overlap);
-- For closing appointments whose time has passed.
create index appointments_pending_starts_at_idx on public.appointments (starts_at) where status = 'pending';
create index appointments_confirmed_ends_at_idx on public.appointments (ends_at) where status = 'confirmed';
-- The order of the list. `id` makes it unambiguous.
create index appointments_starts_at_id_idx on public.appointments (starts_at, id);
create index appointments_doctor_id_starts_at_id_idx on public.appointments (doctor_id, starts_at, id);
create index appointments_status_starts_at_id_idx on public.appointments (status, starts_at, id);
-- Whether somebody is a doctor's patient, found at once: through the patient's appointments it took longer the more of them there were.
create index appointments_user_id_doctor_id_idx on public.appointments (user_id, doctor_id) where status <> 'cancelled';
alter table public.appointments enable row level security;
grant select, update on public.appointments to authenticated, service_role;
grant insert (id, user_id, doctor_id, appointment_date, appointment_time, patient_complaint, status) on public.appointments to authenticated, service_role;

create policy "appointments: patient, doctor and admins read" on public.appointments
  for select to authenticated
  using (user_id = (select auth.uid()) or doctor_id = any ((select private.my_doctor_ids())::uuid[]));
-- The row that is checked is the one that the trigger has prepared.
create policy "appointments: patients ask for themselves" on public.appointments
  for insert to authenticated with check (
    user_id = (select private.me())
    and (status = 'pending' or (status = 'confirmed' and private.confirms_automatically(doctor_id)))
  );
-- Which of them may change what, `private.guard_appointment` tells by name.
create policy "appointments: patient, doctor and admins change" on public.appointments
  for update to authenticated
  using (user_id = (select private.me()) or doctor_id = any ((select private.my_doctor_ids())::uuid[]))
  with check (user_id = (select private.me()) or doctor_id = any ((select private.my_doctor_ids())::uuid[]));
create policy "doctors: people read available ones, their own doctors and themselves" on public.doctors
  for select to authenticated using (
    available
    or user_id = (select auth.uid())
    or (select private.is_admin())
    or exists (select from public.appointments a where a.doctor_id = doctors.id and a.user_id = (select auth.uid()))
  );
-- A doctor reads names and contact of patients as admins do, from the copy without health data. Health data is read by its owner, and by
-- the doctor through `open_patient_card` only.
-- The first condition names the table that is left out, because PostgreSQL may judge a row without knowing its table (`tableoid` is 0 then).
create policy "profiles: people read all of their own, doctors and admins the copy without health data" on private.profiles
  for select to authenticated using (
    (tableoid <> 'private.profiles_without_health'::regclass and user_id = (select auth.uid()))
    or (
      tableoid = 'private.profiles_without_health'::regclass
      and user_id <> (select auth.uid())
      and (
        (select private.is_admin())
        or exists (
          select from public.appointments a
          where a.user_id = profiles.user_id and a.doctor_id = (select private.my_doctor_id()) and a.status <> 'cancelled'
        )
      )
    )
  );

create function private.check_transition(old_row public.appointments, new_row public.appointments) returns void
language plpgsql stable set search_path = '' as $$
declare
  is_patient boolean := coalesce(old_row.user_id = private.me(), false);
  is_doctor boolean := coalesce(old_row.doctor_id = private.my_doctor_id(), false);
  is_staff boolean := is_doctor or private.is_admin();
  has_started boolean := old_row.starts_at <= now();
  notice_hours integer;
  allowed boolean := case (old_row.status::text || ' ' || new_row.status::text)
    when 'pending confirmed' then is_staff and not has_started
    when 'pending cancelled' then is_staff or is_patient
    when 'confirmed completed' then is_doctor and has_started
    when 'confirmed cancelled' then is_staff or is_patient
    else false
  end;
begin
  if not allowed then
    perform private.fail('transition_not_allowed', jsonb_build_object('from', old_row.status, 'to', new_row.status));
  end if;
  if old_row.status = 'confirmed' and new_row.status = 'cancelled' and not is_staff then
    select d.cancellation_hours into notice_hours from public.doctors d where d.id = old_row.doctor_id;
    if now() > old_row.starts_at - make_interval(hours => notice_hours) then
      perform private.fail('cancellation_too_late', jsonb_build_object('hours', notice_hours));
    end if;
  end if;
end $$;
grant execute on function private.check_transition to authenticated, service_role;

-- By the caller and not by their rights: an admin who cancels their own appointment does so as its patient.
create function private.cancelling_party(appointment public.appointments) returns text
language sql stable set search_path = '' as $$
  select case
    when appointment.user_id = auth.uid() then 'patient'
    when appointment.doctor_id = private.my_doctor_id() then 'doctor'
    when private.is_admin() then 'admin'
  end
$$;
grant execute on function private.cancelling_party to authenticated, service_role;

-- Column grants cannot tell patient, doctor and admin apart: all are `authenticated`. Invoker, so that it knows who they are.
-- It fills in who cancelled, guards the reason and the doctor's mark that the patient did not come, and lets what was written with a move
-- go with the patient's data.
create function private.guard_appointment() returns trigger
language plpgsql set search_path = '' as $$
declare
  -- The new row with all that may change put back: what still differs was not allowed.
  as_before public.appointments := new;
  is_cancelling boolean := new.status = 'cancelled' and old.status <> 'cancelled';
begin
  new.updated_at := now();
  new.cancellation_reason := private.blank_to_null(new.cancellation_reason);
  -- The patient had their data erased: what was written about them goes with it.
  if new.erased_at is not null then
    new.cancellation_reason := null;
    new.reschedule_message := null;
  end if;
  if current_user not in ('anon', 'authenticated', 'service_role') then
    if is_cancelling then
      new.cancelled_by := coalesce(new.cancelled_by, private.cancelling_party(old));
    end if;
    return new;
  end if;
  as_before.status := old.status;
  as_before.notes := old.notes;
  as_before.cancellation_reason := old.cancellation_reason;
  as_before.did_not_come := old.did_not_come;
  if current_user = 'service_role' then
    as_before.call_started_at := old.call_started_at;
  end if;
  if as_before is distinct from old then
    perform private.fail('appointment_is_fixed');
  end if;
  if current_user = 'service_role'
    and (new.status, new.notes, new.cancellation_reason, new.did_not_come)
      is not distinct from (old.status, old.notes, old.cancellation_reason, old.did_not_come)
  then
    return new;
  end if;
  if new.notes is distinct from old.notes
    and ('cancelled' in (old.status, new.status) or old.erased_at is not null or old.doctor_id is distinct from private.my_doctor_id())
  then
    perform private.fail('note_not_allowed');
  end if;
  if new.did_not_come <> old.did_not_come and old.doctor_id is distinct from private.my_doctor_id() then
    perform private.fail('attendance_not_allowed');
  end if;
  if new.status is distinct from old.status then
    perform private.check_transition(old, new);
  end if;
  if is_cancelling then
    new.cancelled_by := private.cancelling_party(old);
  end if;
  -- With the cancellation or never, and not by the patient.
  if new.cancellation_reason is distinct from old.cancellation_reason
    and not (is_cancelling and new.cancelled_by in ('doctor', 'admin'))
  then
    perform private.fail('reason_not_allowed');
  end if;
  return new;
end $$;
create trigger appointments_guard before update on public.appointments
  for each row execute function private.guard_appointment();

-- The oldest first, at most `most` of each kind a call. Whoever acts on one at this moment has it: it is passed over.
-- It also removes holds that have expired and patients who wait no longer. They count for nothing as it is; removing a hold tells open
-- pages that the time is free again.
create function private.close_past_appointments(most integer, out expired integer, out completed integer)
language plpgsql security definer set search_path = '' as $$
declare
  at_most integer := greatest(1, least(most, 1000));
begin
  update public.appointments a set status = 'cancelled', cancelled_by = 'expired'
  from (
    select p.id from public.appointments p where p.status = 'pending' and p.starts_at <= now()
    order by p.starts_at limit at_most for update skip locked
  ) as due
  where a.id = due.id;
  get diagnostics expired = row_count;
  update public.appointments a set status = 'completed'
  from (
    select c.id from public.appointments c where c.status = 'confirmed' and c.ends_at <= now() - interval '7 days'
    order by c.ends_at limit at_most for update skip locked
  ) as due
  where a.id = due.id;
  get diagnostics completed = row_count;
  delete from private.slot_holds h
  using (
    select o.user_id from private.slot_holds o where o.expires_at <= now() order by o.expires_at limit at_most for update skip locked
  ) as due
  where h.user_id = due.user_id;
  perform private.remove_stale_waiting(null, at_most);
end $$;
comment on function private.close_past_appointments is 'Definer: nobody else may end an appointment for either side. Only the secret key calls it.';

create function public.close_past_appointments(most integer default 200) returns table (expired integer, completed integer)
language sql set search_path = '' as $$ select * from private.close_past_appointments(most) $$;
grant execute on function private.close_past_appointments, public.close_past_appointments to service_role;

-- The counters of a doctor's panel in one request, as the caller may see them.
create function public.get_doctor_stats(doctor_id uuid, out today bigint, out upcoming bigint, out total bigint, out leave_days bigint)
language sql stable set search_path = '' as $$
  select count(*) filter (where a.status <> 'cancelled' and a.appointment_date = there.today),
         count(*) filter (where a.status in ('pending', 'confirmed') and a.starts_at > now()),
         count(a.id),
         -- There may be several leaves on one day.
         (select count(distinct l.leave_date) from public.doctor_leave l where l.doctor_id = $1 and l.leave_date >= there.today)
  from (select coalesce((select (now() at time zone d.timezone)::date from public.doctors d where d.id = $1), current_date) as today) as there
  left join public.appointments a on a.doctor_id = $1
  group by there.today
$$;
grant execute on function public.get_doctor_stats to authenticated;

-- A doctor who lets a patient wait cannot note that the patient did not come.
create function private.guard_attendance() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if exists (select from private.waiting_patients w where w.appointment_id = new.id and w.left_at is null and private.is_seen(w.last_seen_at)) then
    perform private.fail('patient_is_waiting');
  end if;
  return new;
end $$;
comment on function private.guard_attendance is 'Definer: nobody reads who waits.';
create trigger appointments_guard_attendance before update on public.appointments
  for each row when (new.did_not_come and not old.did_not_come) execute function private.guard_attendance();

-- An appointment that is moved has another call.
create function private.reset_call_end() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.call_ended_at := null;
  return new;
end $$;
create trigger appointments_reset_call_end before update on public.appointments
  for each row when (new.call_started_at is null and new.call_ended_at is not null) execute function private.reset_call_end();

-- For admins it also says what a new clinic lacks: doctors, and hours of those whom patients find.
-- A request whose time has passed waits for nobody, whether or not the schedule has come to it.
create function public.get_dashboard_stats(
  out total bigint, out pending bigint, out confirmed bigint, out today bigint, out doctors bigint, out without_hours bigint
)
language sql stable set search_path = '' as $$
  select a.*, d.*
  from (
    select count(*),
           count(*) filter (where a.status = 'pending' and a.starts_at > now()),
           count(*) filter (where a.status = 'confirmed'),
           -- Today where the doctor is.
           count(*) filter (
             where a.appointment_date between current_date - 1 and current_date + 1
               and a.status <> 'cancelled' and a.appointment_date = (now() at time zone a.timezone)::date
           )
    from public.appointments a
  ) as a
  cross join (
    select count(*),
           count(*) filter (
             where d.available and not exists (select from public.doctor_availability w where w.doctor_id = d.id and w.is_available)
           )
    from public.doctors d
  ) as d
$$;
grant execute on function public.get_dashboard_stats to authenticated;

