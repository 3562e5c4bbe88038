-- Moving an appointment to another time of the same doctor. It keeps its id, complaint, files and notes.
alter table public.appointments
  add column previous_starts_at timestamptz,
  add column rescheduled_at timestamptz,
  add column rescheduled_by text,
  add column reschedule_message text,
  add column reschedule_count integer not null default 0,
  add constraint appointments_rescheduled_by_is_known check (rescheduled_by in ('patient', 'doctor', 'admin')),
  add constraint appointments_reschedule_message_is_short check (char_length(reschedule_message) <= 500),
  add constraint appointments_rescheduled_ones_say_from_when check (
    (reschedule_count > 0) = (previous_starts_at is not null) and (reschedule_count > 0) = (rescheduled_at is not null)
    and (reschedule_count > 0 or reschedule_message is null)
  ),
  add constraint appointments_erased_has_no_message check (erased_at is null or reschedule_message is null);
comment on column public.appointments.previous_starts_at is 'When it would have started before it was moved the last time. Filled in by the database.';
comment on column public.appointments.reschedule_message is 'What the person who moved it wrote; patient, doctor and admins read it.';

-- As before, and what was written with a move goes with the patient's data.
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

-- The answers of the doctor's two constraints, before these would give them: raised with the rights of a definer, theirs would tell
-- the times of the other appointment. Called under the doctor's lock.
create function private.fail_if_doctor_is_busy(doctor uuid, on_date date, at_time text, whole tstzrange, except_id uuid default null) returns void
language plpgsql security definer set search_path = '' as $$
declare
  same_start boolean;
begin
  select bool_or(a.appointment_date = on_date and a.appointment_time = at_time) into same_start
  from public.appointments a
  where a.doctor_id = doctor and a.status <> 'cancelled' and a.id is distinct from except_id
    and (a.blocked && whole or (a.appointment_date = on_date and a.appointment_time = at_time));
  if same_start is not null then
    perform private.fail_as_taken(same_start);
  end if;
end $$;
comment on function private.fail_if_doctor_is_busy is 'Definer: patients never read each other''s appointments.';

create function private.reschedule_appointment(appointment_id uuid, on_date date, at_time text, message text) returns public.appointments
language plpgsql security definer set search_path = '' as $$
declare
  max_a_day constant integer := 60;
  wanted_time text := to_char(at_time::time, 'HH24:MI');
  moved public.appointments;
  is_staff boolean;
  notice_hours integer;
  slot record;
  gap interval;
  ends timestamptz;
begin
  select * into moved from public.appointments a where a.id = reschedule_appointment.appointment_id;
  is_staff := coalesce(moved.doctor_id = private.my_doctor_id(), false) or private.is_admin();
  -- The same answer for an appointment of others and for none at all.
  if moved.id is null or private.me() is null or not (is_staff or moved.user_id = private.me()) then
    perform private.refuse();
  end if;
  -- In the order of bookings. Then the row, as it is once nobody else is moving or ending it.
  perform pg_advisory_xact_lock(hashtextextended('patient:' || moved.user_id, 0));
  perform private.lock_doctor(moved.doctor_id);
  select * into moved from public.appointments a where a.id = moved.id for update;
  if moved.status not in ('pending', 'confirmed') or moved.starts_at <= now() then
    perform private.fail('transition_not_allowed', jsonb_build_object('from', moved.status, 'to', 'rescheduled'));
  end if;
  if not is_staff then
    select d.cancellation_hours into notice_hours from public.doctors d where d.id = moved.doctor_id;
    if now() > moved.starts_at - make_interval(hours => notice_hours) then
      perform private.fail('cancellation_too_late', jsonb_build_object('hours', notice_hours));
    end if;
  end if;

  select * into slot from private.check_slot(moved.user_id, moved.doctor_id, on_date, wanted_time, moved.id);
  gap := private.session_gap(moved.doctor_id);
  ends := slot.starts_at + make_interval(mins => slot.session_duration);
  perform private.fail_if_doctor_is_busy(moved.doctor_id, on_date, wanted_time, tstzrange(slot.starts_at, ends + gap), moved.id);
  -- It is there already: nobody has to be told anything.
  if slot.starts_at = moved.starts_at then
    perform private.fail_as_taken(true);
  end if;
  -- A move writes to two people, as a booking does.
  if not private.is_within_limit('booking:' || moved.user_id, max_a_day, 1440) then
    perform private.fail('too_many_bookings', jsonb_build_object('most', max_a_day));
  end if;

  update public.appointments a set
    appointment_date = on_date,
    appointment_time = wanted_time,
    starts_at = slot.starts_at,
    ends_at = ends,
    timezone = slot.timezone,
    session_duration = slot.session_duration,
    gap_minutes = extract(epoch from gap) / 60,
    blocked = tstzrange(slot.starts_at, ends + gap),
    -- Staff move what they have answered; a patient asks for another time, as with a booking.
    status = case
      when is_staff then a.status
      when private.confirms_automatically(a.doctor_id) then 'confirmed'
      else 'pending'
    end,
    may_overlap = false,
    call_started_at = null,
    previous_starts_at = a.starts_at,
    rescheduled_at = now(),
    rescheduled_by = private.cancelling_party(a),
    reschedule_message = private.blank_to_null(message),
    reschedule_count = a.reschedule_count + 1
  where a.id = moved.id
  returning a.* into moved;
  -- The room of the old time was another one.
  delete from private.call_visits v where v.appointment_id = moved.id;
  -- The patient may have held the new time while choosing it.
  delete from private.slot_holds h where h.user_id = moved.user_id and h.doctor_id = moved.doctor_id and h.blocked && moved.blocked;
  return moved;
end $$;
comment on function private.reschedule_appointment is 'Definer: nobody else moves an appointment, and it looks at others'' appointments and holds. It refuses everybody but patient, doctor and admins first.';

create function public.reschedule_appointment(appointment_id uuid, on_date date, at_time text, message text default null) returns public.appointments
language sql set search_path = '' as $$
  select * from private.reschedule_appointment(reschedule_appointment.appointment_id, on_date, at_time, message)
$$;
grant execute on function private.reschedule_appointment, public.reschedule_appointment to authenticated;

create trigger appointments_announce_move after update on public.appointments
  for each row when (old.reschedule_count <> new.reschedule_count) execute function private.announce_row();

-- Mails told the old time: those that have gone out make room for new ones of the same kind, those that have not are not sent any more.
create function private.retire_mails_about(appointment public.appointments) returns void
language sql security definer set search_path = '' as $$
  update private.mail_outbox m set
    dedupe_key = m.dedupe_key || ':before move ' || appointment.reschedule_count,
    state = case m.state when 'waiting' then 'failed' else m.state end,
    last_error = case m.state when 'waiting' then 'superseded' else m.last_error end,
    payload = case when m.state in ('waiting', 'failed') then null else m.payload end
  where m.dedupe_key in (
    select kind || ':' || appointment.id || ':' || part
    from unnest(array[
      'appointment_created', 'appointment_confirmed', 'appointment_rescheduled', 'appointment_reminder_24h', 'appointment_reminder_1h'
    ]) as kind, unnest(array['patient', 'doctor']) as part
  )
$$;
comment on function private.retire_mails_about is 'Definer: nobody may write the outbox.';

-- As before, and both are told about a move, whose reminders start over.
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

drop trigger appointments_tell on public.appointments;
create trigger appointments_tell after insert or update of status, reschedule_count on public.appointments
  for each row execute function private.tell_about_appointment();

-- As before; a move is told while the appointment is live.
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
          else a.status = 'confirmed'
        end
        and (a.starts_at > now() or mail.kind = 'appointment_cancelled')
    )
  end
  -- Nobody could send it for days, as where mail is only set up later. What was written to the company is worth reading all the same.
  and (mail.kind = 'contact_notice' or mail.next_attempt_at > now() - interval '3 days')
$$;

-- As before, and a move is one entry, whatever it did to the status. Still no text of a note, a reason or a message.
create or replace function private.audit_appointment() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  by_whom text := coalesce(new.cancelled_by, case when auth.uid() is null then 'system' end);
begin
  if new.reschedule_count <> old.reschedule_count then
    perform private.audit(
      'appointment.rescheduled',
      'appointment:' || new.id,
      jsonb_build_object('from', old.starts_at, 'to', new.starts_at, 'by', new.rescheduled_by)
        || case when new.status = old.status then '{}' else jsonb_build_object('status', jsonb_build_array(old.status, new.status)) end
        || case when new.reschedule_message is null then '{}' else jsonb_build_object('fields', jsonb_build_array('reschedule_message')) end
    );
  elsif new.status is distinct from old.status then
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
