-- Written by `npm run types` from the catalogue. Migrations change the schema; reviews read the difference here.

create table private.undoable_moves (
  appointment_id uuid not null,
  moved_by uuid not null,
  moved_at timestamp with time zone not null default now(),
  before jsonb not null,
  reminders text[] not null,
  constraint undoable_moves_appointment_id_fkey FOREIGN KEY (appointment_id) REFERENCES public.appointments(id) ON DELETE CASCADE,
  constraint undoable_moves_moved_by_fkey FOREIGN KEY (moved_by) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint undoable_moves_pkey PRIMARY KEY (appointment_id)
);
CREATE INDEX undoable_moves_moved_by_idx ON private.undoable_moves USING btree (moved_by);
CREATE INDEX undoable_moves_moved_at_idx ON private.undoable_moves USING btree (moved_at);
alter table private.undoable_moves enable row level security;

CREATE OR REPLACE FUNCTION private.doctor_is_missing(appointment public.appointments)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select appointment.status = 'confirmed' and appointment.call_started_at is null
    and now() >= appointment.starts_at + interval '10 minutes'
    and (
      exists (select from private.call_visits v where v.appointment_id = appointment.id and v.part = 'patient')
      or exists (select from private.waiting_patients w where w.appointment_id = appointment.id)
    )
$function$;
comment on function private.doctor_is_missing(public.appointments) is 'Definer: nobody reads who came to a call. Clients cannot call it.';

CREATE OR REPLACE FUNCTION private.forget_undoable_move()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  delete from private.undoable_moves u where u.appointment_id = new.id;
  return null;
end $function$;
comment on function private.forget_undoable_move() is 'Definer: nobody may write what can be undone.';

CREATE OR REPLACE FUNCTION private.move_appointment(appointment_id uuid, on_date date, at_time text, message text, type_id uuid)
 RETURNS public.appointments
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
  moved := private.reschedule_appointment(before.id, on_date, at_time, message, move_appointment.type_id);
  update private.mail_outbox m set next_attempt_at = now() + undo_time
  where m.dedupe_key = any (private.keys_about('appointment_rescheduled', moved.id)) and m.state = 'waiting';
  delete from private.undoable_moves u where u.appointment_id = moved.id or u.moved_at < now() - interval '1 minute';
  insert into private.undoable_moves (appointment_id, moved_by, before, reminders)
  select moved.id, private.me(), to_jsonb(changed), marks
  from (
    select before.appointment_date, before.appointment_time, before.starts_at, before.ends_at, before.timezone, before.session_duration,
           before.gap_minutes, before.blocked, before.may_overlap, before.call_started_at, before.previous_starts_at, before.rescheduled_at,
           before.rescheduled_by, before.reschedule_message, before.reschedule_count, before.status,
           before.type_id, before.type_name, before.fee_minor, before.fee_currency, before.fee_agreed_at, before.fee_text_version,
           before.fee_language
  ) as changed;
  return moved;
end $function$;
comment on function private.move_appointment(uuid,date,text,text,uuid) is 'Definer: it delays mails and keeps what undoing restores. It refuses everybody but the doctor and admins first.';
grant execute on function private.move_appointment(uuid,date,text,text,uuid) to authenticated;

CREATE OR REPLACE FUNCTION private.propose_moves(doctor_id uuid, ids uuid[])
 RETURNS TABLE(id uuid, proposed_date date, proposed_time text, proposed_at timestamp with time zone)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  margin constant interval := interval '1 hour';
  max_days_ahead constant integer := 62;
  max_tried constant integer := 2000;
  max_per_day integer;
  own_minutes integer;
  minutes integer;
  session interval;
  gap interval;
  first_day date;
  last_day date;
  days date[];
  times text[];
  starts timestamptz[];
  per_day jsonb;
  next integer := 1;
  one record;
  busy tstzmultirange;
  slot record;
  given tstzmultirange := '{}';
  given_patients uuid[] := '{}';
  given_spans tstzrange[] := '{}';
begin
  select d.max_appointments_per_day, d.session_duration, make_interval(mins => d.gap_minutes)
  into max_per_day, own_minutes, gap from public.doctors d where d.id = propose_moves.doctor_id;
  select min(a.starts_at)::date - 1, max(a.starts_at)::date + 1 + max_days_ahead into first_day, last_day
  from public.appointments a where a.id = any (ids);
  if max_per_day is not null then
    select coalesce(jsonb_object_agg(a.appointment_date, a.number), '{}') into per_day
    from (
      select a.appointment_date, count(*) as number from public.appointments a
      where a.doctor_id = propose_moves.doctor_id and a.status <> 'cancelled' and a.appointment_date between first_day and last_day
      group by a.appointment_date
    ) as a;
  end if;
  for minutes in
    select distinct case when a.type_id is null then own_minutes else a.session_duration end as minutes
    from public.appointments a where a.id = any (ids) order by minutes desc
  loop
    session := make_interval(mins => minutes);
    next := 1;
    select array_agg(s.day order by s.starts_at), array_agg(s.appointment_time order by s.starts_at), array_agg(s.starts_at order by s.starts_at)
    into days, times, starts
    from private.free_slots(propose_moves.doctor_id, first_day, last_day, minutes) s;
    for one in
      select a.id, a.user_id, a.starts_at from public.appointments a
      where a.id = any (ids) and case when a.type_id is null then own_minutes else a.session_duration end = minutes
      order by a.starts_at, a.id
    loop
      while starts[next] <= one.starts_at loop
        next := next + 1;
      end loop;
      select coalesce(range_agg(tstzrange(b.span_start - margin, b.span_end + margin)), '{}') into busy
      from (
        select a.starts_at, a.ends_at from public.appointments a
        where a.user_id = one.user_id and a.id <> one.id and a.status <> 'cancelled' and a.ends_at > now()
        union all
        select lower(g.span), upper(g.span) from unnest(given_patients, given_spans) as g (patient, span) where g.patient = one.user_id
      ) as b (span_start, span_end);
      select s.day, s.at_time, s.starts_at into slot
      from unnest(days[next:next + max_tried], times[next:next + max_tried], starts[next:next + max_tried]) with ordinality as s (day, at_time, starts_at, place)
      where s.starts_at < one.starts_at + make_interval(days => max_days_ahead)
        and not given && tstzrange(s.starts_at, s.starts_at + session + gap)
        and not busy && tstzrange(s.starts_at, s.starts_at + session)
        and (max_per_day is null or coalesce((per_day ->> s.day::text)::integer, 0) < max_per_day)
      order by s.place limit 1;
      id := one.id;
      proposed_date := slot.day;
      proposed_time := slot.at_time;
      proposed_at := slot.starts_at;
      if slot.starts_at is not null then
        given := given + tstzmultirange(tstzrange(slot.starts_at, slot.starts_at + session + gap));
        given_patients := given_patients || one.user_id;
        given_spans := given_spans || tstzrange(slot.starts_at, slot.starts_at + session);
        per_day := jsonb_set(per_day, array[slot.day::text], to_jsonb(coalesce((per_day ->> slot.day::text)::integer, 0) + 1));
      end if;
      return next;
    end loop;
  end loop;
end $function$;
comment on function private.propose_moves(uuid,uuid[]) is 'Definer: it looks at everything that the patients have. Only list_affected_appointments calls it, after its own check.';

CREATE OR REPLACE FUNCTION private.reschedule_appointment(appointment_id uuid, on_date date, at_time text, message text, type_id uuid)
 RETURNS public.appointments
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  max_a_day constant integer := 60;
  wanted_time text := to_char(at_time::time, 'HH24:MI');
  moved public.appointments;
  chosen public.appointment_types;
  -- Null without a type: as long as the doctor's sessions are now.
  minutes integer;
  is_staff boolean;
  holder uuid;
  was_missed boolean;
  notice_hours integer;
  slot record;
  gap interval;
  ends timestamptz;
begin
  select * into moved from public.appointments a where a.id = reschedule_appointment.appointment_id;
  is_staff := coalesce(moved.doctor_id = private.my_doctor_id(), false) or private.is_admin();
  -- The same answer for an appointment of others and for none at all.
  if moved.id is null or private.me() is null or not (is_staff or moved.user_id = any (private.my_people())) then
    perform private.refuse();
  end if;
  -- In the order of bookings. Then the row, as it is once nobody else is moving or ending it.
  perform private.lock_booking(moved.user_id, moved.doctor_id);
  select * into moved from public.appointments a where a.id = moved.id for update;
  -- A guardian's right may have ended while this waited.
  if not (is_staff or moved.user_id = any (private.my_people())) then
    perform private.refuse();
  end if;
  holder := case when is_staff then moved.user_id else private.me() end;
  was_missed := not is_staff and private.doctor_is_missing(moved);
  if moved.status not in ('pending', 'confirmed') or (moved.starts_at <= now() and not was_missed) then
    perform private.fail('transition_not_allowed', jsonb_build_object('from', moved.status, 'to', 'rescheduled'));
  end if;
  if not (is_staff or was_missed) then
    select d.cancellation_hours into notice_hours from public.doctors d where d.id = moved.doctor_id;
    if now() > moved.starts_at - make_interval(hours => notice_hours) then
      perform private.fail('cancellation_too_late', jsonb_build_object('hours', notice_hours));
    end if;
  end if;

  if reschedule_appointment.type_id is null or reschedule_appointment.type_id = moved.type_id then
    minutes := case when moved.type_id is not null then moved.session_duration end;
  elsif is_staff then
    chosen := private.type_to_book(moved.doctor_id, reschedule_appointment.type_id, moved.user_id, true);
    minutes := chosen.minutes;
    moved := private.with_type(moved, chosen);
  else
    perform private.fail('type_is_fixed');
  end if;
  select * into slot from private.check_slot(moved.user_id, moved.doctor_id, on_date, wanted_time, moved.id, holder, minutes);
  gap := private.session_gap(moved.doctor_id);
  ends := slot.starts_at + make_interval(mins => slot.session_duration);
  perform private.fail_if_doctor_is_busy(moved.doctor_id, on_date, wanted_time, tstzrange(slot.starts_at, ends + gap), moved.id);
  -- It is there already: nobody has to be told anything.
  if slot.starts_at = moved.starts_at then
    perform private.fail_as_taken(true);
  end if;
  -- A move writes to two people, as a booking does.
  if not private.is_within_limit('booking:' || holder, max_a_day, 1440) then
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
    reschedule_count = a.reschedule_count + 1,
    type_id = moved.type_id,
    type_name = moved.type_name,
    fee_minor = moved.fee_minor,
    fee_currency = moved.fee_currency,
    fee_agreed_at = moved.fee_agreed_at,
    fee_text_version = moved.fee_text_version,
    fee_language = moved.fee_language
  where a.id = moved.id
  returning a.* into moved;
  -- The room of the old time was another one.
  delete from private.call_visits v where v.appointment_id = moved.id;
  -- The patient may have held the new time while choosing it.
  delete from private.slot_holds h where h.user_id = holder and h.doctor_id = moved.doctor_id and h.blocked && moved.blocked;
  return moved;
end $function$;
comment on function private.reschedule_appointment(uuid,date,text,text,uuid) is 'Definer: nobody else moves an appointment, and it looks at others'' appointments and holds. It refuses everybody but patient, doctor and admins first.';
grant execute on function private.reschedule_appointment(uuid,date,text,text,uuid) to authenticated;

CREATE OR REPLACE FUNCTION private.undo_move(appointment_id uuid)
 RETURNS public.appointments
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
    -- The patient has agreed to the fee of the other type.
    or moved.fee_agreed_at > undoable.moved_at
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
      previous_starts_at, rescheduled_at, rescheduled_by, reschedule_message, reschedule_count,
      type_id, type_name, fee_minor, fee_currency, fee_agreed_at, fee_text_version, fee_language)
    = (before.appointment_date, before.appointment_time, before.starts_at, before.ends_at, before.timezone, before.session_duration,
      before.gap_minutes, before.blocked, before.may_overlap, before.call_started_at,
      before.previous_starts_at, before.rescheduled_at, before.rescheduled_by, before.reschedule_message, before.reschedule_count,
      before.type_id, before.type_name, before.fee_minor, before.fee_currency, before.fee_agreed_at, before.fee_text_version, before.fee_language)
  where a.id = moved.id returning a.* into moved;
  delete from private.reminder_marks r where r.appointment_id = moved.id;
  insert into private.reminder_marks (appointment_id, kind) select moved.id, kind from unnest(undoable.reminders) as kind;
  delete from private.undoable_moves u where u.appointment_id = moved.id;
  return moved;
end $function$;
comment on function private.undo_move(uuid) is 'Definer: nobody else moves an appointment or takes a mail back. It refuses everybody but the doctor and admins first, and gives only the person who made the move a few seconds.';
grant execute on function private.undo_move(uuid) to authenticated;

CREATE OR REPLACE FUNCTION public.move_appointment(appointment_id uuid, on_date date, at_time text, message text DEFAULT NULL::text, type_id uuid DEFAULT NULL::uuid)
 RETURNS public.appointments
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select * from private.move_appointment(move_appointment.appointment_id, on_date, at_time, message, move_appointment.type_id)
$function$;
grant execute on function public.move_appointment(uuid,date,text,text,uuid) to authenticated;

CREATE OR REPLACE FUNCTION public.reschedule_appointment(appointment_id uuid, on_date date, at_time text, message text DEFAULT NULL::text, type_id uuid DEFAULT NULL::uuid)
 RETURNS public.appointments
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select * from private.reschedule_appointment(reschedule_appointment.appointment_id, on_date, at_time, message, reschedule_appointment.type_id)
$function$;
grant execute on function public.reschedule_appointment(uuid,date,text,text,uuid) to authenticated;

CREATE OR REPLACE FUNCTION public.undo_move(appointment_id uuid)
 RETURNS public.appointments
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select * from private.undo_move(undo_move.appointment_id)
$function$;
grant execute on function public.undo_move(uuid) to authenticated;
