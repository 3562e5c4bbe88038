-- Mails say how an appointment ended: a request that was rejected, an appointment that was called off, or one that the patient cancelled.
-- A completed one can carry the mark that the patient did not come.
alter table public.appointments
  add column did_not_come boolean not null default false,
  add constraint appointments_only_completed_ones_were_missed check (not did_not_come or status = 'completed');
comment on column public.appointments.did_not_come is 'The doctor''s mark on a completed appointment that the patient missed.';

-- As before, and the doctor marks that the patient did not come.
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

-- As before; `variant` chooses among the texts of one kind.
drop function private.record_appointment_mail(public.appointments, text);
create function private.record_appointment_mail(appointment public.appointments, kind text, variant text default null) returns void
language sql security definer set search_path = '' as $$
  insert into private.mail_outbox (kind, recipient, user_id, language, payload, dedupe_key)
  select record_appointment_mail.kind, person.address, person.id, person.language,
         jsonb_strip_nulls(jsonb_build_object('appointment_id', appointment.id, 'to', person.part, 'variant', variant)),
         record_appointment_mail.kind || ':' || appointment.id || ':' || person.part
  from private.people_of(appointment) as person
  where person.address is not null
  on conflict (dedupe_key) do nothing
$$;
comment on function private.record_appointment_mail is 'Definer: nobody may write the outbox.';

-- As before, and a cancellation says which one it was.
create or replace function private.tell_about_appointment() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'INSERT' and new.status = 'pending' then
    perform private.record_appointment_mail(new, 'appointment_created');
  elsif tg_op = 'INSERT' and new.status = 'confirmed' and auth.uid() is not null then
    perform private.record_appointment_mail(new, 'appointment_confirmed');
  elsif tg_op = 'UPDATE' and new.reschedule_count <> old.reschedule_count then
    perform private.retire_mails_about(new);
    perform private.record_appointment_mail(new, 'appointment_rescheduled');
    delete from private.reminder_marks r where r.appointment_id = new.id;
  elsif tg_op = 'UPDATE' and new.status is distinct from old.status and new.status in ('confirmed', 'cancelled')
    and not (old.status = 'pending' and old.starts_at <= now())
  then
    perform private.record_appointment_mail(new, 'appointment_' || new.status, case
      when new.cancelled_by = 'patient' then 'cancelled_by_patient'
      when new.cancelled_by in ('doctor', 'admin') and old.status = 'pending' then 'rejected'
      when new.cancelled_by in ('doctor', 'admin') then 'called_off'
    end);
  end if;
  -- Confirmed so late that a reminder's moment has passed: the confirmation has just said the same.
  if new.status = 'confirmed' then
    insert into private.reminder_marks (appointment_id, kind)
    select new.id, k from unnest(array['24h', '1h']) as k where new.starts_at <= now() + k::interval
    on conflict do nothing;
  end if;
  return null;
end $$;

create function private.audit_attendance() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.audit(
    'appointment.attendance', 'appointment:' || new.id, jsonb_build_object('fields', jsonb_build_array('did_not_come'), 'to', new.did_not_come)
  );
  return null;
end $$;
comment on function private.audit_attendance is 'Definer: clients may change appointments and may not call private.audit, which takes any text.';

create trigger appointments_audit_attendance after update on public.appointments
  for each row when (old.did_not_come <> new.did_not_come) execute function private.audit_attendance();
