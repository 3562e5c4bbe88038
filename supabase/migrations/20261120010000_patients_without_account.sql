-- Patients without an account: a profile that no account belongs to, and the guardians who act for it.
-- `appointments.user_id` is always the person treated. What somebody may do for themselves, they may do for everybody in
-- `private.my_people()`.

-- Bodies of functions may mention what a later file makes.
set check_function_bodies = off;

alter table private.profiles
  add column has_account boolean not null default true,
  -- The key to the account holds only for those who have one.
  add column account_id uuid generated always as (case when has_account then user_id end) stored,
  add column birth_year smallint
    constraint profiles_birth_year_is_of_people_without_account check (birth_year is null or not has_account),
  drop constraint profiles_user_id_fkey;
alter table private.profiles
  add constraint profiles_account_id_fkey foreign key (account_id) references auth.users (id) on delete cascade,
  alter column birth_year set statistics 0;
create unique index profiles_account_id_idx on private.profiles (account_id);
comment on column private.profiles.has_account is 'False for a patient whom a guardian or reception has added. Set by functions only.';
comment on column private.profiles.birth_year is 'Of an adult without an account, only to check that they are one. Not health data, and not shown to staff.';
grant update (birth_year) on private.profiles to authenticated;

create or replace view public.profiles with (security_invoker = true) as
  select user_id, first_name, last_name, phone, date_of_birth, gender, medical_history, timezone, language, email, created_at,
         timezone_chosen_at, has_account, birth_year
  from private.profiles
  where tableoid <> 'private.profiles_without_health'::regclass or current_user = 'authenticated';
grant update (birth_year) on public.profiles to authenticated;

create or replace function private.copy_profile_without_health() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.profiles_without_health as copy (
    user_id, first_name, last_name, phone, timezone, timezone_chosen_at, language, email, created_at, has_account
  )
  values (
    new.user_id, new.first_name, new.last_name, new.phone, new.timezone, new.timezone_chosen_at, new.language, new.email, new.created_at,
    new.has_account
  )
  on conflict (user_id) do update set
    first_name = excluded.first_name, last_name = excluded.last_name, phone = excluded.phone, timezone = excluded.timezone,
    timezone_chosen_at = excluded.timezone_chosen_at, language = excluded.language, email = excluded.email,
    created_at = excluded.created_at, has_account = excluded.has_account;
  return null;
end $$;

-- Consents belong to people, with or without an account. An account from before profiles were made with it may lack one.
insert into private.profiles (user_id)
select distinct c.user_id from public.consents c where not exists (select from only private.profiles p where p.user_id = c.user_id);
alter table public.consents
  drop constraint consents_user_id_fkey,
  add constraint consents_user_id_fkey foreign key (user_id) references private.profiles (user_id) on delete cascade;

create or replace function private.create_profile() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  given jsonb := case when jsonb_typeof(new.raw_user_meta_data) = 'object' then new.raw_user_meta_data else '{}' end;
  born date;
  gender text := private.fold_gender(given ->> 'gender');
  spoken text := case when private.is_offered_language(given ->> 'language') then given ->> 'language' end;
  consented boolean := coalesce(given ->> 'health_consent', '') ~ '^\d{4}-\d{2}-\d{2}$';
begin
  begin
    born := (given ->> 'date_of_birth')::date;
    if born not between '1900-01-01' and now()::date then
      born := null;
    end if;
  exception when others then
    born := null;
  end;
  insert into public.profiles (user_id, first_name, last_name, phone, date_of_birth, gender, medical_history, timezone, language)
  values (
    new.id,
    left(regexp_replace(given ->> 'first_name', '[[:cntrl:]]', '', 'g'), 100),
    left(regexp_replace(given ->> 'last_name', '[[:cntrl:]]', '', 'g'), 100),
    left(given ->> 'phone', 40),
    case when consented then born end,
    case when consented and gender in ('erkek', 'kadın', 'diğer', 'belirtmek_istemiyorum') then gender end,
    case when consented then left(given ->> 'medical_history', 5000) end,
    private.known_time_zone(given ->> 'timezone'),
    spoken
  );
  if consented then
    insert into public.consents (user_id, kind, version, language)
    values (new.id, 'health_data', given ->> 'health_consent', coalesce(spoken, 'tr'));
  end if;
  -- The health data has arrived where it belongs; writing the metadata again strips it.
  update auth.users u set raw_user_meta_data = u.raw_user_meta_data where u.id = new.id;
  return null;
end $$;

create table public.guardians (
  patient_id uuid not null constraint guardians_patient_id_fkey references private.profiles (user_id) on delete cascade,
  guardian_id uuid not null constraint guardians_guardian_id_fkey references private.profiles (user_id),
  relationship text not null constraint guardians_relationship_is_known check (relationship in ('child', 'parent', 'spouse', 'other')),
  authority text not null constraint guardians_authority_is_known check (authority in ('parental', 'asked')),
  declared_at timestamptz not null default now(),
  declaration_version text not null constraint guardians_declaration_version_is_a_date check (declaration_version ~ '^\d{4}-\d{2}-\d{2}$'),
  primary key (patient_id, guardian_id),
  constraint guardians_act_for_others check (guardian_id <> patient_id),
  constraint guardians_have_parental_authority_over_children check (authority <> 'parental' or relationship = 'child')
);
comment on table public.guardians is 'Who acts for a patient without an account. Written by functions only.';
comment on column public.guardians.relationship is 'What the patient is to the guardian.';
comment on column public.guardians.authority is 'parental: until the 18th birthday, midnight where the patient is. asked: an adult asked the guardian to act.';
create index guardians_guardian_id_idx on public.guardians (guardian_id);
alter table public.guardians enable row level security;
grant select on public.guardians to authenticated, service_role;

create function private.today_in(zone text) returns date
language sql stable set search_path = '' as $$
  select (now() at time zone zone)::date
$$;

-- Somebody born on 29 February turns 18 on 28 February: the right ends early rather than late.
create function private.adult_on(born date) returns date
language sql immutable set search_path = '' as $$
  select (born + interval '18 years')::date
$$;

create function private.is_live_right(authority text, patient private.profiles) returns boolean
language sql stable set search_path = '' as $$
  select not patient.has_account
    and (authority = 'asked' or coalesce(private.today_in(patient.timezone) < private.adult_on(patient.date_of_birth), false))
$$;

create function private.my_people() returns uuid[]
language plpgsql stable security definer set search_path = '' as $$
declare
  person uuid := private.me();
begin
  if person is null then
    return '{}';
  end if;
  return person || array(
    select g.patient_id from public.guardians g join only private.profiles p on p.user_id = g.patient_id
    where g.guardian_id = person and private.is_live_right(g.authority, p)
  );
end $$;
comment on function private.my_people() is 'Definer: policies ask it, those of guardians and profiles included. It answers for the caller only.';
grant execute on function private.my_people to authenticated, service_role;

create function private.is_guardian_of(patient uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.guardians g join only private.profiles p on p.user_id = g.patient_id
    where g.patient_id = is_guardian_of.patient and g.guardian_id = private.me() and private.is_live_right(g.authority, p)
  )
$$;
comment on function private.is_guardian_of(uuid) is 'Definer: functions and policies ask it. It answers for the caller only, and only of a right that is live now.';
grant execute on function private.is_guardian_of to authenticated, service_role;

create policy "guardians: guardians read those of their patients" on public.guardians
  for select to authenticated
  using (guardian_id = (select private.me()) or patient_id = any ((select private.my_people())::uuid[]));

create function private.limit_guardians() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  max_guardians constant integer := 2;
  max_patients constant integer := 10;
begin
  -- The patient first, as bookings lock. Of several at once, each counts the ones before it.
  perform pg_advisory_xact_lock(hashtextextended('patient:' || new.patient_id, 0));
  perform pg_advisory_xact_lock(hashtextextended('guardian:' || new.guardian_id, 0));
  if (select count(*) from public.guardians g where g.patient_id = new.patient_id) >= max_guardians then
    perform private.fail('too_many_guardians', jsonb_build_object('most', max_guardians));
  end if;
  -- A child who has grown up no longer counts: the guardian could not make room otherwise.
  if (
    select count(*) from public.guardians g join only private.profiles p on p.user_id = g.patient_id
    where g.guardian_id = new.guardian_id and private.is_live_right(g.authority, p)
  ) >= max_patients then
    perform private.fail('too_many_patients', jsonb_build_object('most', max_patients));
  end if;
  return new;
end $$;
comment on function private.limit_guardians() is 'Definer: the limits count rows that the caller may not read.';
create trigger guardians_limit before insert on public.guardians for each row execute function private.limit_guardians();

create function private.year_or_null(value text) returns integer
language sql immutable set search_path = '' as $$
  select case when value ~ '^\d{4}$' then value::integer end
$$;

create function private.date_or_null(value text) returns date
language plpgsql stable set search_path = '' as $$
begin
  return case when value ~ '^\d{4}-\d{2}-\d{2}$' then value::date end;
exception when datetime_field_overflow then
  return null;
end $$;

create function private.fail_unless_child(born date, zone text) returns void
language plpgsql stable set search_path = '' as $$
declare
  today date := private.today_in(zone);
begin
  if (born <= today and born > today - interval '120 years') is not true then
    perform private.fail('birth_date_invalid');
  end if;
  if private.adult_on(born) <= today then
    perform private.fail('patient_is_adult');
  end if;
end $$;

create function private.fail_unless_adult(born_in integer, zone text) returns void
language plpgsql stable set search_path = '' as $$
declare
  this_year integer := extract(year from private.today_in(zone));
begin
  if (born_in between this_year - 120 and this_year) is not true then
    perform private.fail('birth_date_invalid');
  end if;
  if this_year - born_in < 18 then
    perform private.fail('patient_is_minor');
  end if;
end $$;

-- The name, phone, zone and language of somebody who gets no account.
create function private.add_patient(patient jsonb, zone text, spoken text) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  added uuid := gen_random_uuid();
begin
  if private.blank_to_null(private.visible_name(patient ->> 'first_name')) is null
    or private.blank_to_null(private.visible_name(patient ->> 'last_name')) is null
  then
    perform private.fail('profile_name_required');
  end if;
  insert into private.profiles (user_id, has_account, first_name, last_name, phone, timezone, language)
  values (added, false, patient ->> 'first_name', patient ->> 'last_name', patient ->> 'phone', zone, spoken);
  return added;
end $$;
comment on function private.add_patient(jsonb, text, text) is 'Definer: nobody adds a profile without an account. Clients cannot call it.';

create function private.create_patient(patient jsonb, relationship text, authority text, declaration_version text) returns uuid
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_variable
declare
  max_a_day constant integer := 30;
  person uuid := private.me();
  own record;
  zone text;
  born date := private.date_or_null(patient ->> 'date_of_birth');
  born_in integer := private.year_or_null(patient ->> 'birth_year');
  added uuid;
begin
  if person is null then
    perform private.refuse();
  end if;
  if (jsonb_typeof(patient) = 'object' and declaration_version ~ '^\d{4}-\d{2}-\d{2}$') is not true then
    perform private.fail('declaration_required');
  end if;
  if not private.is_within_limit('patients by:' || person, max_a_day, 1440) then
    perform private.fail('too_many_requests', jsonb_build_object('most', max_a_day, 'seconds', 86400));
  end if;
  select case when p.timezone_chosen_at is not null then p.timezone end as timezone, p.language into own
  from only private.profiles p where p.user_id = person;
  zone := coalesce(private.known_time_zone(patient ->> 'timezone'), own.timezone);
  case authority
    when 'parental' then
      perform private.fail_unless_child(born, coalesce(zone, 'Europe/Istanbul'));
      if (patient ->> 'health_consent' ~ '^\d{4}-\d{2}-\d{2}$') is not true then
        perform private.fail('consent_required', jsonb_build_object('kind', 'health_data'));
      end if;
    when 'asked' then
      perform private.fail_unless_adult(born_in, coalesce(zone, 'Europe/Istanbul'));
      if private.blank_to_null(patient ->> 'phone') is null then
        perform private.fail('phone_required');
      end if;
    else
      perform private.fail('declaration_required');
  end case;
  added := private.add_patient(
    patient, zone, case when private.is_offered_language(patient ->> 'language') then patient ->> 'language' else own.language end
  );
  insert into public.guardians (patient_id, guardian_id, relationship, authority, declaration_version)
  values (added, person, relationship, authority, declaration_version);
  if authority = 'parental' then
    insert into public.consents (user_id, kind, version, language)
    values (added, 'health_data', patient ->> 'health_consent', coalesce(own.language, 'tr'));
    update only private.profiles p set
      date_of_birth = born, gender = patient ->> 'gender', medical_history = patient ->> 'medical_history'
    where p.user_id = added;
  else
    update only private.profiles p set birth_year = born_in where p.user_id = added;
  end if;
  perform private.audit(
    'patient.created', 'user:' || added,
    jsonb_build_object('relationship', relationship, 'authority', authority, 'declaration_version', declaration_version)
  );
  return added;
end $$;
comment on function private.create_patient(jsonb, text, text, text) is
  'Definer: nobody adds profiles without an account or guardians otherwise. The caller becomes the guardian; no other person is taken.';
grant execute on function private.create_patient to authenticated;

create function public.create_patient(patient jsonb, relationship text, authority text, declaration_version text) returns uuid
language sql set search_path = '' as $$
  select private.create_patient(patient, relationship, authority, declaration_version)
$$;
grant execute on function public.create_patient to authenticated;

create function private.create_patient_by_staff(patient jsonb) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  max_a_day constant integer := 300;
  added uuid;
begin
  if not private.is_admin() then
    perform private.refuse();
  end if;
  if not private.is_within_limit('patients by staff:' || private.me(), max_a_day, 1440) then
    perform private.fail('too_many_requests', jsonb_build_object('most', max_a_day, 'seconds', 86400));
  end if;
  if private.blank_to_null(patient ->> 'phone') is null then
    perform private.fail('phone_required');
  end if;
  added := private.add_patient(
    patient, private.known_time_zone(patient ->> 'timezone'),
    case when private.is_offered_language(patient ->> 'language') then patient ->> 'language' end
  );
  perform private.audit('patient.created', 'user:' || added, '{"by": "staff"}');
  return added;
end $$;
comment on function private.create_patient_by_staff(jsonb) is 'Definer: nobody adds profiles without an account otherwise. It refuses everybody but admins first.';
grant execute on function private.create_patient_by_staff to authenticated;

create function public.create_patient_by_staff(patient jsonb) returns uuid
language sql set search_path = '' as $$
  select private.create_patient_by_staff(patient)
$$;
grant execute on function public.create_patient_by_staff to authenticated;

create function private.list_my_people()
returns table (
  user_id uuid, first_name text, last_name text, phone text, relationship text, authority text, date_of_birth date, birth_year smallint,
  timezone text, language text, gender text, medical_history text, is_live boolean, becomes_adult_on date, guardians jsonb, invited jsonb
)
language sql stable security definer set search_path = '' as $$
  -- Of somebody who has grown up, their former guardian reads the name and the day: enough to invite them to claim their record.
  select p.user_id, p.first_name, p.last_name, case when l.is_live then p.phone end, g.relationship, g.authority,
         case when l.is_live then p.date_of_birth end, case when l.is_live then p.birth_year end,
         case when l.is_live then p.timezone end, case when l.is_live then p.language end,
         case when l.is_live then p.gender end, case when l.is_live then p.medical_history end,
         l.is_live, private.adult_on(p.date_of_birth),
         case when l.is_live then (
           select jsonb_agg(jsonb_build_object(
             'guardian_id', o.guardian_id, 'first_name', other.first_name, 'last_name', other.last_name, 'is_me', o.guardian_id = g.guardian_id
           ) order by o.declared_at, o.guardian_id)
           from public.guardians o join private.profiles_without_health other on other.user_id = o.guardian_id
           where o.patient_id = g.patient_id
         ) end,
         '[]'::jsonb
  from public.guardians g
  join only private.profiles p on p.user_id = g.patient_id and not p.has_account
  cross join lateral (select private.is_live_right(g.authority, p) as is_live) as l
  where g.guardian_id = private.me()
  order by g.declared_at, g.patient_id
  limit 100
$$;
comment on function private.list_my_people() is 'Definer: it names the other guardian, whose profile the caller may not read. It takes no argument: everybody gets their own people.';
grant execute on function private.list_my_people to authenticated;

create function public.list_my_people()
returns table (
  user_id uuid, first_name text, last_name text, phone text, relationship text, authority text, date_of_birth date, birth_year smallint,
  timezone text, language text, gender text, medical_history text, is_live boolean, becomes_adult_on date, guardians jsonb, invited jsonb
)
language sql stable set search_path = '' as $$
  select * from private.list_my_people()
$$;
grant execute on function public.list_my_people to authenticated;

-- To auth.users and not to profiles: a second key to profiles would make `profiles (…)` ambiguous for those who read appointments.
alter table public.appointments
  add column booked_by uuid constraint appointments_booked_by_fkey references auth.users (id) on delete set null;
comment on column public.appointments.booked_by is 'The account that booked: the patient, a guardian or staff. Set by a trigger; null where it is not known, as for appointments from before this column.';
create index appointments_booked_by_idx on public.appointments (booked_by);

create or replace function private.prepare_appointment() returns trigger
language plpgsql set search_path = '' as $$
declare
  is_client boolean := current_user in ('anon', 'authenticated', 'service_role');
  booked record;
begin
  -- Before any lock and any answer: what stands in another's name is nobody's business here.
  if current_user = 'authenticated' and new.user_id is distinct from private.me() then
    perform private.refuse();
  end if;
  new.booked_by := private.me();
  new.patient_complaint := private.trimmed(new.patient_complaint);
  new.appointment_time := to_char(new.appointment_time::time, 'HH24:MI');
  if is_client then
    select * into booked from private.claim_slot(new.user_id, new.doctor_id, new.appointment_date, new.appointment_time);
    if new.status = 'pending' and private.confirms_automatically(new.doctor_id) then
      new.status := 'confirmed';
    end if;
  else
    select private.instant_of(new.appointment_date + new.appointment_time::time, d.timezone) as starts_at, d.timezone, d.session_duration
    into booked from public.doctors d where d.id = new.doctor_id;
  end if;
  new.starts_at := booked.starts_at;
  new.timezone := booked.timezone;
  new.session_duration := booked.session_duration;
  new.gap_minutes := extract(epoch from private.session_gap(new.doctor_id)) / 60;
  new.ends_at := new.starts_at + make_interval(mins => booked.session_duration);
  new.blocked := tstzrange(new.starts_at, new.ends_at + make_interval(mins => new.gap_minutes));
  return new;
end $$;
