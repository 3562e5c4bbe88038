-- What a doctor offers: types of appointments, each with its length and fee. A doctor without active types has one length for everything.
-- Fees are shown inside booking only, to people who are signed in: visitors have no grant on the columns. Where the company switches fees
-- on for public pages, `get_public_fees` gives them to visitors too; advertising rules differ from country to country.

-- Bodies of functions may mention what a later file makes.
set check_function_bodies = off;

-- {"tr": …, "az": …}: some of the offered languages, or none.
create function private.are_texts_up_to(texts jsonb, max_length integer, single_line boolean default false) returns boolean
language sql immutable set search_path = '' as $$
  select jsonb_typeof(texts) = 'object' and (
    select coalesce(bool_and(
      private.is_offered_language(t.key) and jsonb_typeof(t.value) = 'string'
      and char_length(t.value #>> '{}') <= max_length and private.trimmed(t.value #>> '{}') <> ''
      and not (single_line and t.value #>> '{}' ~ '[[:cntrl:]]')
    ), true)
    from jsonb_each(case when jsonb_typeof(texts) = 'object' then texts else '{}' end) as t
  )
$$;
grant execute on function private.are_texts_up_to to authenticated, service_role;

create function private.is_offered_currency(code text) returns boolean
language sql immutable set search_path = '' as $$
  select code in ('AZN', 'TRY', 'USD', 'EUR')
$$;
grant execute on function private.is_offered_currency to authenticated, service_role;

-- In minor units: a million of any of the currencies is a slip.
create function private.is_possible_fee(minor integer) returns boolean
language sql immutable set search_path = '' as $$
  select minor between 0 and 100000000
$$;
grant execute on function private.is_possible_fee to authenticated, service_role;

create table public.appointment_types (
  id uuid primary key default gen_random_uuid(),
  doctor_id uuid not null references public.doctors (id) on delete cascade,
  names jsonb not null constraint appointment_types_names_are_given check (private.are_texts_up_to(names, 80, true) and names <> '{}'),
  descriptions jsonb not null default '{}' constraint appointment_types_descriptions_are_short check (private.are_texts_up_to(descriptions, 500)),
  -- What the patient should do before the appointment.
  preparation jsonb not null default '{}' constraint appointment_types_preparation_is_short check (private.are_texts_up_to(preparation, 2000)),
  minutes integer not null constraint appointment_types_minutes_are_sane check (minutes between 15 and 180 and minutes % 5 = 0),
  fee_minor integer constraint appointment_types_fee_is_sane check (private.is_possible_fee(fee_minor)),
  currency text not null default 'AZN' constraint appointment_types_currency_is_offered check (private.is_offered_currency(currency)),
  who text not null default 'everybody' constraint appointment_types_who_is_known check (who in ('everybody', 'returning', 'staff')),
  position integer not null default 0 constraint appointment_types_position_is_sane check (position between 0 and 1000),
  active boolean not null default true,
  created_at timestamptz not null default now()
);
comment on column public.appointment_types.names is 'By language, at least one of the six.';
comment on column public.appointment_types.fee_minor is 'In minor units of the currency. Null: on request, staff enter it after the booking.';
comment on column public.appointment_types.who is 'everybody; returning: people who have had a completed appointment with the doctor; staff: booked by the doctor and admins only.';
create index appointment_types_doctor_id_idx on public.appointment_types (doctor_id, position, created_at, id);
alter table public.appointment_types enable row level security;
grant select (id, doctor_id, names, descriptions, preparation, minutes, who, position, active) on public.appointment_types to anon;
grant select, delete on public.appointment_types to authenticated, service_role;
grant insert (id, doctor_id, names, descriptions, preparation, minutes, fee_minor, currency, who, position, active)
  on public.appointment_types to authenticated, service_role;
grant update (names, descriptions, preparation, minutes, fee_minor, currency, who, position, active)
  on public.appointment_types to authenticated, service_role;

-- As booked, whatever becomes of the type. What was booked before there were types has none.
alter table public.appointments
  add column type_id uuid constraint appointments_type_id_fkey references public.appointment_types (id),
  add column type_name jsonb,
  add column fee_minor integer constraint appointments_fee_is_sane check (private.is_possible_fee(fee_minor)),
  add column fee_currency text constraint appointments_fee_currency_is_offered check (private.is_offered_currency(fee_currency)),
  add column fee_agreed_at timestamptz,
  add column fee_text_version text constraint appointments_fee_text_version_is_a_date check (fee_text_version ~ '^\d{4}-\d{2}-\d{2}$'),
  add column fee_language text constraint appointments_fee_language_is_offered check (private.is_offered_language(fee_language)),
  add constraint appointments_type_has_a_name check ((type_id is null) = (type_name is null)),
  add constraint appointments_fee_has_a_currency check ((fee_minor is null) = (fee_currency is null)),
  add constraint appointments_only_known_fees_are_agreed check (fee_agreed_at is null or fee_minor is not null),
  add constraint appointments_only_agreed_fees_have_a_wording check (fee_agreed_at is not null or (fee_text_version is null and fee_language is null));
comment on column public.appointments.type_name is 'The names of the type when it was booked, by language.';
comment on column public.appointments.fee_minor is 'As booked, in minor units. Null with a type: on request, and staff have not entered it yet.';
comment on column public.appointments.fee_agreed_at is 'When the patient or a guardian agreed to the fee. Null while it waits for their agreement.';
comment on column public.appointments.fee_text_version is 'The wording beside the fee that was agreed to, by its date.';
create index appointments_type_id_idx on public.appointments (type_id);
grant insert (type_id, fee_minor, fee_currency, fee_text_version, fee_language) on public.appointments to authenticated, service_role;

create policy "appointment_types: visitors read what available doctors offer" on public.appointment_types
  for select to anon using (
    active and who <> 'staff' and exists (select from public.doctors d where d.id = doctor_id and d.available)
  );
-- Those of own appointments stay readable: the preparation is there, and the questions.
create policy "appointment_types: people read what is offered or booked" on public.appointment_types
  for select to authenticated using (
    (active and who <> 'staff' and exists (select from public.doctors d where d.id = doctor_id and d.available))
    or doctor_id = any ((select private.my_doctor_ids())::uuid[])
    or exists (
      select from public.appointments a where a.type_id = appointment_types.id and a.user_id = any ((select private.my_people())::uuid[])
    )
  );
create policy "appointment_types: the doctor and admins add" on public.appointment_types
  for insert to authenticated with check (doctor_id = any ((select private.my_doctor_ids())::uuid[]));
create policy "appointment_types: the doctor and admins change" on public.appointment_types
  for update to authenticated
  using (doctor_id = any ((select private.my_doctor_ids())::uuid[]))
  with check (doctor_id = any ((select private.my_doctor_ids())::uuid[]));
-- One that was booked is kept by the foreign key: it is deactivated instead.
create policy "appointment_types: the doctor and admins remove" on public.appointment_types
  for delete to authenticated using (doctor_id = any ((select private.my_doctor_ids())::uuid[]));

-- Under the doctor's lock, so that a booking at the same moment sees the type either before or after the change.
create function private.guard_appointment_type() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  max_active constant integer := 20;
  max_kept constant integer := 200;
begin
  perform private.lock_doctor(case when tg_op = 'DELETE' then old.doctor_id else new.doctor_id end);
  if tg_op = 'DELETE' then
    return old;
  end if;
  if new.active and (tg_op = 'INSERT' or not old.active)
    and (select count(*) from public.appointment_types t where t.doctor_id = new.doctor_id and t.active and t.id <> new.id) >= max_active
  then
    perform private.fail('too_many_types', jsonb_build_object('most', max_active));
  end if;
  if tg_op = 'INSERT' and (select count(*) from public.appointment_types t where t.doctor_id = new.doctor_id) >= max_kept then
    perform private.fail('too_many_types', jsonb_build_object('most', max_kept));
  end if;
  return new;
end $$;
comment on function private.guard_appointment_type is 'Definer: it counts all types of the doctor, whoever adds one.';
create trigger appointment_types_guard before insert or update or delete on public.appointment_types
  for each row execute function private.guard_appointment_type();

create trigger appointment_types_announce_new after insert on public.appointment_types
  referencing new table as changed_rows for each statement execute function private.announce_changed_slots();
create trigger appointment_types_announce_changed after update on public.appointment_types
  referencing new table as changed_rows for each statement execute function private.announce_changed_slots();
create trigger appointment_types_announce_gone after delete on public.appointment_types
  referencing old table as changed_rows for each statement execute function private.announce_changed_slots();

create function private.audit_appointment_type() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  changed jsonb;
begin
  if tg_op = 'UPDATE' then
    select jsonb_agg(n.key order by n.key) into changed
    from jsonb_each(to_jsonb(new)) as n join jsonb_each(to_jsonb(old)) as o using (key) where n.value is distinct from o.value;
    if changed is null then
      return null;
    end if;
  end if;
  perform private.audit(
    case tg_op when 'INSERT' then 'appointment_type.added' when 'UPDATE' then 'appointment_type.changed' else 'appointment_type.removed' end,
    'doctor:' || case when tg_op = 'DELETE' then old.doctor_id else new.doctor_id end,
    jsonb_strip_nulls(jsonb_build_object('type_id', case when tg_op = 'DELETE' then old.id else new.id end, 'fields', changed))
  );
  return null;
end $$;
comment on function private.audit_appointment_type is 'Definer: clients change types and may not call private.audit, which takes any text.';
create trigger appointment_types_audit after insert or update or delete on public.appointment_types
  for each row execute function private.audit_appointment_type();

create function private.is_returning(doctor uuid, patient uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.appointments a where a.user_id = patient and a.doctor_id = doctor and a.status = 'completed')
$$;
comment on function private.is_returning is 'Definer: it is asked about patients whom the caller may not see. Clients cannot call it.';

-- Whether a booking for that patient may have the type now. Staff may book every active one.
create function private.may_book_type(type public.appointment_types, patient uuid, is_staff boolean) returns boolean
language sql stable set search_path = '' as $$
  select type.active and (
    is_staff or type.who = 'everybody' or (type.who = 'returning' and private.is_returning(type.doctor_id, patient))
  )
$$;

create function private.is_staff_of(doctor uuid) returns boolean
language sql stable set search_path = '' as $$
  select coalesce(doctor = private.my_doctor_id(), false) or private.is_admin()
$$;

-- Somebody chose a type that is not for them, or not there any more: the one that comes nearest in length is named, or null.
create function private.fail_as_not_offered(doctor uuid, wanted uuid, patient uuid, is_staff boolean) returns void
language plpgsql stable security definer set search_path = '' as $$
declare
  wanted_minutes integer := (select t.minutes from public.appointment_types t where t.id = wanted and t.doctor_id = doctor);
begin
  perform private.fail('type_not_offered', jsonb_build_object('type_id', (
    select t.id from public.appointment_types t
    where t.doctor_id = doctor and t.id is distinct from wanted and private.may_book_type(t, patient, is_staff)
    order by abs(t.minutes - wanted_minutes), t.position, t.created_at, t.id limit 1
  )));
end $$;
comment on function private.fail_as_not_offered is 'Definer: it is called by functions that read types for anybody. Clients cannot call it.';

-- The type of a booking: the one that was chosen, or the first one that the patient may book. Null where the doctor has no active types.
-- Called under the doctor's lock.
create function private.type_to_book(doctor uuid, wanted uuid, patient uuid, is_staff boolean) returns public.appointment_types
language plpgsql stable security definer set search_path = '' as $$
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
end $$;
comment on function private.type_to_book is 'Definer: bookings ask it for anybody. Clients cannot call it.';

-- The first type of each doctor that the caller may book for themselves: its length, or null where the doctor has no active types. A doctor
-- of whose types the caller may book none offers them nothing.
create function private.first_types(doctor_ids uuid[]) returns table (doctor_id uuid, minutes integer, is_offered boolean)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  person uuid := private.me();
  own_doctors uuid[] := '{}';
  returning_to uuid[] := '{}';
begin
  if person is not null and exists (
    select from public.appointment_types t where t.doctor_id = any (first_types.doctor_ids) and t.active and t.who <> 'everybody'
  ) then
    own_doctors := private.my_doctor_ids();
    returning_to := array(
      select distinct a.doctor_id from public.appointments a
      where a.user_id = person and a.status = 'completed' and a.doctor_id = any (first_types.doctor_ids)
    );
  end if;
  return query
  select asked.id, chosen.minutes,
         chosen.id is not null or not exists (select from public.appointment_types t where t.doctor_id = asked.id and t.active)
  from (select distinct d.id from unnest(first_types.doctor_ids) as d (id)) as asked
  left join lateral (
    select t.id, t.minutes from public.appointment_types t
    where t.doctor_id = asked.id and t.active and (
      t.who = 'everybody' or asked.id = any (own_doctors) or (t.who = 'returning' and asked.id = any (returning_to))
    )
    order by t.position, t.created_at, t.id limit 1
  ) as chosen on true;
end $$;
comment on function private.first_types is 'Definer: visitors ask for free times too. Clients cannot call it: it answers for the caller inside the functions for slots.';

-- How long the type is, for somebody who looks for a time: for themselves, for one of their people, or to move an appointment that has it.
create function private.minutes_of_type(doctor uuid, wanted uuid) returns integer
language plpgsql stable security definer set search_path = '' as $$
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
end $$;
comment on function private.minutes_of_type is 'Definer: visitors ask for free times too. Clients cannot call it: it answers for the caller inside the functions for slots.';

-- One row: whether fees are shown to visitors.
create table private.public_fees (
  only_row boolean primary key default true constraint public_fees_is_one_row check (only_row),
  shown boolean not null default false
);
alter table private.public_fees enable row level security;
insert into private.public_fees default values;

create function private.get_public_fees(doctor_ids uuid[]) returns table (type_id uuid, fee_minor integer, currency text)
language sql stable security definer set search_path = '' as $$
  select t.id, t.fee_minor, t.currency
  from public.appointment_types t join public.doctors d on d.id = t.doctor_id and d.available
  where (select p.shown from private.public_fees p) and t.active and t.who <> 'staff' and t.doctor_id = any (doctor_ids[1:50])
$$;
comment on function private.get_public_fees is 'Definer: visitors have no right to read fees. It gives them only once the company has switched that on.';
create function public.get_public_fees(doctor_ids uuid[]) returns table (type_id uuid, fee_minor integer, currency text)
language sql stable set search_path = '' as $$
  select * from private.get_public_fees(doctor_ids)
$$;
grant execute on function private.get_public_fees, public.get_public_fees to anon, authenticated, service_role;

create function private.set_public_fees(shown boolean) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if not private.is_admin() then
    perform private.refuse();
  end if;
  update private.public_fees p set shown = set_public_fees.shown where p.shown <> set_public_fees.shown;
  if found then
    perform private.audit('fees.shown_to_visitors', 'settings', jsonb_build_object('to', shown));
  end if;
end $$;
comment on function private.set_public_fees is 'Definer: nobody writes the setting. It refuses everybody but admins first.';
create function public.set_public_fees(shown boolean) returns void
language sql set search_path = '' as $$
  select private.set_public_fees(shown)
$$;
grant execute on function private.set_public_fees, public.set_public_fees to authenticated;
