-- How an appointment ends: who cancelled it and why, requests whose time passed without an answer, and visits that nobody closed.

alter table public.appointments
  add column cancelled_by text,
  add column cancellation_reason text,
  add constraint appointments_cancelled_by_is_known check (cancelled_by in ('patient', 'doctor', 'admin', 'expired')),
  add constraint appointments_cancellation_reason_is_short check (char_length(cancellation_reason) <= 500),
  -- What was cancelled in the first release has neither.
  add constraint appointments_only_cancelled_ones_say_who_and_why check (status = 'cancelled' or (cancelled_by is null and cancellation_reason is null)),
  add constraint appointments_erased_has_no_reason check (erased_at is null or cancellation_reason is null);
comment on column public.appointments.cancelled_by is 'patient, doctor, admin, or expired: nobody answered the request in time. Filled in by the database.';
comment on column public.appointments.cancellation_reason is 'What the doctor or an admin wrote when cancelling; the patient reads it.';

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

-- As in the first release, and now it fills in who cancelled and guards the reason.
create or replace function private.guard_appointment() returns trigger
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
  if current_user = 'service_role' then
    as_before.call_started_at := old.call_started_at;
  end if;
  if as_before is distinct from old then
    perform private.fail('appointment_is_fixed');
  end if;
  if current_user = 'service_role'
    and (new.status, new.notes, new.cancellation_reason) is not distinct from (old.status, old.notes, old.cancellation_reason)
  then
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

-- As in the first release, but nobody is told about a request whose time has passed: nothing could be done about it any more.
create or replace function private.tell_about_appointment() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'INSERT' and new.status = 'pending' then
    perform private.record_appointment_mail(new, 'appointment_created');
  elsif tg_op = 'UPDATE' and new.status is distinct from old.status and new.status in ('confirmed', 'cancelled')
    and not (old.status = 'pending' and old.starts_at <= now())
  then
    perform private.record_appointment_mail(new, 'appointment_' || new.status);
  end if;
  -- Confirmed so late that a reminder's moment has passed: the confirmation has just said the same.
  if new.status = 'confirmed' then
    insert into private.reminder_marks (appointment_id, kind)
    select new.id, k from unnest(array['24h', '1h']) as k where new.starts_at <= now() + k::interval
    on conflict do nothing;
  end if;
  return null;
end $$;

-- As in the first release, and now it says who cancelled, or that nobody did it but the schedule. Still no text of a note or a reason.
create or replace function private.audit_appointment() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  by_whom text := coalesce(new.cancelled_by, case when auth.uid() is null then 'system' end);
begin
  if new.status is distinct from old.status then
    perform private.audit(
      'appointment.' || new.status,
      'appointment:' || new.id,
      jsonb_strip_nulls(jsonb_build_object('from', old.status, 'to', new.status, 'by', by_whom))
        || case when new.cancellation_reason is null then '{}' else jsonb_build_object('fields', jsonb_build_array('cancellation_reason')) end
    );
  end if;
  if new.notes is distinct from old.notes then
    perform private.audit('appointment.note', 'appointment:' || new.id, jsonb_build_object('fields', jsonb_build_array('notes')));
  end if;
  return null;
end $$;

-- What is due for each of the two.
create index appointments_pending_starts_at_idx on public.appointments (starts_at) where status = 'pending';
create index appointments_confirmed_ends_at_idx on public.appointments (ends_at) where status = 'confirmed';

-- The oldest first, at most `most` of each kind a call. Whoever acts on one at this moment has it: it is passed over.
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
end $$;

create function public.close_past_appointments(most integer default 200) returns table (expired integer, completed integer)
language sql set search_path = '' as $$ select * from private.close_past_appointments(most) $$;
grant execute on function private.close_past_appointments, public.close_past_appointments to service_role;

insert into private.scheduled_functions values ('close-appointments', '*/5 * * * *');

-- A request whose time has passed waits for nobody, whether or not the schedule has come to it.
create or replace function public.get_dashboard_stats(out total bigint, out pending bigint, out confirmed bigint, out today bigint)
language sql stable set search_path = '' as $$
  select count(*),
         count(*) filter (where a.status = 'pending' and a.starts_at > now()),
         count(*) filter (where a.status = 'confirmed'),
         -- Today where the doctor is.
         count(*) filter (
           where a.appointment_date between current_date - 1 and current_date + 1
             and a.status <> 'cancelled' and a.appointment_date = (now() at time zone a.timezone)::date
         )
  from public.appointments a
$$;
