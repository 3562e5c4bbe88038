-- Written by `npm run types` from the catalogue. Migrations change the schema; reviews read the difference here.

create table private.slot_holds (
  user_id uuid not null,
  doctor_id uuid not null,
  appointment_date date not null,
  appointment_time text not null,
  blocked tstzrange not null,
  created_at timestamp with time zone not null default now(),
  expires_at timestamp with time zone not null,
  network bytea,
  constraint slot_holds_doctor_id_fkey FOREIGN KEY (doctor_id) REFERENCES public.doctors(id) ON DELETE CASCADE,
  constraint slot_holds_pkey PRIMARY KEY (user_id),
  constraint slot_holds_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint slot_holds_last_thirty_minutes_at_most CHECK (((expires_at > created_at) AND (expires_at <= (created_at + '00:30:00'::interval))))
);
CREATE INDEX slot_holds_doctor_id_idx ON private.slot_holds USING btree (doctor_id);
CREATE INDEX slot_holds_expires_at_idx ON private.slot_holds USING btree (expires_at);
CREATE INDEX slot_holds_network_idx ON private.slot_holds USING btree (network) WHERE (network IS NOT NULL);
alter table private.slot_holds enable row level security;

CREATE TRIGGER slot_holds_end_with_account AFTER UPDATE OF deleted_at ON auth.users FOR EACH ROW WHEN ((new.deleted_at IS NOT NULL)) EXECUTE FUNCTION private.drop_hold_of_deleted_account();

CREATE TRIGGER slot_holds_start_with_account AFTER INSERT ON auth.users FOR EACH ROW EXECUTE FUNCTION private.hold_slot_of_newcomer();

CREATE TRIGGER slot_holds_announce_gone AFTER DELETE ON private.slot_holds REFERENCING OLD TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION private.announce_changed_slots();

CREATE TRIGGER slot_holds_announce_new AFTER INSERT ON private.slot_holds REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION private.announce_changed_slots();

CREATE OR REPLACE FUNCTION private.drop_hold_of_deleted_account()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  delete from private.slot_holds h where h.user_id = new.id;
  return null;
end $function$;
comment on function private.drop_hold_of_deleted_account() is 'Definer: accounts are marked as deleted by the auth service, which has no rights in our tables.';

CREATE OR REPLACE FUNCTION private.hold_slot(doctor_id uuid, on_date date, at_time text, patient_id uuid, type_id uuid)
 RETURNS timestamp with time zone
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if private.me() is null or (coalesce(patient_id, private.me()) = any (private.my_people())) is not true then
    perform private.refuse();
  end if;
  return private.hold_slot_for(
    private.me(), hold_slot.doctor_id, on_date, to_char(at_time::time, 'HH24:MI'), coalesce(patient_id, private.me()), type_id
  );
end $function$;
comment on function private.hold_slot(uuid,date,text,uuid,uuid) is 'Definer: it may call hold_slot_for. The hold is the caller''s; the patient, whose appointments must leave the time free, is one of their people.';
grant execute on function private.hold_slot(uuid,date,text,uuid,uuid) to authenticated;

CREATE OR REPLACE FUNCTION private.hold_slot_for(person uuid, doctor uuid, on_date date, at_time text, patient uuid DEFAULT NULL::uuid, wanted_type uuid DEFAULT NULL::uuid)
 RETURNS timestamp with time zone
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  usual constant interval := interval '10 minutes';
  newcomers constant interval := interval '30 minutes';
  from_network bytea := case when private.is_new_account(person) then private.callers_network_hash() end;
  chosen public.appointment_types;
  slot record;
  whole tstzrange;
  same_start boolean;
  expires timestamptz;
begin
  -- Two pages of one guardian that hold for two children take turns: an account has one hold.
  if patient <> person then
    perform pg_advisory_xact_lock(hashtextextended('patient:' || person, 0));
  end if;
  perform private.lock_booking(coalesce(patient, person), doctor);
  chosen := private.type_to_book(doctor, wanted_type, coalesce(patient, person), private.is_staff_of(doctor));
  select * into slot from private.check_slot(coalesce(patient, person), doctor, on_date, at_time, null, person, chosen.minutes);
  whole := tstzrange(slot.starts_at, slot.starts_at + make_interval(mins => slot.session_duration) + private.session_gap(doctor));
  select bool_or(a.appointment_date = on_date and a.appointment_time = at_time) into same_start
  from public.appointments a
  where a.doctor_id = doctor and a.status <> 'cancelled'
    and (a.blocked && whole or (a.appointment_date = on_date and a.appointment_time = at_time));
  if same_start is not null then
    perform private.fail_as_taken(same_start);
  end if;
  select h.expires_at into expires from private.slot_holds h
  where h.user_id = person and h.doctor_id = doctor and h.blocked = whole and h.expires_at > now();
  if found then
    return expires;
  end if;
  perform private.limit_holds(person, doctor, on_date, from_network, chosen.minutes);
  delete from private.slot_holds h where h.user_id = person;
  insert into private.slot_holds (user_id, doctor_id, appointment_date, appointment_time, blocked, network, expires_at)
  select u.id, doctor, on_date, at_time, whole, from_network,
         case
           when u.email_confirmed_at is null then now() + usual
           else greatest(now() + usual, least(u.created_at, now()) + newcomers)
         end
  from auth.users u where u.id = person
  returning expires_at into expires;
  return expires;
end $function$;
comment on function private.hold_slot_for(uuid,uuid,date,text,uuid,uuid) is 'Definer: nobody writes holds. Clients cannot call it: hold_slot does, for the caller.';

CREATE OR REPLACE FUNCTION private.hold_slot_of_newcomer()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET lock_timeout TO '1s'
AS $function$
declare
  wish jsonb := new.raw_user_meta_data -> 'hold';
begin
  if jsonb_typeof(wish) = 'object' then
    begin
      perform private.hold_slot_for(
        new.id, (wish ->> 'doctor_id')::uuid, (wish ->> 'on_date')::date, to_char((wish ->> 'at_time')::time, 'HH24:MI'),
        null, (wish ->> 'type_id')::uuid
      );
    exception when others then
      null;
    end;
  end if;
  return null;
end $function$;
comment on function private.hold_slot_of_newcomer() is 'Definer: accounts are created by the auth service, which has no rights in our tables.';

CREATE OR REPLACE FUNCTION private.is_new_account(person uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return exists (select from auth.users u where u.id = person and u.created_at > now() - interval '1 day');
end $function$;
comment on function private.is_new_account(uuid) is 'Definer: accounts are not readable.';

CREATE OR REPLACE FUNCTION private.limit_holds(person uuid, doctor uuid, on_date date, from_network bytea, minutes integer)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  max_per_hour constant integer := 60;
  max_per_network constant integer := 3;
  max_of_day integer := private.max_holds_of_day(doctor, on_date, minutes);
begin
  if not private.is_within_limit('hold:' || person, max_per_hour, 60) then
    perform private.fail('too_many_holds', jsonb_build_object('most', max_per_hour));
  end if;
  if (
    select count(*) from private.slot_holds h
    where h.doctor_id = doctor and h.appointment_date = on_date and h.user_id <> person and h.expires_at > now()
  ) >= max_of_day then
    perform private.fail('too_many_holds', jsonb_build_object('most', max_of_day));
  end if;
  if from_network is not null then
    -- Always after the doctor's lock: of many at once, each counts the ones before it.
    perform pg_advisory_xact_lock(hashtextextended('holds of network:' || encode(from_network, 'hex'), 0));
    if (
      select count(*) from private.slot_holds h where h.network = from_network and h.user_id <> person and h.expires_at > now()
    ) >= max_per_network then
      perform private.fail('too_many_holds', jsonb_build_object('most', max_per_network));
    end if;
  end if;
end $function$;
comment on function private.limit_holds(uuid,uuid,date,bytea,integer) is 'Definer: nobody reads holds. Clients cannot call it.';

CREATE OR REPLACE FUNCTION private.max_holds_of_day(doctor uuid, on_date date, minutes integer)
 RETURNS integer
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select greatest(1, floor(least(
    (
      select sum(extract(epoch from upper(open) - lower(open)))
      from unnest((select range_agg(tstzrange(s.starts_at, s.ends_at)) from private.scheduled_slots(doctor, on_date, on_date, minutes) s)) as open
    ) / (60 * (coalesce(minutes, d.session_duration) + d.gap_minutes)),
    d.max_appointments_per_day
  ) / 4))::integer
  from public.doctors d where d.id = doctor
$function$;
comment on function private.max_holds_of_day(uuid,date,integer) is 'Definer: it reads the schedule. Clients cannot call it.';

CREATE OR REPLACE FUNCTION private.release_hold()
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  delete from private.slot_holds h where h.user_id = private.me()
$function$;
comment on function private.release_hold() is 'Definer: nobody writes holds. It takes no argument, so that nobody can release another''s.';
grant execute on function private.release_hold() to authenticated;

CREATE OR REPLACE FUNCTION public.hold_slot(doctor_id uuid, on_date date, at_time text, patient_id uuid DEFAULT NULL::uuid, type_id uuid DEFAULT NULL::uuid)
 RETURNS timestamp with time zone
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select private.hold_slot(hold_slot.doctor_id, on_date, at_time, patient_id, type_id)
$function$;
grant execute on function public.hold_slot(uuid,date,text,uuid,uuid) to authenticated;

CREATE OR REPLACE FUNCTION public.release_hold()
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select private.release_hold()
$function$;
grant execute on function public.release_hold() to authenticated;
