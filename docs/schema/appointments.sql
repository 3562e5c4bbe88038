-- Written by `npm run types` from the catalogue. Migrations change the schema; reviews read the difference here.

create type public.appointment_status as enum ('pending', 'confirmed', 'completed', 'cancelled');

create table public.appointments (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null default auth.uid(),
  doctor_id uuid not null,
  appointment_date date not null,
  appointment_time text not null,
  patient_complaint text,
  notes text,
  status public.appointment_status not null default 'pending'::public.appointment_status,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  starts_at timestamp with time zone not null default now(),
  ends_at timestamp with time zone not null default now(),
  timezone text not null default ''::text,
  session_duration integer not null default 0,
  blocked tstzrange not null default 'empty'::tstzrange,
  call_started_at timestamp with time zone,
  erased_at timestamp with time zone,
  may_overlap boolean not null default false,
  cancelled_by text,
  cancellation_reason text,
  gap_minutes integer not null default 10,
  previous_starts_at timestamp with time zone,
  rescheduled_at timestamp with time zone,
  rescheduled_by text,
  reschedule_message text,
  reschedule_count integer not null default 0,
  did_not_come boolean not null default false,
  call_ended_at timestamp with time zone,
  notes_updated_at timestamp with time zone,
  booked_by uuid,
  type_id uuid,
  type_name jsonb,
  fee_minor integer,
  fee_currency text,
  fee_agreed_at timestamp with time zone,
  fee_text_version text,
  fee_language text,
  paid_minor bigint not null default 0,
  refunded_minor bigint not null default 0,
  waived_minor bigint not null default 0,
  payment_state text,
  answered_at timestamp with time zone,
  constraint appointments_booked_by_fkey FOREIGN KEY (booked_by) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint appointments_doctor_id_fkey FOREIGN KEY (doctor_id) REFERENCES public.doctors(id),
  constraint appointments_doctor_is_free EXCLUDE USING gist (doctor_id WITH =, blocked WITH &&) WHERE ((status <> 'cancelled'::public.appointment_status)),
  constraint appointments_patient_is_free EXCLUDE USING gist (user_id WITH =, tstzrange(starts_at, ends_at) WITH &&) WHERE (((status <> 'cancelled'::public.appointment_status) AND (NOT may_overlap))),
  constraint appointments_pkey PRIMARY KEY (id),
  constraint appointments_type_id_fkey FOREIGN KEY (type_id) REFERENCES public.appointment_types(id),
  constraint appointments_user_id_fkey FOREIGN KEY (user_id) REFERENCES private.profiles(user_id),
  constraint appointments_blocked_is_session_and_gap CHECK ((blocked = tstzrange(starts_at, (ends_at + make_interval(mins => gap_minutes))))),
  constraint appointments_cancellation_reason_is_short CHECK ((char_length(cancellation_reason) <= 500)),
  constraint appointments_cancelled_by_is_known CHECK ((cancelled_by = ANY (ARRAY['patient'::text, 'doctor'::text, 'admin'::text, 'expired'::text]))),
  constraint appointments_complaint_is_given CHECK (((erased_at IS NOT NULL) OR ((patient_complaint IS NOT NULL) AND ((char_length(private.trimmed(patient_complaint)) >= 1) AND (char_length(private.trimmed(patient_complaint)) <= 2000))))),
  constraint appointments_erased_has_no_message CHECK (((erased_at IS NULL) OR (reschedule_message IS NULL))),
  constraint appointments_erased_has_no_reason CHECK (((erased_at IS NULL) OR (cancellation_reason IS NULL))),
  constraint appointments_erased_is_empty CHECK (((erased_at IS NULL) OR ((patient_complaint IS NULL) AND (notes IS NULL)))),
  constraint appointments_fee_currency_is_offered CHECK (private.is_offered_currency(fee_currency)),
  constraint appointments_fee_has_a_currency CHECK (((fee_minor IS NULL) = (fee_currency IS NULL))),
  constraint appointments_fee_is_sane CHECK (private.is_possible_fee(fee_minor)),
  constraint appointments_fee_language_is_offered CHECK (private.is_offered_language(fee_language)),
  constraint appointments_fee_text_version_is_a_date CHECK ((fee_text_version ~ '^\d{4}-\d{2}-\d{2}$'::text)),
  constraint appointments_notes_are_short CHECK ((char_length(notes) <= 5000)),
  constraint appointments_only_agreed_fees_have_a_wording CHECK (((fee_agreed_at IS NOT NULL) OR ((fee_text_version IS NULL) AND (fee_language IS NULL)))),
  constraint appointments_only_cancelled_ones_say_who_and_why CHECK (((status = 'cancelled'::public.appointment_status) OR ((cancelled_by IS NULL) AND (cancellation_reason IS NULL)))),
  constraint appointments_only_completed_ones_were_missed CHECK (((NOT did_not_come) OR (status = 'completed'::public.appointment_status))),
  constraint appointments_only_known_fees_are_agreed CHECK (((fee_agreed_at IS NULL) OR (fee_minor IS NOT NULL))),
  constraint appointments_only_started_calls_end CHECK (((call_ended_at IS NULL) OR (call_started_at IS NOT NULL))),
  constraint appointments_payment_state_is_known CHECK ((payment_state = ANY (ARRAY['unpaid'::text, 'paid'::text, 'refunded'::text, 'waived'::text]))),
  constraint appointments_refunds_were_paid CHECK (((refunded_minor >= 0) AND (refunded_minor <= paid_minor))),
  constraint appointments_reschedule_message_is_short CHECK ((char_length(reschedule_message) <= 500)),
  constraint appointments_rescheduled_by_is_known CHECK ((rescheduled_by = ANY (ARRAY['patient'::text, 'doctor'::text, 'admin'::text]))),
  constraint appointments_rescheduled_ones_say_from_when CHECK ((((reschedule_count > 0) = (previous_starts_at IS NOT NULL)) AND ((reschedule_count > 0) = (rescheduled_at IS NOT NULL)) AND ((reschedule_count > 0) OR (reschedule_message IS NULL)))),
  constraint appointments_session_is_as_long_as_booked CHECK ((ends_at = (starts_at + make_interval(mins => session_duration)))),
  constraint appointments_settled_is_within_the_fee CHECK ((((paid_minor - refunded_minor) + waived_minor) <= COALESCE(fee_minor, 0))),
  constraint appointments_starts_when_its_clock_says CHECK (((starts_at AT TIME ZONE timezone) = (appointment_date + (appointment_time)::time without time zone))),
  constraint appointments_time_is_hh_mm CHECK ((appointment_time ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'::text)),
  constraint appointments_type_has_a_name CHECK (((type_id IS NULL) = (type_name IS NULL))),
  constraint appointments_waived_is_not_negative CHECK ((waived_minor >= 0))
);
comment on column public.appointments.may_overlap is 'Booked while two doctors at one time were still allowed, or for two records that turned out to be one person. Set by one migration and by claiming.';
comment on column public.appointments.cancelled_by is 'patient, doctor, admin, or expired: nobody answered the request in time. Filled in by the database.';
comment on column public.appointments.cancellation_reason is 'What the doctor or an admin wrote when cancelling; the patient reads it.';
comment on column public.appointments.previous_starts_at is 'When it would have started before it was moved the last time. Filled in by the database.';
comment on column public.appointments.reschedule_message is 'What the person who moved it wrote; patient, doctor and admins read it.';
comment on column public.appointments.did_not_come is 'The doctor''s mark on a completed appointment that the patient missed.';
comment on column public.appointments.call_ended_at is 'When the doctor ended the call; null again once the doctor has opened it again. Filled in by the database.';
comment on column public.appointments.notes_updated_at is 'When the note was last changed. Null for a note that has not changed since this column exists.';
comment on column public.appointments.booked_by is 'The account that booked: the patient, a guardian or staff. Set by a trigger; null where it is not known, as for appointments from before this column.';
comment on column public.appointments.type_name is 'The names of the type when it was booked, by language.';
comment on column public.appointments.fee_minor is 'As booked, in minor units. Null with a type: on request, and staff have not entered it yet.';
comment on column public.appointments.fee_agreed_at is 'When the patient or a guardian agreed to the fee. Null while it waits for their agreement.';
comment on column public.appointments.fee_text_version is 'The wording beside the fee that was agreed to, by its date.';
comment on column public.appointments.payment_state is 'unpaid, paid, refunded (all of it was given back), waived; null where there is no fee or a fee of zero. Filled in by the database.';
comment on column public.appointments.answered_at is 'When a doctor or an admin last confirmed or rejected the request. Null for what was confirmed automatically. Filled in by the database.';
CREATE UNIQUE INDEX appointments_slot_is_single ON public.appointments USING btree (doctor_id, appointment_date, appointment_time) WHERE (status <> 'cancelled'::public.appointment_status);
CREATE INDEX appointments_user_id_appointment_date_idx ON public.appointments USING btree (user_id, appointment_date);
CREATE INDEX appointments_doctor_id_appointment_date_idx ON public.appointments USING btree (doctor_id, appointment_date, appointment_time);
CREATE INDEX appointments_pending_idx ON public.appointments USING btree (created_at DESC) WHERE (status = 'pending'::public.appointment_status);
CREATE INDEX appointments_appointment_date_idx ON public.appointments USING btree (appointment_date);
CREATE INDEX appointments_confirmed_starts_at_idx ON public.appointments USING btree (starts_at) WHERE (status = 'confirmed'::public.appointment_status);
CREATE INDEX appointments_pending_starts_at_idx ON public.appointments USING btree (starts_at) WHERE (status = 'pending'::public.appointment_status);
CREATE INDEX appointments_confirmed_ends_at_idx ON public.appointments USING btree (ends_at) WHERE (status = 'confirmed'::public.appointment_status);
CREATE INDEX appointments_starts_at_id_idx ON public.appointments USING btree (starts_at, id);
CREATE INDEX appointments_doctor_id_starts_at_id_idx ON public.appointments USING btree (doctor_id, starts_at, id);
CREATE INDEX appointments_status_starts_at_id_idx ON public.appointments USING btree (status, starts_at, id);
CREATE INDEX appointments_user_id_doctor_id_idx ON public.appointments USING btree (user_id, doctor_id) WHERE (status <> 'cancelled'::public.appointment_status);
CREATE INDEX appointments_booked_by_idx ON public.appointments USING btree (booked_by);
CREATE INDEX appointments_type_id_idx ON public.appointments USING btree (type_id);
CREATE INDEX appointments_unpaid_idx ON public.appointments USING btree (starts_at, id) WHERE ((payment_state = 'unpaid'::text) AND (status <> 'cancelled'::public.appointment_status));
CREATE INDEX appointments_overview_idx ON public.appointments USING btree (starts_at) INCLUDE (status, doctor_id, user_id, session_duration, did_not_come, cancelled_by, created_at, answered_at, rescheduled_by, rescheduled_at, fee_currency, fee_minor, fee_agreed_at, paid_minor, refunded_minor);
alter table public.appointments enable row level security;
grant select, update on public.appointments to authenticated;
grant select, update on public.appointments to service_role;
grant insert (id, user_id, doctor_id, appointment_date, appointment_time, patient_complaint, status, type_id, fee_minor, fee_currency, fee_text_version, fee_language) on public.appointments to authenticated;
grant insert (id, user_id, doctor_id, appointment_date, appointment_time, patient_complaint, status, type_id, fee_minor, fee_currency, fee_text_version, fee_language) on public.appointments to service_role;

create policy "appointments: patient, doctor and admins change" on public.appointments
  for update to authenticated
  using ((user_id = ANY (( SELECT private.my_people() AS my_people)::uuid[])) OR (doctor_id = ANY (( SELECT private.my_doctor_ids() AS my_doctor_ids)::uuid[])))
  with check ((user_id = ANY (( SELECT private.my_people() AS my_people)::uuid[])) OR (doctor_id = ANY (( SELECT private.my_doctor_ids() AS my_doctor_ids)::uuid[])));

create policy "appointments: patient, doctor and admins read" on public.appointments
  for select to authenticated
  using ((user_id = ANY (( SELECT private.my_people() AS my_people)::uuid[])) OR (doctor_id = ANY (( SELECT private.my_doctor_ids() AS my_doctor_ids)::uuid[])));

create policy "appointments: patients and guardians ask" on public.appointments
  for insert to authenticated
  with check ((user_id = ANY (( SELECT private.my_people() AS my_people)::uuid[])) AND ((status = 'pending'::public.appointment_status) OR ((status = 'confirmed'::public.appointment_status) AND private.confirms_automatically(doctor_id))));

CREATE TRIGGER appointments_announce_length AFTER UPDATE ON public.appointments FOR EACH ROW WHEN (((old.blocked IS DISTINCT FROM new.blocked) AND (old.reschedule_count = new.reschedule_count))) EXECUTE FUNCTION private.announce_row();

CREATE TRIGGER appointments_announce_move AFTER UPDATE ON public.appointments FOR EACH ROW WHEN ((old.reschedule_count <> new.reschedule_count)) EXECUTE FUNCTION private.announce_row();

CREATE TRIGGER appointments_announce_new AFTER INSERT ON public.appointments REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION private.announce_changed_slots();

CREATE TRIGGER appointments_announce_status AFTER UPDATE ON public.appointments FOR EACH ROW WHEN (((old.status = 'cancelled'::public.appointment_status) IS DISTINCT FROM (new.status = 'cancelled'::public.appointment_status))) EXECUTE FUNCTION private.announce_row();

CREATE TRIGGER appointments_audit AFTER UPDATE ON public.appointments FOR EACH ROW EXECUTE FUNCTION private.audit_appointment();

CREATE TRIGGER appointments_audit_attendance AFTER UPDATE ON public.appointments FOR EACH ROW WHEN ((old.did_not_come <> new.did_not_come)) EXECUTE FUNCTION private.audit_attendance();

CREATE TRIGGER appointments_audit_guardians_booking AFTER INSERT ON public.appointments FOR EACH ROW WHEN ((new.booked_by <> new.user_id)) EXECUTE FUNCTION private.audit_guardians_booking();

CREATE TRIGGER appointments_audit_type AFTER UPDATE OF type_id ON public.appointments FOR EACH ROW WHEN ((old.type_id IS DISTINCT FROM new.type_id)) EXECUTE FUNCTION private.audit_type_change();

CREATE TRIGGER appointments_drop_hidden_note AFTER UPDATE OF erased_at ON public.appointments FOR EACH ROW WHEN ((new.erased_at IS NOT NULL)) EXECUTE FUNCTION private.drop_hidden_note();

CREATE TRIGGER appointments_drop_messages AFTER UPDATE OF erased_at ON public.appointments FOR EACH ROW WHEN ((new.erased_at IS NOT NULL)) EXECUTE FUNCTION private.drop_messages();

CREATE TRIGGER appointments_drop_private_note AFTER UPDATE OF erased_at ON public.appointments FOR EACH ROW WHEN ((new.erased_at IS NOT NULL)) EXECUTE FUNCTION private.drop_private_note();

CREATE TRIGGER appointments_drop_saved_draft AFTER UPDATE OF notes ON public.appointments FOR EACH ROW WHEN ((new.notes IS DISTINCT FROM old.notes)) EXECUTE FUNCTION private.drop_note_draft('note');

CREATE TRIGGER appointments_drop_useless_draft AFTER UPDATE OF status, erased_at ON public.appointments FOR EACH ROW WHEN (((new.erased_at IS NOT NULL) OR (new.status = 'cancelled'::public.appointment_status))) EXECUTE FUNCTION private.drop_note_draft();

CREATE TRIGGER appointments_end_waiting AFTER UPDATE ON public.appointments FOR EACH ROW WHEN (((old.status = 'confirmed'::public.appointment_status) AND (((((old.status IS DISTINCT FROM new.status) OR (old.starts_at IS DISTINCT FROM new.starts_at)) OR (old.doctor_id IS DISTINCT FROM new.doctor_id)) OR (old.call_started_at IS DISTINCT FROM new.call_started_at)) OR (old.call_ended_at IS DISTINCT FROM new.call_ended_at)))) EXECUTE FUNCTION private.end_waiting();

CREATE TRIGGER appointments_forget_answers AFTER UPDATE OF erased_at, status ON public.appointments FOR EACH ROW WHEN (((new.erased_at IS NOT NULL) OR (new.status = 'cancelled'::public.appointment_status))) EXECUTE FUNCTION private.forget_answers();

CREATE TRIGGER appointments_forget_undoable_move AFTER UPDATE OF erased_at ON public.appointments FOR EACH ROW WHEN ((new.erased_at IS NOT NULL)) EXECUTE FUNCTION private.forget_undoable_move();

CREATE TRIGGER appointments_guard BEFORE UPDATE ON public.appointments FOR EACH ROW EXECUTE FUNCTION private.guard_appointment();

CREATE TRIGGER appointments_guard_attendance BEFORE UPDATE ON public.appointments FOR EACH ROW WHEN ((new.did_not_come AND (NOT old.did_not_come))) EXECUTE FUNCTION private.guard_attendance();

CREATE TRIGGER appointments_keep_hidden_note BEFORE UPDATE OF notes ON public.appointments FOR EACH ROW WHEN (((new.notes IS NOT NULL) AND (new.notes IS DISTINCT FROM old.notes))) EXECUTE FUNCTION private.keep_hidden_note();

CREATE TRIGGER appointments_note_answer BEFORE UPDATE ON public.appointments FOR EACH ROW WHEN (((old.status = 'pending'::public.appointment_status) AND (new.status <> 'pending'::public.appointment_status) AND (old.reschedule_count = new.reschedule_count))) EXECUTE FUNCTION private.note_answer();

CREATE TRIGGER appointments_prepare BEFORE INSERT ON public.appointments FOR EACH ROW EXECUTE FUNCTION private.prepare_appointment();

CREATE TRIGGER appointments_reset_call_end BEFORE UPDATE ON public.appointments FOR EACH ROW WHEN (((new.call_started_at IS NULL) AND (new.call_ended_at IS NOT NULL))) EXECUTE FUNCTION private.reset_call_end();

CREATE TRIGGER appointments_show_hidden_note AFTER UPDATE OF user_id ON public.appointments FOR EACH ROW WHEN ((new.user_id <> old.user_id)) EXECUTE FUNCTION private.show_hidden_note_to_new_owner();

CREATE TRIGGER appointments_stamp_note BEFORE UPDATE OF notes ON public.appointments FOR EACH ROW WHEN ((new.notes IS DISTINCT FROM old.notes)) EXECUTE FUNCTION private.stamp_note();

CREATE TRIGGER appointments_state_payment BEFORE INSERT OR UPDATE OF fee_minor, fee_currency, paid_minor, refunded_minor, waived_minor ON public.appointments FOR EACH ROW EXECUTE FUNCTION private.state_payment();

CREATE TRIGGER appointments_tell AFTER INSERT OR UPDATE OF status, reschedule_count ON public.appointments FOR EACH ROW EXECUTE FUNCTION private.tell_about_appointment();

CREATE TRIGGER appointments_tell_about_fee AFTER UPDATE OF fee_minor, fee_currency ON public.appointments FOR EACH ROW WHEN ((((old.fee_minor IS DISTINCT FROM new.fee_minor) OR (old.fee_currency IS DISTINCT FROM new.fee_currency)) AND (old.reschedule_count = new.reschedule_count))) EXECUTE FUNCTION private.tell_about_fee();

CREATE OR REPLACE FUNCTION private.agree_to_fee(appointment_id uuid, fee_minor integer, currency text, text_version text, language text)
 RETURNS public.appointments
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  agreed public.appointments;
begin
  select * into agreed from public.appointments a where a.id = agree_to_fee.appointment_id for update;
  if agreed.id is null or private.me() is null or (agreed.user_id = any (private.my_people())) is not true then
    perform private.refuse();
  end if;
  if agreed.status = 'cancelled' or agreed.erased_at is not null then
    perform private.fail('transition_not_allowed', jsonb_build_object('from', agreed.status, 'to', 'fee_agreed'));
  end if;
  if agreed.fee_minor is null
    or (agree_to_fee.fee_minor, agree_to_fee.currency) is distinct from (agreed.fee_minor, agreed.fee_currency)
  then
    perform private.fail('fee_changed', jsonb_build_object('fee_minor', agreed.fee_minor, 'currency', agreed.fee_currency));
  end if;
  -- The first answer counts: a second click changes neither time nor wording.
  if agreed.fee_agreed_at is not null then
    return agreed;
  end if;
  update public.appointments a set
    fee_agreed_at = now(),
    fee_text_version = agree_to_fee.text_version,
    fee_language = coalesce(agree_to_fee.language, (select p.language from only private.profiles p where p.user_id = private.me()))
  where a.id = agreed.id returning a.* into agreed;
  perform private.audit('appointment.fee_agreed', 'appointment:' || agreed.id, jsonb_build_object('patient_id', agreed.user_id));
  return agreed;
end $function$;
comment on function private.agree_to_fee(uuid,integer,text,text,text) is 'Definer: nobody else changes what was booked. It refuses everybody but the patient and their guardians first.';
grant execute on function private.agree_to_fee(uuid,integer,text,text,text) to authenticated;

CREATE OR REPLACE FUNCTION private.agree_to_type(appointment public.appointments, type public.appointment_types)
 RETURNS public.appointments
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  if (
    type.fee_minor is null and appointment.fee_minor is not null
    or type.fee_minor is not null and (
      coalesce(appointment.fee_minor, 0) <> type.fee_minor or coalesce(appointment.fee_currency, type.currency) <> type.currency
    )
  ) then
    perform private.fail('fee_changed', jsonb_build_object(
      'fee_minor', type.fee_minor, 'currency', case when type.fee_minor is not null then type.currency end
    ));
  end if;
  appointment.fee_minor := type.fee_minor;
  appointment.fee_currency := case when type.fee_minor is not null then type.currency end;
  appointment.fee_agreed_at := case when type.fee_minor is not null then now() end;
  appointment.fee_language := case
    when type.fee_minor is not null then coalesce(appointment.fee_language, (select p.language from public.profiles p where p.user_id = private.me()))
  end;
  appointment.fee_text_version := case when type.fee_minor is not null then appointment.fee_text_version end;
  return appointment;
end $function$;
grant execute on function private.agree_to_type(public.appointments,public.appointment_types) to authenticated;
grant execute on function private.agree_to_type(public.appointments,public.appointment_types) to service_role;

CREATE OR REPLACE FUNCTION private.appointment_to_answer(appointment_id uuid)
 RETURNS public.appointments
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  asked public.appointments;
begin
  select * into asked from public.appointments a
  where a.id = appointment_to_answer.appointment_id and a.erased_at is null and a.user_id = any (private.my_people()) for share;
  if asked.id is null then
    perform private.refuse();
  end if;
  if asked.status not in ('pending', 'confirmed') or asked.starts_at <= now() then
    perform private.fail('answers_closed');
  end if;
  return asked;
end $function$;
comment on function private.appointment_to_answer(uuid) is 'Definer: it locks the row. Clients cannot call it, and it refuses everybody but the patient and their guardians.';

CREATE OR REPLACE FUNCTION private.cancelling_party(appointment public.appointments)
 RETURNS text
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select case
    when appointment.user_id = auth.uid() or appointment.user_id = any (private.my_people()) then 'patient'
    when appointment.doctor_id = private.my_doctor_id() then 'doctor'
    when private.is_admin() then 'admin'
  end
$function$;
grant execute on function private.cancelling_party(public.appointments) to authenticated;
grant execute on function private.cancelling_party(public.appointments) to service_role;

CREATE OR REPLACE FUNCTION private.change_appointment_type(appointment_id uuid, type_id uuid)
 RETURNS public.appointments
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  changed public.appointments;
  before public.appointments;
  chosen public.appointment_types;
  whole tstzrange;
begin
  select * into before from public.appointments a where a.id = change_appointment_type.appointment_id;
  if before.id is null or not private.is_staff_of(before.doctor_id) then
    perform private.refuse();
  end if;
  perform private.lock_booking(before.user_id, before.doctor_id);
  select * into before from public.appointments a where a.id = before.id for update;
  if before.status not in ('pending', 'confirmed') or before.starts_at <= now() then
    perform private.fail('transition_not_allowed', jsonb_build_object('from', before.status, 'to', 'type_changed'));
  end if;
  if change_appointment_type.type_id = before.type_id then
    return before;
  end if;
  chosen := private.type_to_book(before.doctor_id, change_appointment_type.type_id, before.user_id, true);
  if chosen.id is null then
    perform private.fail('type_not_offered', jsonb_build_object('type_id', null));
  end if;
  changed := private.with_type(before, chosen);
  changed.session_duration := chosen.minutes;
  changed.ends_at := changed.starts_at + make_interval(mins => chosen.minutes);
  changed.blocked := tstzrange(changed.starts_at, changed.ends_at + make_interval(mins => changed.gap_minutes));
  if not changed.may_overlap then
    perform private.fail_if_patient_is_busy(changed.user_id, changed.doctor_id, changed.starts_at, changed.ends_at, changed.id);
  end if;
  perform private.fail_if_slot_is_held(changed.user_id, changed.doctor_id, changed.starts_at, changed.ends_at);
  perform private.fail_if_doctor_is_busy(changed.doctor_id, changed.appointment_date, changed.appointment_time, changed.blocked, changed.id);
  update public.appointments a set
    (type_id, type_name, fee_minor, fee_currency, fee_agreed_at, fee_text_version, fee_language, session_duration, ends_at, blocked)
    = (changed.type_id, changed.type_name, changed.fee_minor, changed.fee_currency, changed.fee_agreed_at, changed.fee_text_version,
      changed.fee_language, changed.session_duration, changed.ends_at, changed.blocked)
  where a.id = changed.id returning a.* into changed;
  return changed;
end $function$;
comment on function private.change_appointment_type(uuid,uuid) is 'Definer: nobody else changes what was booked. It refuses everybody but the doctor and admins first.';
grant execute on function private.change_appointment_type(uuid,uuid) to authenticated;

CREATE OR REPLACE FUNCTION private.check_transition(old_row public.appointments, new_row public.appointments)
 RETURNS void
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  is_patient boolean := coalesce(old_row.user_id = any (private.my_people()), false);
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
end $function$;
grant execute on function private.check_transition(public.appointments,public.appointments) to authenticated;
grant execute on function private.check_transition(public.appointments,public.appointments) to service_role;

CREATE OR REPLACE FUNCTION private.close_past_appointments(most integer, OUT expired integer, OUT completed integer)
 RETURNS record
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$;
comment on function private.close_past_appointments(integer) is 'Definer: nobody else may end an appointment for either side. Only the secret key calls it.';
grant execute on function private.close_past_appointments(integer) to service_role;

CREATE OR REPLACE FUNCTION private.erase_appointments_of(person uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update public.appointments a set status = 'cancelled'
  where a.user_id = person and a.status in ('pending', 'confirmed') and a.ends_at > now();
  -- Of objects as well as records: an upload may have been left without one. What a doctor gave to patients stays theirs.
  insert into private.files_to_remove (path)
  select f.file_path from public.appointment_files f join public.appointments a on a.id = f.appointment_id where a.user_id = person
  union
  select o.name from public.appointments a join storage.objects o on o.bucket_id = 'appointment-files' and o.name like a.id || '/%'
  where a.user_id = person
  on conflict do nothing;
  delete from public.appointment_files f using public.appointments a where a.id = f.appointment_id and a.user_id = person;
  update public.appointments a set patient_complaint = null, notes = null, erased_at = now() where a.user_id = person;
end $function$;
comment on function private.erase_appointments_of(uuid) is 'Definer: it empties rows that nobody deletes. Clients cannot call it.';

CREATE OR REPLACE FUNCTION private.free_slots_by_type(doctor_id uuid, from_date date, to_date date, type_id uuid, appointment_id uuid DEFAULT NULL::uuid)
 RETURNS TABLE(day date, appointment_time text, starts_at timestamp with time zone)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  moved public.appointments;
  minutes integer;
  is_offered boolean := true;
begin
  if appointment_id is not null then
    select a.* into moved from public.appointments a
    where a.id = free_slots_by_type.appointment_id and a.doctor_id = free_slots_by_type.doctor_id
      and (a.user_id = any (private.my_people()) or private.is_staff_of(a.doctor_id));
  end if;
  if moved.id is not null and (type_id is null or type_id = moved.type_id) then
    minutes := case when moved.type_id is not null then moved.session_duration end;
  elsif type_id is null then
    select f.minutes, f.is_offered into minutes, is_offered from private.first_types(array[free_slots_by_type.doctor_id]) f;
  else
    minutes := private.minutes_of_type(free_slots_by_type.doctor_id, type_id);
  end if;
  if is_offered then
    return query select * from private.free_slots(free_slots_by_type.doctor_id, from_date, to_date, minutes);
  end if;
end $function$;
comment on function private.free_slots_by_type(uuid,date,date,uuid,uuid) is 'Definer: patients never read each other''s appointments.';
grant execute on function private.free_slots_by_type(uuid,date,date,uuid,uuid) to anon;
grant execute on function private.free_slots_by_type(uuid,date,date,uuid,uuid) to authenticated;
grant execute on function private.free_slots_by_type(uuid,date,date,uuid,uuid) to service_role;

CREATE OR REPLACE FUNCTION private.guard_appointment()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION private.guard_attendance()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if exists (select from private.waiting_patients w where w.appointment_id = new.id and w.left_at is null and private.is_seen(w.last_seen_at)) then
    perform private.fail('patient_is_waiting');
  end if;
  return new;
end $function$;
comment on function private.guard_attendance() is 'Definer: nobody reads who waits.';

CREATE OR REPLACE FUNCTION private.hide_shown_notes()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  shown uuid;
begin
  for shown in select a.id from public.appointments a where a.user_id = new.user_id and a.notes is not null loop
    perform private.move_note(shown, true);
  end loop;
  return null;
end $function$;
comment on function private.hide_shown_notes() is 'Definer: nobody writes hidden notes directly.';

CREATE OR REPLACE FUNCTION private.is_returning(doctor uuid, patient uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (select from public.appointments a where a.user_id = patient and a.doctor_id = doctor and a.status = 'completed')
$function$;
comment on function private.is_returning(uuid,uuid) is 'Definer: it is asked about patients whom the caller may not see. Clients cannot call it.';

CREATE OR REPLACE FUNCTION private.list_answers(appointment_id uuid)
 RETURNS TABLE(question_id uuid, question jsonb, kind text, choices jsonb, answer text, choice jsonb, file_id uuid, file_name text, answered_at timestamp with time zone, draft text, is_asked boolean)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  asked public.appointments;
  is_patient boolean;
begin
  select * into asked from public.appointments a where a.id = list_answers.appointment_id;
  is_patient := asked.user_id = any (private.my_people());
  if (
    asked.id is not null and (is_patient or (asked.doctor_id = private.my_doctor_id() and asked.status <> 'cancelled'))
  ) is not true then
    perform private.refuse();
  end if;
  if asked.erased_at is not null then
    return;
  end if;
  return query
  select q.id, coalesce(w.question, q.texts), coalesce(w.kind, q.kind), q.choices, w.answer, w.choice, w.file_id, f.file_name, w.answered_at,
         case when is_patient then d.draft end, q.id is not null
  from (select * from public.appointment_questions x where x.type_id = asked.type_id) as q
  full join (select * from public.appointment_answers y where y.appointment_id = asked.id) as w on w.question_id = q.id
  left join public.appointment_files f on f.id = w.file_id
  left join private.appointment_answer_drafts d on d.appointment_id = asked.id and d.question_id = q.id
  order by q.id is null, q.position, q.created_at, q.id, w.answered_at;
end $function$;
comment on function private.list_answers(uuid) is 'Definer: it reads drafts for their writers. It refuses everybody but the patient, their guardians and the doctor first.';
grant execute on function private.list_answers(uuid) to authenticated;

CREATE OR REPLACE FUNCTION private.list_appointment_people(appointment_id uuid)
 RETURNS TABLE(user_id uuid, part text, first_name text, last_name text, relationship text)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  appointment public.appointments;
begin
  select a.* into appointment from public.appointments a
  where a.id = list_appointment_people.appointment_id and a.erased_at is null
    and (a.user_id = any (private.my_people()) or (a.doctor_id = private.my_doctor_id() and a.status <> 'cancelled'));
  -- The same answer for an appointment of others and for none at all.
  if not found then
    perform private.fail('not_yours');
  end if;
  return query
  select p.user_id, 'patient', p.first_name, p.last_name, null from private.profiles_without_health p where p.user_id = appointment.user_id
  union all
  select d.user_id, 'doctor', d.first_name, d.last_name, null from public.doctors d where d.id = appointment.doctor_id
  union all
  select p.user_id, 'guardian', p.first_name, p.last_name, g.relationship
  from (
    select g.guardian_id as id from public.guardians g join only private.profiles p on p.user_id = g.patient_id
    where g.patient_id = appointment.user_id and private.is_live_right(g.authority, p)
    union
    select m.sender from public.appointment_messages m where m.appointment_id = appointment.id
    union
    select f.uploaded_by from public.appointment_files f where f.appointment_id = appointment.id
  ) as other
  join private.profiles_without_health p on p.user_id = other.id
  left join public.guardians g on g.patient_id = appointment.user_id and g.guardian_id = other.id
  where other.id <> appointment.user_id
    and not exists (select from public.doctors d where d.id = appointment.doctor_id and d.user_id = other.id)
  limit 50;
end $function$;
comment on function private.list_appointment_people(uuid) is 'Definer: doctors and guardians may not read each other''s profiles. It answers only those who take part.';
grant execute on function private.list_appointment_people(uuid) to authenticated;

CREATE OR REPLACE FUNCTION private.list_mail_guardians(appointment_id uuid)
 RETURNS TABLE(guardian_id uuid, first_name text, last_name text, timezone text, timezone_chosen_at timestamp with time zone)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select own.user_id, own.first_name, own.last_name, own.timezone, own.timezone_chosen_at
  from public.appointments a
  join public.guardians g on g.patient_id = a.user_id
  join only private.profiles p on p.user_id = g.patient_id and private.is_live_right(g.authority, p)
  join only private.profiles own on own.user_id = g.guardian_id
  where a.id = list_mail_guardians.appointment_id
  order by g.declared_at, g.guardian_id
$function$;
comment on function private.list_mail_guardians(uuid) is 'Definer: it looks up names for the sender of mails. Only the secret key calls it.';
grant execute on function private.list_mail_guardians(uuid) to service_role;

CREATE OR REPLACE FUNCTION private.payment_state_of(appointment public.appointments)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
  return case
    when coalesce(appointment.fee_minor, 0) = 0 then null
    when appointment.paid_minor - appointment.refunded_minor + appointment.waived_minor >= appointment.fee_minor
      then case when appointment.paid_minor > appointment.refunded_minor then 'paid' else 'waived' end
    when appointment.refunded_minor > 0 and appointment.paid_minor = appointment.refunded_minor then 'refunded'
    else 'unpaid'
  end;
end $function$;

CREATE OR REPLACE FUNCTION private.reset_call_end()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  new.call_ended_at := null;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.save_answer(appointment_id uuid, question_id uuid, answer text, choice integer, file_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_variable
declare
  max_a_minute constant integer := 60;
  max_bytes constant integer := 8000;
  asked public.appointments;
  question public.appointment_questions;
begin
  -- Before anything is looked at: an answer of many megabytes costs nothing but its way here.
  if octet_length(answer) > max_bytes then
    perform private.fail('answer_too_long', jsonb_build_object('most', 2000));
  end if;
  asked := private.appointment_to_answer(appointment_id);
  if not private.is_within_limit('answers:' || private.me(), max_a_minute, 1) then
    perform private.fail('too_many_requests', jsonb_build_object('most', max_a_minute, 'seconds', 60));
  end if;
  select q.* into question from public.appointment_questions q where q.id = question_id and q.type_id = asked.type_id for share;
  if question.id is null then
    perform private.fail('question_not_found');
  end if;
  delete from private.appointment_answer_drafts d where d.appointment_id = asked.id and d.question_id = question.id;
  if private.blank_to_null(answer) is null and choice is null and file_id is null then
    delete from public.appointment_answers w where w.appointment_id = asked.id and w.question_id = question.id;
    return;
  end if;
  if question.kind = 'choice' and (choice between 0 and jsonb_array_length(question.choices) - 1) is not true then
    perform private.fail('choice_not_offered');
  end if;
  if file_id is not null and not exists (
    select from public.appointment_files f where f.id = file_id and f.appointment_id = asked.id
  ) then
    perform private.refuse();
  end if;
  insert into public.appointment_answers as w (appointment_id, question_id, question, kind, answer, choice, file_id, answered_by)
  values (
    asked.id, question.id, question.texts, question.kind, private.blank_to_null(answer),
    case when choice is not null and question.kind = 'choice' then question.choices -> choice when choice is not null then to_jsonb(choice) end,
    file_id, private.me()
  )
  on conflict on constraint appointment_answers_one_a_question do update set
    question = excluded.question, kind = excluded.kind, answer = excluded.answer, choice = excluded.choice, file_id = excluded.file_id,
    answered_by = excluded.answered_by, answered_at = now();
end $function$;
comment on function private.save_answer(uuid,uuid,text,integer,uuid) is 'Definer: nobody writes answers otherwise. It refuses everybody but the patient and their guardians first.';
grant execute on function private.save_answer(uuid,uuid,text,integer,uuid) to authenticated;

CREATE OR REPLACE FUNCTION private.save_answer_draft(appointment_id uuid, question_id uuid, draft text)
 RETURNS timestamp with time zone
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_variable
declare
  max_a_minute constant integer := 120;
  max_bytes constant integer := 8000;
  asked public.appointments;
  saved timestamptz;
begin
  if octet_length(draft) > max_bytes then
    perform private.fail('answer_too_long', jsonb_build_object('most', 2000));
  end if;
  asked := private.appointment_to_answer(appointment_id);
  if not private.is_within_limit('answer drafts:' || private.me(), max_a_minute, 1) then
    perform private.fail('too_many_requests', jsonb_build_object('most', max_a_minute, 'seconds', 60));
  end if;
  if not exists (select from public.appointment_questions q where q.id = question_id and q.type_id = asked.type_id) then
    perform private.fail('question_not_found');
  end if;
  if draft is null or draft = '' then
    delete from private.appointment_answer_drafts d where d.appointment_id = asked.id and d.question_id = question_id;
    return null;
  end if;
  insert into private.appointment_answer_drafts as d (appointment_id, question_id, draft) values (asked.id, question_id, draft)
  on conflict on constraint appointment_answer_drafts_pkey do update set draft = excluded.draft, updated_at = now()
  returning d.updated_at into saved;
  return saved;
end $function$;
comment on function private.save_answer_draft(uuid,uuid,text) is 'Definer: nobody writes drafts otherwise. It refuses everybody but the patient and their guardians first.';
grant execute on function private.save_answer_draft(uuid,uuid,text) to authenticated;

CREATE OR REPLACE FUNCTION private.set_appointment_fee(appointment_id uuid, fee_minor integer, currency text)
 RETURNS public.appointments
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  entered public.appointments;
begin
  select * into entered from public.appointments a where a.id = set_appointment_fee.appointment_id for update;
  if entered.id is null or not private.is_staff_of(entered.doctor_id) then
    perform private.refuse();
  end if;
  if entered.status = 'cancelled' or entered.erased_at is not null then
    perform private.fail('transition_not_allowed', jsonb_build_object('from', entered.status, 'to', 'fee_set'));
  end if;
  if (entered.fee_minor, entered.fee_currency) is not distinct from (set_appointment_fee.fee_minor, set_appointment_fee.currency) then
    return entered;
  end if;
  if entered.fee_agreed_at is not null then
    perform private.fail('fee_is_agreed', jsonb_build_object('fee_minor', entered.fee_minor, 'currency', entered.fee_currency));
  end if;
  if private.is_possible_fee(set_appointment_fee.fee_minor) is not true or private.is_offered_currency(set_appointment_fee.currency) is not true then
    perform private.fail('fee_not_possible');
  end if;
  update public.appointments a set fee_minor = set_appointment_fee.fee_minor, fee_currency = set_appointment_fee.currency
  where a.id = entered.id returning a.* into entered;
  perform private.audit('appointment.fee_set', 'appointment:' || entered.id, jsonb_build_object('fields', jsonb_build_array('fee_minor')));
  return entered;
end $function$;
comment on function private.set_appointment_fee(uuid,integer,text) is 'Definer: nobody else changes what was booked. It refuses everybody but the doctor and admins first.';
grant execute on function private.set_appointment_fee(uuid,integer,text) to authenticated;

CREATE OR REPLACE FUNCTION private.show_hidden_notes(patient uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  hidden uuid;
begin
  for hidden in
    select a.id from public.appointments a join public.appointment_hidden_notes n on n.appointment_id = a.id where a.user_id = patient
  loop
    perform private.move_note(hidden, false);
  end loop;
end $function$;
comment on function private.show_hidden_notes(uuid) is 'Definer: nobody writes hidden notes directly. Clients cannot call it.';

CREATE OR REPLACE FUNCTION private.state_fee(appointment public.appointments, type public.appointment_types)
 RETURNS public.appointments
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
  appointment.fee_minor := type.fee_minor;
  appointment.fee_currency := case when type.fee_minor is not null then type.currency end;
  appointment.fee_agreed_at := null;
  appointment.fee_text_version := null;
  appointment.fee_language := null;
  return appointment;
end $function$;
grant execute on function private.state_fee(public.appointments,public.appointment_types) to authenticated;
grant execute on function private.state_fee(public.appointments,public.appointment_types) to service_role;

CREATE OR REPLACE FUNCTION private.store_note(appointment_id uuid, wanted text, shown_to_guardians boolean)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  patient uuid := (select a.user_id from public.appointments a where a.id = store_note.appointment_id);
  is_hidden boolean;
begin
  -- A patient who has an account reads their notes, whoever the doctor thought of while the page was open.
  is_hidden := exists (select from only private.profiles p where p.user_id = patient and not p.has_account) and (
    private.hides_notes(patient)
    or coalesce(
      not shown_to_guardians, exists (select from public.appointment_hidden_notes n where n.appointment_id = store_note.appointment_id)
    )
  );
  if is_hidden then
    perform private.write_hidden_note(store_note.appointment_id, wanted);
    update public.appointments a set notes = null where a.id = store_note.appointment_id and a.notes is not null;
  else
    delete from public.appointment_hidden_notes n where n.appointment_id = store_note.appointment_id;
    update public.appointments a set notes = wanted where a.id = store_note.appointment_id and a.notes is distinct from wanted;
  end if;
end $function$;
comment on function private.store_note(uuid,text,boolean) is 'Definer: nobody writes hidden notes directly. Clients cannot call it.';

CREATE OR REPLACE FUNCTION private.with_type(appointment public.appointments, type public.appointment_types)
 RETURNS public.appointments
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
  appointment.type_id := type.id;
  appointment.type_name := type.names;
  if (appointment.fee_minor, appointment.fee_currency) is distinct from (type.fee_minor, type.currency) then
    appointment := private.state_fee(appointment, type);
  end if;
  return appointment;
end $function$;

CREATE OR REPLACE FUNCTION public.agree_to_fee(appointment_id uuid, fee_minor integer, currency text, text_version text DEFAULT NULL::text, language text DEFAULT NULL::text)
 RETURNS public.appointments
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select * from private.agree_to_fee(agree_to_fee.appointment_id, agree_to_fee.fee_minor, currency, text_version, agree_to_fee.language)
$function$;
grant execute on function public.agree_to_fee(uuid,integer,text,text,text) to authenticated;

CREATE OR REPLACE FUNCTION public.change_appointment_type(appointment_id uuid, type_id uuid)
 RETURNS public.appointments
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select * from private.change_appointment_type(change_appointment_type.appointment_id, change_appointment_type.type_id)
$function$;
grant execute on function public.change_appointment_type(uuid,uuid) to authenticated;

CREATE OR REPLACE FUNCTION public.close_past_appointments(most integer DEFAULT 200)
 RETURNS TABLE(expired integer, completed integer)
 LANGUAGE sql
 SET search_path TO ''
AS $function$ select * from private.close_past_appointments(most) $function$;
grant execute on function public.close_past_appointments(integer) to service_role;

CREATE OR REPLACE FUNCTION public.get_dashboard_stats(OUT total bigint, OUT pending bigint, OUT confirmed bigint, OUT today bigint, OUT doctors bigint, OUT without_hours bigint)
 RETURNS record
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
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
$function$;
grant execute on function public.get_dashboard_stats() to authenticated;

CREATE OR REPLACE FUNCTION public.get_doctor_stats(doctor_id uuid, OUT today bigint, OUT upcoming bigint, OUT total bigint, OUT leave_days bigint)
 RETURNS record
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select count(*) filter (where a.status <> 'cancelled' and a.appointment_date = there.today),
         count(*) filter (where a.status in ('pending', 'confirmed') and a.starts_at > now()),
         count(a.id),
         -- There may be several leaves on one day.
         (select count(distinct l.leave_date) from public.doctor_leave l where l.doctor_id = $1 and l.leave_date >= there.today)
  from (select coalesce((select (now() at time zone d.timezone)::date from public.doctors d where d.id = $1), current_date) as today) as there
  left join public.appointments a on a.doctor_id = $1
  group by there.today
$function$;
grant execute on function public.get_doctor_stats(uuid) to authenticated;

CREATE OR REPLACE FUNCTION public.set_appointment_fee(appointment_id uuid, fee_minor integer, currency text)
 RETURNS public.appointments
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select * from private.set_appointment_fee(set_appointment_fee.appointment_id, set_appointment_fee.fee_minor, currency)
$function$;
grant execute on function public.set_appointment_fee(uuid,integer,text) to authenticated;
