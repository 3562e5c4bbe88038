-- Written by `npm run types` from the catalogue. Migrations change the schema; reviews read the difference here.

create table public.appointment_types (
  id uuid not null default gen_random_uuid(),
  doctor_id uuid not null,
  names jsonb not null,
  descriptions jsonb not null default '{}'::jsonb,
  preparation jsonb not null default '{}'::jsonb,
  minutes integer not null,
  fee_minor integer,
  currency text not null default 'AZN'::text,
  who text not null default 'everybody'::text,
  "position" integer not null default 0,
  active boolean not null default true,
  created_at timestamp with time zone not null default now(),
  constraint appointment_types_doctor_id_fkey FOREIGN KEY (doctor_id) REFERENCES public.doctors(id) ON DELETE CASCADE,
  constraint appointment_types_pkey PRIMARY KEY (id),
  constraint appointment_types_currency_is_offered CHECK (private.is_offered_currency(currency)),
  constraint appointment_types_descriptions_are_short CHECK (private.are_texts_up_to(descriptions, 500)),
  constraint appointment_types_fee_is_sane CHECK (private.is_possible_fee(fee_minor)),
  constraint appointment_types_minutes_are_sane CHECK ((((minutes >= 15) AND (minutes <= 180)) AND ((minutes % 5) = 0))),
  constraint appointment_types_names_are_given CHECK ((private.are_texts_up_to(names, 80, true) AND (names <> '{}'::jsonb))),
  constraint appointment_types_position_is_sane CHECK ((("position" >= 0) AND ("position" <= 1000))),
  constraint appointment_types_preparation_is_short CHECK (private.are_texts_up_to(preparation, 2000)),
  constraint appointment_types_who_is_known CHECK ((who = ANY (ARRAY['everybody'::text, 'returning'::text, 'staff'::text])))
);
comment on column public.appointment_types.names is 'By language, at least one of the six.';
comment on column public.appointment_types.fee_minor is 'In minor units of the currency. Null: on request, staff enter it after the booking.';
comment on column public.appointment_types.who is 'everybody; returning: people who have had a completed appointment with the doctor; staff: booked by the doctor and admins only.';
CREATE INDEX appointment_types_doctor_id_idx ON public.appointment_types USING btree (doctor_id, "position", created_at, id);
alter table public.appointment_types enable row level security;
grant delete, select on public.appointment_types to authenticated;
grant delete, select on public.appointment_types to service_role;
grant select (id, doctor_id, names, descriptions, preparation, minutes, who, "position", active) on public.appointment_types to anon;
grant insert (id, doctor_id, names, descriptions, preparation, minutes, fee_minor, currency, who, "position", active) on public.appointment_types to authenticated;
grant update (names, descriptions, preparation, minutes, fee_minor, currency, who, "position", active) on public.appointment_types to authenticated;
grant insert (id, doctor_id, names, descriptions, preparation, minutes, fee_minor, currency, who, "position", active) on public.appointment_types to service_role;
grant update (names, descriptions, preparation, minutes, fee_minor, currency, who, "position", active) on public.appointment_types to service_role;

create policy "appointment_types: people read what is offered or booked" on public.appointment_types
  for select to authenticated
  using ((active AND (who <> 'staff'::text) AND (EXISTS ( SELECT
   FROM public.doctors d
  WHERE ((d.id = appointment_types.doctor_id) AND d.available)))) OR (doctor_id = ANY (( SELECT private.my_doctor_ids() AS my_doctor_ids)::uuid[])) OR (EXISTS ( SELECT
   FROM public.appointments a
  WHERE ((a.type_id = appointment_types.id) AND (a.user_id = ANY (( SELECT private.my_people() AS my_people)::uuid[]))))));

create policy "appointment_types: the doctor and admins add" on public.appointment_types
  for insert to authenticated
  with check (doctor_id = ANY (( SELECT private.my_doctor_ids() AS my_doctor_ids)::uuid[]));

create policy "appointment_types: the doctor and admins change" on public.appointment_types
  for update to authenticated
  using (doctor_id = ANY (( SELECT private.my_doctor_ids() AS my_doctor_ids)::uuid[]))
  with check (doctor_id = ANY (( SELECT private.my_doctor_ids() AS my_doctor_ids)::uuid[]));

create policy "appointment_types: the doctor and admins remove" on public.appointment_types
  for delete to authenticated
  using (doctor_id = ANY (( SELECT private.my_doctor_ids() AS my_doctor_ids)::uuid[]));

create policy "appointment_types: visitors read what available doctors offer" on public.appointment_types
  for select to anon
  using (active AND (who <> 'staff'::text) AND (EXISTS ( SELECT
   FROM public.doctors d
  WHERE ((d.id = appointment_types.doctor_id) AND d.available))));

CREATE TRIGGER appointment_types_announce AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.appointment_types FOR EACH STATEMENT EXECUTE FUNCTION private.announce_public_change('doctors');

CREATE TRIGGER appointment_types_announce_changed AFTER UPDATE ON public.appointment_types REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION private.announce_changed_slots();

CREATE TRIGGER appointment_types_announce_gone AFTER DELETE ON public.appointment_types REFERENCING OLD TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION private.announce_changed_slots();

CREATE TRIGGER appointment_types_announce_new AFTER INSERT ON public.appointment_types REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION private.announce_changed_slots();

CREATE TRIGGER appointment_types_audit AFTER INSERT OR DELETE OR UPDATE ON public.appointment_types FOR EACH ROW EXECUTE FUNCTION private.audit_appointment_type();

CREATE TRIGGER appointment_types_guard BEFORE INSERT OR DELETE OR UPDATE ON public.appointment_types FOR EACH ROW EXECUTE FUNCTION private.guard_appointment_type();

CREATE OR REPLACE FUNCTION private.fail_as_not_offered(doctor uuid, wanted uuid, patient uuid, is_staff boolean)
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  wanted_minutes integer := (select t.minutes from public.appointment_types t where t.id = wanted and t.doctor_id = doctor);
begin
  perform private.fail('type_not_offered', jsonb_build_object('type_id', (
    select t.id from public.appointment_types t
    where t.doctor_id = doctor and t.id is distinct from wanted and private.may_book_type(t, patient, is_staff)
    order by abs(t.minutes - wanted_minutes), t.position, t.created_at, t.id limit 1
  )));
end $function$;
comment on function private.fail_as_not_offered(uuid,uuid,uuid,boolean) is 'Definer: it is called by functions that read types for anybody. Clients cannot call it.';

CREATE OR REPLACE FUNCTION private.get_public_fees(doctor_ids uuid[] DEFAULT NULL::uuid[])
 RETURNS TABLE(type_id uuid, fee_minor integer, currency text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select t.id, t.fee_minor, t.currency
  from public.appointment_types t join public.doctors d on d.id = t.doctor_id and d.available
  where (select p.shown from private.public_fees p) and t.active and t.who <> 'staff'
    and (doctor_ids is null or t.doctor_id = any (doctor_ids[1:50]))
  limit 5000
$function$;
comment on function private.get_public_fees(uuid[]) is 'Definer: visitors have no right to read fees. It gives them only once the company has switched that on.';
grant execute on function private.get_public_fees(uuid[]) to anon;
grant execute on function private.get_public_fees(uuid[]) to authenticated;
grant execute on function private.get_public_fees(uuid[]) to service_role;

CREATE OR REPLACE FUNCTION private.may_book_type(type public.appointment_types, patient uuid, is_staff boolean)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select type.active and (
    is_staff or type.who = 'everybody' or (type.who = 'returning' and private.is_returning(type.doctor_id, patient))
  )
$function$;

CREATE OR REPLACE FUNCTION private.minutes_of_type(doctor uuid, wanted uuid)
 RETURNS integer
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  chosen public.appointment_types;
  is_staff boolean;
begin
  select t.* into chosen from public.appointment_types t where t.id = wanted and t.doctor_id = doctor;
  -- The usual case, without a question about the caller.
  if chosen.active and chosen.who = 'everybody' then
    return chosen.minutes;
  end if;
  is_staff := private.is_staff_of(doctor);
  if chosen.id is not null and (
    is_staff
    or (chosen.active and chosen.who = 'returning' and exists (
      select from unnest(private.my_people()) as person where private.is_returning(doctor, person)
    ))
    or exists (
      select from public.appointments a
      where a.type_id = wanted and a.user_id = any (private.my_people()) and a.status in ('pending', 'confirmed')
    )
  ) then
    return chosen.minutes;
  end if;
  perform private.fail_as_not_offered(doctor, wanted, private.me(), is_staff);
end $function$;
comment on function private.minutes_of_type(uuid,uuid) is 'Definer: visitors ask for free times too. Clients cannot call it: it answers for the caller inside the functions for slots.';

CREATE OR REPLACE FUNCTION private.type_to_book(doctor uuid, wanted uuid, patient uuid, is_staff boolean)
 RETURNS public.appointment_types
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  chosen public.appointment_types;
begin
  select t.* into chosen from public.appointment_types t
  where t.doctor_id = doctor and (wanted is null or t.id = wanted) and private.may_book_type(t, patient, is_staff)
  order by t.position, t.created_at, t.id limit 1;
  if chosen.id is null and (
    wanted is not null or exists (select from public.appointment_types t where t.doctor_id = doctor and t.active)
  ) then
    perform private.fail_as_not_offered(doctor, wanted, patient, is_staff);
  end if;
  return chosen;
end $function$;
comment on function private.type_to_book(uuid,uuid,uuid,boolean) is 'Definer: bookings ask it for anybody. Clients cannot call it.';
