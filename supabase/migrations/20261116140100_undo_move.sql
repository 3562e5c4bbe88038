-- Moving an appointment in the calendar, with some seconds to undo it before anybody is written to. The move is made at once, so nothing
-- is lost if the page closes; only its mails wait.

-- What undoing has to restore. A row is useless after a few seconds; the next move removes it.
create table private.undoable_moves (
  appointment_id uuid primary key references public.appointments (id) on delete cascade,
  moved_by uuid not null references auth.users (id) on delete cascade,
  moved_at timestamptz not null default now(),
  -- The columns of the appointment that the move has changed.
  before jsonb not null,
  -- The reminders that had been sent for the old time.
  reminders text[] not null
);
create index undoable_moves_moved_by_idx on private.undoable_moves (moved_by);
create index undoable_moves_moved_at_idx on private.undoable_moves (moved_at);
alter table private.undoable_moves enable row level security;

-- What was written with an earlier move is erased with the patient's data.
create function private.forget_undoable_move() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from private.undoable_moves u where u.appointment_id = new.id;
  return null;
end $$;
comment on function private.forget_undoable_move is 'Definer: nobody may write what can be undone.';
create trigger appointments_forget_undoable_move after update of erased_at on public.appointments
  for each row when (new.erased_at is not null) execute function private.forget_undoable_move();

-- As before; an undone move is told to nobody, because the move itself was not.
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
    select new.id, k from unnest(array['24h', '1h']) as k where new.starts_at <= now() + k::interval
    on conflict do nothing;
  end if;
  return null;
end $$;

-- As before, and an undone move has an entry of its own.
create or replace function private.audit_appointment() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  by_whom text := coalesce(new.cancelled_by, case when auth.uid() is null then 'system' end);
begin
  if new.reschedule_count < old.reschedule_count then
    perform private.audit(
      'appointment.move_undone', 'appointment:' || new.id, jsonb_build_object('from', old.starts_at, 'to', new.starts_at)
    );
  elsif new.reschedule_count <> old.reschedule_count then
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

create function private.move_appointment(appointment_id uuid, on_date date, at_time text, message text) returns public.appointments
language plpgsql security definer set search_path = '' as $$
declare
  -- The page offers to undo for 10 seconds. Two more, so that a press at the last moment still arrives in time.
  undo_time constant interval := interval '12 seconds';
  before public.appointments;
  marks text[];
  moved public.appointments;
begin
  select * into before from public.appointments a where a.id = move_appointment.appointment_id;
  if before.id is null or (before.doctor_id = private.my_doctor_id() or private.is_admin()) is not true then
    perform private.refuse();
  end if;
  -- In the order of bookings. Then everything as it is once nobody else is moving it.
  perform pg_advisory_xact_lock(hashtextextended('patient:' || before.user_id, 0));
  perform private.lock_doctor(before.doctor_id);
  select * into before from public.appointments a where a.id = before.id for update;
  marks := array(select r.kind from private.reminder_marks r where r.appointment_id = before.id);
  moved := private.reschedule_appointment(before.id, on_date, at_time, message);
  update private.mail_outbox m set next_attempt_at = now() + undo_time
  where m.dedupe_key = any (private.keys_about('appointment_rescheduled', moved.id)) and m.state = 'waiting';
  delete from private.undoable_moves u where u.appointment_id = moved.id or u.moved_at < now() - interval '1 minute';
  insert into private.undoable_moves (appointment_id, moved_by, before, reminders)
  select moved.id, private.me(), to_jsonb(changed), marks
  from (
    select before.appointment_date, before.appointment_time, before.starts_at, before.ends_at, before.timezone, before.session_duration,
           before.gap_minutes, before.blocked, before.may_overlap, before.call_started_at, before.previous_starts_at, before.rescheduled_at,
           before.rescheduled_by, before.reschedule_message, before.reschedule_count, before.status
  ) as changed;
  return moved;
end $$;
comment on function private.move_appointment is 'Definer: it delays mails and keeps what undoing restores. It refuses everybody but the doctor and admins first.';

create function public.move_appointment(appointment_id uuid, on_date date, at_time text, message text default null) returns public.appointments
language sql set search_path = '' as $$
  select * from private.move_appointment(move_appointment.appointment_id, on_date, at_time, message)
$$;

-- Puts an appointment back where it was, for the person who has just moved it, while its mails still wait.
create function private.undo_move(appointment_id uuid) returns public.appointments
language plpgsql security definer set search_path = '' as $$
declare
  max_age constant interval := interval '15 seconds';
  moved public.appointments;
  undoable private.undoable_moves;
  before public.appointments;
  suffix text;
begin
  select * into moved from public.appointments a where a.id = undo_move.appointment_id;
  if moved.id is null or (moved.doctor_id = private.my_doctor_id() or private.is_admin()) is not true then
    perform private.refuse();
  end if;
  perform pg_advisory_xact_lock(hashtextextended('patient:' || moved.user_id, 0));
  perform private.lock_doctor(moved.doctor_id);
  select * into moved from public.appointments a where a.id = moved.id for update;
  select * into undoable from private.undoable_moves u where u.appointment_id = moved.id and u.moved_by = private.me();
  before := jsonb_populate_record(moved, undoable.before);
  -- In a statement of its own, so that the next one sees what a sender at the same moment has left.
  perform from private.mail_outbox m where m.dedupe_key = any (private.keys_about('appointment_rescheduled', moved.id)) for update;
  -- Somebody has moved, answered or ended it since, or a mail is on its way.
  if undoable.appointment_id is null or undoable.moved_at < now() - max_age
    or (moved.status, moved.reschedule_count) is distinct from (before.status, before.reschedule_count + 1)
    or exists (
      select from private.mail_outbox m
      where m.dedupe_key = any (private.keys_about('appointment_rescheduled', moved.id)) and (m.state <> 'waiting' or m.attempts > 0)
    )
  then
    perform private.fail('undo_too_late');
  end if;
  if not before.may_overlap then
    perform private.fail_if_patient_is_busy(moved.user_id, moved.doctor_id, before.starts_at, before.ends_at, moved.id);
  end if;
  perform private.fail_if_slot_is_held(moved.user_id, moved.doctor_id, before.starts_at, before.ends_at);
  perform private.fail_if_doctor_is_busy(moved.doctor_id, before.appointment_date, before.appointment_time, before.blocked, moved.id);

  delete from private.mail_outbox m where m.dedupe_key = any (private.keys_about('appointment_rescheduled', moved.id));
  -- Mails about the old time are true again. Those that were still waiting are sent after all.
  suffix := ':before move ' || moved.reschedule_count;
  update private.mail_outbox m set
    dedupe_key = left(m.dedupe_key, -length(suffix)),
    state = case when m.last_error = 'superseded' then 'waiting' else m.state end,
    payload = case
      when m.last_error = 'superseded' then jsonb_build_object('appointment_id', moved.id, 'to', split_part(m.dedupe_key, ':', 3))
      else m.payload
    end,
    last_error = nullif(m.last_error, 'superseded')
  where m.dedupe_key in (
    select kind || ':' || moved.id || ':' || part || suffix
    from unnest(array[
      'appointment_created', 'appointment_confirmed', 'appointment_rescheduled', 'appointment_reminder_24h', 'appointment_reminder_1h'
    ]) as kind, unnest(array['patient', 'doctor']) as part
  );
  update public.appointments a set
    (appointment_date, appointment_time, starts_at, ends_at, timezone, session_duration, gap_minutes, blocked, may_overlap, call_started_at,
      previous_starts_at, rescheduled_at, rescheduled_by, reschedule_message, reschedule_count)
    = (before.appointment_date, before.appointment_time, before.starts_at, before.ends_at, before.timezone, before.session_duration,
      before.gap_minutes, before.blocked, before.may_overlap, before.call_started_at,
      before.previous_starts_at, before.rescheduled_at, before.rescheduled_by, before.reschedule_message, before.reschedule_count)
  where a.id = moved.id returning a.* into moved;
  delete from private.reminder_marks r where r.appointment_id = moved.id;
  insert into private.reminder_marks (appointment_id, kind) select moved.id, kind from unnest(undoable.reminders) as kind;
  delete from private.undoable_moves u where u.appointment_id = moved.id;
  return moved;
end $$;
comment on function private.undo_move is 'Definer: nobody else moves an appointment or takes a mail back. It refuses everybody but the doctor and admins first, and gives only the person who made the move a few seconds.';

create function public.undo_move(appointment_id uuid) returns public.appointments
language sql set search_path = '' as $$
  select * from private.undo_move(undo_move.appointment_id)
$$;

grant execute on function private.move_appointment, public.move_appointment, private.undo_move, public.undo_move to authenticated;
