-- The long reminder arrives while the patient can still cancel: 6 hours before the doctor's cancellation window closes, at most 96 hours
-- ahead. Its kind keeps the name '24h', which mails and marks of earlier releases have.

create function private.reminder_lead(kind text, cancellation_hours integer) returns interval
language sql immutable set search_path = '' as $$
  select case kind when '24h' then least(cancellation_hours + 6, 96) * interval '1 hour' else kind::interval end
$$;

-- As before, with each doctor's own lead. The long reminder is not recorded any more once the patient cannot cancel: the short one follows.
create or replace function private.record_due_reminders() returns integer
language plpgsql security definer set search_path = '' as $$
declare
  due record;
  recorded integer := 0;
begin
  for due in
    with marked as (
      insert into private.reminder_marks (appointment_id, kind)
      select a.id, k
      from public.appointments a
      join public.doctors d on d.id = a.doctor_id
      cross join unnest(array['24h', '1h']) as k
      where a.status = 'confirmed' and a.starts_at > now()
        -- No reminder is due earlier than this. The bound lets the index on the start find the few rows.
        and a.starts_at <= now() + interval '96 hours'
        and a.starts_at <= now() + private.reminder_lead(k, d.cancellation_hours)
        and (k <> '24h' or a.starts_at > now() + d.cancellation_hours * interval '1 hour')
        and not exists (select from private.reminder_marks r where r.appointment_id = a.id and r.kind = k)
      on conflict do nothing
      returning appointment_id, kind
    )
    select a as appointment, marked.kind
    from marked join public.appointments a on a.id = marked.appointment_id
  loop
    perform private.record_appointment_mail(due.appointment, 'appointment_reminder_' || due.kind);
    recorded := recorded + 1;
  end loop;
  return recorded;
end $$;

-- As before, with each doctor's own lead.
create or replace function private.tell_about_appointment() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
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
    select new.id, k
    from unnest(array['24h', '1h']) as k, public.doctors d
    where d.id = new.doctor_id and new.starts_at <= now() + private.reminder_lead(k, d.cancellation_hours)
    on conflict do nothing;
  end if;
  return null;
end $$;

-- As before; a long reminder that could not be sent in time is dropped, because it names an hour until which the patient can cancel.
create or replace function private.is_still_true(mail private.mail_outbox) returns boolean
language sql stable security definer set search_path = '' as $$
  select case
    when mail.kind like 'contact\_%' then exists (
      select from public.contact_messages c where c.id = private.uuid_or_null(mail.payload ->> 'message_id')
    )
    else exists (
      select from public.appointments a
      where a.id = private.uuid_or_null(mail.payload ->> 'appointment_id')
        and case mail.kind
          when 'appointment_created' then a.status = 'pending'
          when 'appointment_cancelled' then a.status = 'cancelled'
          when 'appointment_rescheduled' then a.status in ('pending', 'confirmed')
          when 'appointment_reminder_24h' then a.status = 'confirmed' and exists (
            select from public.doctors d where d.id = a.doctor_id and a.starts_at > now() + d.cancellation_hours * interval '1 hour'
          )
          else a.status = 'confirmed'
        end
        and (a.starts_at > now() or mail.kind = 'appointment_cancelled')
    )
  end
  -- Nobody could send it for days, as where mail is only set up later. What was written to the company is worth reading all the same.
  and (mail.kind = 'contact_notice' or mail.next_attempt_at > now() - interval '3 days')
$$;
