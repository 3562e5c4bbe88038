-- A patient's live appointments never overlap, with whichever doctors. There is no gap between them, unlike between a doctor's.

alter table public.appointments add column may_overlap boolean not null default false;
comment on column public.appointments.may_overlap is 'Booked while two doctors at one time were still allowed. Set by one migration and by nobody else.';

-- Of those that overlap already, all but the first booked are exempt. They are not new to anybody, so nothing else about them changes.
alter table public.appointments disable trigger user;
update public.appointments a set may_overlap = true
where a.status <> 'cancelled' and exists (
  select from public.appointments earlier
  where earlier.user_id = a.user_id and earlier.status <> 'cancelled'
    and (earlier.created_at, earlier.id) < (a.created_at, a.id)
    and tstzrange(earlier.starts_at, earlier.ends_at) && tstzrange(a.starts_at, a.ends_at)
);
alter table public.appointments enable trigger user;

alter table public.appointments add constraint appointments_patient_is_free
  exclude using gist (user_id with =, tstzrange(starts_at, ends_at) with &&) where (status <> 'cancelled' and not may_overlap);

-- The same, said before the constraint would, because only here the answer can name the other appointment: row level security takes the
-- details out of a constraint's. It also sees the exempt ones. An overlap with the same doctor is left to that doctor's constraints.
-- Called under the patient's lock; `except` is one that is being moved.
create function private.fail_if_patient_is_busy(patient uuid, doctor uuid, starts timestamptz, ends timestamptz, except_id uuid default null) returns void
language plpgsql security definer set search_path = '' as $$
declare
  other record;
begin
  select a.id, a.starts_at, a.ends_at, d.first_name, d.last_name into other
  from public.appointments a join public.doctors d on d.id = a.doctor_id
  where a.user_id = patient and a.doctor_id <> doctor and a.status <> 'cancelled' and a.id is distinct from except_id
    and tstzrange(a.starts_at, a.ends_at) && tstzrange(starts, ends)
  order by a.starts_at limit 1;
  if found then
    raise exception using
      errcode = '23P01', schema = 'public', table = 'appointments', constraint = 'appointments_patient_is_free',
      message = 'conflicting key value violates exclusion constraint "appointments_patient_is_free"',
      detail = jsonb_build_object(
        'appointment_id', other.id, 'starts_at', other.starts_at, 'ends_at', other.ends_at,
        'doctor_first_name', other.first_name, 'doctor_last_name', other.last_name
      )::text;
  end if;
end $$;

-- As in the first release, and now it looks whether the patient is free.
create or replace function private.claim_slot(
  patient uuid, doctor uuid, on_date date, at_time text, out starts_at timestamptz, out timezone text, out session_duration integer
)
language plpgsql security definer set search_path = '' as $$
declare
  most_open constant integer := 10;
  most_a_day constant integer := 60;
begin
  -- One patient's bookings wait for each other, then one doctor's: always in this order.
  perform pg_advisory_xact_lock(hashtextextended('patient:' || patient, 0));
  perform private.lock_doctor(doctor);
  -- Erased while this waited: the policy still sees the account as it was when the request began.
  if exists (select from auth.users u where u.id = patient and u.deleted_at is not null) then
    perform private.refuse();
  end if;
  select s.starts_at, s.timezone, s.session_duration into claim_slot.starts_at, claim_slot.timezone, claim_slot.session_duration
  from private.scheduled_slots(doctor, on_date, on_date) s where s.appointment_time = at_time;
  if not found then
    perform private.fail('slot_not_offered');
  end if;
  perform private.fail_if_patient_is_busy(
    patient, doctor, claim_slot.starts_at, claim_slot.starts_at + make_interval(mins => claim_slot.session_duration)
  );
  if (select count(*) from public.appointments a where a.user_id = patient and a.status in ('pending', 'confirmed') and a.ends_at > now()) >= most_open then
    perform private.fail('too_many_open_appointments', jsonb_build_object('most', most_open));
  end if;
  -- Each booking writes to two people: booking and cancelling in turns must not become a way to flood them.
  if not private.is_within_limit('booking:' || patient, most_a_day, 1440) then
    perform private.fail('too_many_bookings', jsonb_build_object('most', most_a_day));
  end if;
end $$;
