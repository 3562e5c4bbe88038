-- Mails about appointments. The patient reads who cancelled: they themselves, staff because they asked, or staff for another reason; that a
-- consultation did not take place; and that a request expired without an answer.
create or replace function private.tell_about_appointment() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  -- A request whose time passed without an answer. Nobody hears of one that ended days ago, as after a long pause of the server.
  is_expired constant boolean := tg_op = 'UPDATE' and old.status = 'pending' and old.starts_at <= now();
begin
  -- A move that is undone tells nobody.
  if tg_op = 'UPDATE' and new.reschedule_count < old.reschedule_count then
    return null;
  end if;
  if tg_op = 'INSERT' and new.status = 'pending' then
    perform private.record_appointment_mail(new, 'appointment_created');
  elsif tg_op = 'INSERT' and new.status = 'confirmed' and auth.uid() is not null then
    perform private.record_appointment_mail(new, 'appointment_confirmed');
  elsif tg_op = 'UPDATE' and new.reschedule_count <> old.reschedule_count then
    perform private.retire_mails_about(new);
    perform private.record_appointment_mail(new, 'appointment_rescheduled');
    delete from private.reminder_marks r where r.appointment_id = new.id;
  elsif tg_op = 'UPDATE' and new.status is distinct from old.status and new.status in ('confirmed', 'cancelled')
    and not (is_expired and (new.cancelled_by = 'patient' or old.starts_at <= now() - interval '3 days'))
  then
    perform private.record_appointment_mail(new, 'appointment_' || new.status, case
      when new.cancelled_by = 'patient' then 'cancelled_by_patient'
      when is_expired then 'expired'
      when new.cancelled_by in ('doctor', 'admin') and old.status = 'confirmed' and old.starts_at <= now() then 'not_held'
      when new.cancelled_by in ('doctor', 'admin') and new.cancellation_reason = 'patient_asked' then 'cancelled_on_request'
      when new.cancelled_by in ('doctor', 'admin') and old.status = 'pending' then 'rejected'
      when new.cancelled_by in ('doctor', 'admin') then 'called_off'
    end);
  end if;
  -- Confirmed so late that a reminder's moment has passed: the confirmation has just said the same.
  if new.status = 'confirmed' then
    insert into private.reminder_marks (appointment_id, kind)
    select new.id, k
    from unnest(array['24h', '1h']) as k, public.doctors d
    where d.id = new.doctor_id and new.starts_at <= now() + private.reminder_lead(k, d.cancellation_hours)
    on conflict do nothing;
  end if;
  return null;
end $$;
