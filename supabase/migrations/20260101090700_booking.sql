-- Booking and what may become of it. Constraints decide conflicts; here is what they cannot tell.

-- Definer: it reads schedule and doctor with more than the patient's rights, and answers only for the asked time.
-- Start, zone and length come from one look, so that settings saved meanwhile cannot mix in.
create function private.claim_slot(
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
  if (select count(*) from public.appointments a where a.user_id = patient and a.status in ('pending', 'confirmed') and a.ends_at > now()) >= most_open then
    perform private.fail('too_many_open_appointments', jsonb_build_object('most', most_open));
  end if;
  -- Each booking writes to two people: booking and cancelling in turns must not become a way to flood them.
  if not private.is_within_limit('booking:' || patient, most_a_day, 1440) then
    perform private.fail('too_many_bookings', jsonb_build_object('most', most_a_day));
  end if;
end $$;

-- Invoker: who is not a client (a migration, the demo data) may also record what was not offered.
create function private.prepare_appointment() returns trigger
language plpgsql set search_path = '' as $$
declare
  booked record;
begin
  -- Before any lock and any answer: what stands in another's name is nobody's business here.
  if current_user = 'authenticated' and new.user_id is distinct from private.me() then
    perform private.refuse();
  end if;
  new.patient_complaint := private.trimmed(new.patient_complaint);
  new.appointment_time := to_char(new.appointment_time::time, 'HH24:MI');
  if current_user in ('anon', 'authenticated', 'service_role') then
    select * into booked from private.claim_slot(new.user_id, new.doctor_id, new.appointment_date, new.appointment_time);
  else
    select private.instant_of(new.appointment_date + new.appointment_time::time, d.timezone) as starts_at, d.timezone, d.session_duration
    into booked from public.doctors d where d.id = new.doctor_id;
  end if;
  new.starts_at := booked.starts_at;
  new.timezone := booked.timezone;
  new.session_duration := booked.session_duration;
  new.ends_at := new.starts_at + make_interval(mins => booked.session_duration);
  new.blocked := tstzrange(new.starts_at, new.ends_at + interval '10 minutes');
  return new;
end $$;

create trigger appointments_prepare before insert on public.appointments
  for each row execute function private.prepare_appointment();

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

-- Column grants cannot tell patient, doctor and admin apart: all are `authenticated`. Invoker, as above.
create function private.guard_appointment() returns trigger
language plpgsql set search_path = '' as $$
declare
  -- The new row with all that may change put back: what still differs was not allowed.
  as_before public.appointments := new;
begin
  new.updated_at := now();
  if current_user not in ('anon', 'authenticated', 'service_role') then
    return new;
  end if;
  as_before.status := old.status;
  as_before.notes := old.notes;
  if current_user = 'service_role' then
    as_before.call_started_at := old.call_started_at;
  end if;
  if as_before is distinct from old then
    perform private.fail('appointment_is_fixed');
  end if;
  if current_user = 'service_role' and (new.status, new.notes) is not distinct from (old.status, old.notes) then
    return new;
  end if;
  if new.notes is distinct from old.notes
    and ('cancelled' in (old.status, new.status) or old.erased_at is not null or old.doctor_id is distinct from private.my_doctor_id())
  then
    perform private.fail('note_not_allowed');
  end if;
  if new.status is distinct from old.status then
    perform private.check_transition(old, new);
  end if;
  return new;
end $$;

create trigger appointments_guard before update on public.appointments
  for each row execute function private.guard_appointment();

create function public.get_dashboard_stats(out total bigint, out pending bigint, out confirmed bigint, out today bigint)
language sql stable set search_path = '' as $$
  select count(*),
         count(*) filter (where a.status = 'pending'),
         count(*) filter (where a.status = 'confirmed'),
         -- Today where the doctor is.
         count(*) filter (
           where a.appointment_date between current_date - 1 and current_date + 1
             and a.status <> 'cancelled' and a.appointment_date = (now() at time zone a.timezone)::date
         )
  from public.appointments a
$$;

grant execute on function private.claim_slot, private.check_transition, private.instant_of to authenticated, service_role;
grant execute on function public.get_dashboard_stats to authenticated;
