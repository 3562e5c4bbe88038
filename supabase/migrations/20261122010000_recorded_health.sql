-- What an adult without an account tells the doctor about their health, once the doctor has recorded their consent. It is kept apart from the
-- profile, which their guardians read: only doctors of the person see it, on the card. It moves to the profile when the person claims the record.

-- Bodies of functions may mention what a later file makes.
set check_function_bodies = off;

create table private.recorded_health (
  patient_id uuid primary key references private.profiles (user_id) on delete cascade,
  date_of_birth date constraint recorded_health_date_of_birth_is_plausible check (date_of_birth between '1900-01-01' and '2100-01-01'),
  gender text constraint recorded_health_gender_is_known check (gender in ('erkek', 'kadın', 'diğer', 'belirtmek_istemiyorum')),
  medical_history text constraint recorded_health_medical_history_is_short check (char_length(medical_history) <= 5000),
  recorded_by uuid not null constraint recorded_health_recorded_by_fkey references public.doctors (id),
  recorded_at timestamptz not null default now()
);
create index recorded_health_recorded_by_idx on private.recorded_health (recorded_by);
alter table private.recorded_health enable row level security;

-- The doctor to whom the person gave the consent that is live.
create function private.may_record_health(patient uuid, doctor uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select not private.has_parents(patient)
    and exists (select from only private.profiles p where p.user_id = patient and not p.has_account and p.erased_at is null)
    and exists (
      select from public.consents c
      where c.user_id = patient and c.kind = 'health_data' and c.withdrawn_at is null and c.recorded_by = doctor
    )
$$;
comment on function private.may_record_health(uuid, uuid) is 'Definer: it looks at consents and guardians. Clients cannot call it.';

create function private.record_patient_health(appointment_id uuid, date_of_birth date, gender text, medical_history text) returns void
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_variable
declare
  max_a_day constant integer := 200;
  doctor uuid := private.my_doctor_id();
  patient private.profiles;
  today date;
  before private.recorded_health;
  after private.recorded_health;
begin
  select p.* into patient from public.appointments a join only private.profiles p on p.user_id = a.user_id
  where a.id = appointment_id and a.doctor_id = doctor and a.status in ('confirmed', 'completed') and a.erased_at is null
  -- Locked, because the person may claim the record at this moment.
  for no key update of p;
  if patient.user_id is null then
    perform private.refuse();
  end if;
  if not private.is_within_limit('health recorded by:' || private.me(), max_a_day, 1440) then
    perform private.fail('too_many_requests', jsonb_build_object('most', max_a_day, 'seconds', 86400));
  end if;
  if patient.has_account then
    perform private.fail('patient_has_account');
  end if;
  -- A withdrawal at this moment waits, and clears what is written here.
  perform from public.consents c where c.user_id = patient.user_id and c.kind = 'health_data' and c.withdrawn_at is null for share;
  if not private.may_record_health(patient.user_id, doctor) then
    perform private.fail('consent_required', jsonb_build_object('kind', 'health_data'));
  end if;
  today := private.today_in(patient.timezone);
  if date_of_birth > today or date_of_birth <= today - interval '120 years' then
    perform private.fail('birth_date_invalid');
  end if;
  if private.adult_on(date_of_birth) > today then
    perform private.fail('patient_is_minor');
  end if;
  select h.* into before from private.recorded_health h where h.patient_id = patient.user_id;
  insert into private.recorded_health as h (patient_id, date_of_birth, gender, medical_history, recorded_by)
  values (patient.user_id, date_of_birth, private.blank_to_null(gender), private.blank_to_null(medical_history), doctor)
  on conflict (patient_id) do update set
    date_of_birth = excluded.date_of_birth, gender = excluded.gender, medical_history = excluded.medical_history,
    recorded_by = excluded.recorded_by, recorded_at = now()
  returning h.* into after;
  perform private.audit(
    'patient.health_recorded', 'user:' || patient.user_id,
    jsonb_build_object('appointment_id', appointment_id, 'fields', (
      select coalesce(jsonb_agg(n.key order by n.key), '[]')
      from jsonb_each(to_jsonb(after) - array['patient_id', 'recorded_by', 'recorded_at']) as n
      where n.value is distinct from coalesce(to_jsonb(before) -> n.key, 'null')
    ))
  );
end $$;
comment on function private.record_patient_health(uuid, date, text, text) is
  'Definer: nobody writes recorded health data otherwise. It refuses everybody but the doctor of the appointment who recorded the consent.';

create function public.record_patient_health(
  appointment_id uuid, date_of_birth date default null, gender text default null, medical_history text default null
) returns void
language sql set search_path = '' as $$
  select private.record_patient_health(appointment_id, date_of_birth, gender, medical_history)
$$;
grant execute on function private.record_patient_health, public.record_patient_health to authenticated;

create function private.forget_recorded_health() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from private.recorded_health h where h.patient_id = new.user_id;
  return null;
end $$;
comment on function private.forget_recorded_health() is 'Definer: nobody removes recorded health data.';
create trigger consents_forget_recorded_health after update of withdrawn_at on public.consents
  for each row when (new.kind = 'health_data' and old.withdrawn_at is null and new.withdrawn_at is not null)
  execute function private.forget_recorded_health();
create trigger profiles_forget_recorded_health after update of erased_at on private.profiles
  for each row when (new.erased_at is not null) execute function private.forget_recorded_health();

-- What the person had said about themselves comes first.
create function private.with_recorded_health(record private.profiles) returns private.profiles
language plpgsql stable security definer set search_path = '' as $$
declare
  recorded private.recorded_health;
begin
  select h.* into recorded from private.recorded_health h where h.patient_id = record.user_id;
  record.date_of_birth := coalesce(record.date_of_birth, recorded.date_of_birth);
  record.gender := coalesce(record.gender, recorded.gender);
  record.medical_history := coalesce(record.medical_history, recorded.medical_history);
  return record;
end $$;
comment on function private.with_recorded_health(private.profiles) is 'Definer: nobody reads recorded health data otherwise. Clients cannot call it.';

create function private.take_recorded_health() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new := private.with_recorded_health(new);
  delete from private.recorded_health h where h.patient_id = new.user_id;
  return new;
end $$;
comment on function private.take_recorded_health() is 'Definer: nobody reads recorded health data otherwise.';
create trigger profiles_take_recorded_health before update of has_account on private.profiles
  for each row when (new.has_account and not old.has_account) execute function private.take_recorded_health();

create or replace function private.move_record(record private.profiles, account uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  max_history constant integer := 5000;
begin
  record := private.with_recorded_health(record);
  -- Before the appointments: those of an appointment also name the patient.
  update public.audit_log l set details = l.details || jsonb_build_object('patient_id', account)
  where l.subject in (select 'appointment:' || a.id from public.appointments a where a.user_id = record.user_id)
    and l.details ->> 'patient_id' = record.user_id::text;
  update public.audit_log l set subject = 'user:' || account where l.subject = 'user:' || record.user_id;
  -- Booked for two records of one person: nobody could have known.
  update public.appointments a set
    user_id = account,
    may_overlap = a.may_overlap or (a.status <> 'cancelled' and exists (
      select from public.appointments o
      where o.user_id = account and o.status <> 'cancelled' and tstzrange(o.starts_at, o.ends_at) && tstzrange(a.starts_at, a.ends_at)
    ))
  where a.user_id = record.user_id;
  -- Of two live consents to one thing the account's own stays live. The other one ends here, and is kept as given.
  update public.consents c set withdrawn_at = now()
  where c.user_id = record.user_id and c.withdrawn_at is null and exists (
    select from public.consents o where o.user_id = account and o.kind = c.kind and o.withdrawn_at is null
  );
  update public.consents c set user_id = account where c.user_id = record.user_id;
  update only private.profiles p set
    first_name = coalesce(p.first_name, record.first_name), last_name = coalesce(p.last_name, record.last_name),
    phone = coalesce(p.phone, record.phone)
  where p.user_id = account;
  update only private.profiles p set
    date_of_birth = coalesce(p.date_of_birth, record.date_of_birth), gender = coalesce(p.gender, record.gender),
    medical_history = left(concat_ws(e'\n\n', p.medical_history, record.medical_history), max_history)
  where p.user_id = account and exists (
    select from public.consents c where c.user_id = account and c.kind = 'health_data' and c.withdrawn_at is null
  );
  update public.patient_invitations i set patient_id = account where i.patient_id = record.user_id;
  delete from only private.profiles p where p.user_id = record.user_id;
end $$;

create or replace function private.open_patient_card(appointment_id uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  max_an_hour constant integer := 600;
  max_appointments constant integer := 50;
  max_files constant integer := 100;
  doctor uuid := private.my_doctor_id();
  patient uuid;
begin
  select a.user_id into patient from public.appointments a
  where a.id = open_patient_card.appointment_id and a.doctor_id = doctor and a.status <> 'cancelled' and a.erased_at is null;
  if patient is null then
    perform private.refuse();
  end if;
  if not private.is_within_limit('patient card:' || private.me(), max_an_hour, 60) then
    perform private.fail('too_many_requests', jsonb_build_object('most', max_an_hour, 'seconds', 3600));
  end if;
  perform private.audit(
    'patient_card.opened', 'user:' || patient, jsonb_build_object('appointment_id', open_patient_card.appointment_id, 'doctor_id', doctor)
  );
  return jsonb_build_object(
    'patient', (
      select jsonb_build_object(
        'user_id', p.user_id, 'first_name', p.first_name, 'last_name', p.last_name, 'phone', p.phone, 'email', p.email,
        'language', p.language, 'timezone', case when p.timezone_chosen_at is not null then p.timezone end,
        'date_of_birth', said.date_of_birth, 'age', extract(year from age(private.today_in(p.timezone), said.date_of_birth))::integer,
        'gender', said.gender, 'medical_history', said.medical_history, 'has_account', p.has_account
      )
      from only private.profiles p
      left join private.recorded_health h on h.patient_id = p.user_id
      cross join lateral (
        select coalesce(h.date_of_birth, p.date_of_birth) as date_of_birth, coalesce(h.gender, p.gender) as gender,
               coalesce(h.medical_history, p.medical_history) as medical_history
      ) as said
      where p.user_id = patient
    ),
    'guardians', private.guardians_of(patient),
    -- Of somebody who tells the doctor what they consent to: since when. Null for everybody else.
    'recorded_consents', (
      select jsonb_build_object(
        'health_data', max(c.given_at) filter (where c.kind = 'health_data'),
        'notes_to_guardians', max(c.given_at) filter (where c.kind = 'notes_to_guardians')
      )
      from private.profiles_without_health p
      left join public.consents c on c.user_id = p.user_id and c.withdrawn_at is null
      where p.user_id = patient and not p.has_account and not private.has_parents(patient)
      group by p.user_id
    ),
    -- The doctor to whom they gave the consent writes down what they say.
    'may_record_health', private.may_record_health(patient, doctor),
    'next', (
      select jsonb_build_object('id', a.id, 'starts_at', a.starts_at, 'timezone', a.timezone, 'status', a.status)
      from public.appointments a
      where a.user_id = patient and a.doctor_id = doctor and a.status in ('pending', 'confirmed') and a.starts_at > now()
      order by a.starts_at limit 1
    ),
    'appointments', (
      select coalesce(jsonb_agg(to_jsonb(a) order by a.starts_at desc), '[]')
      from (
        select a.id, a.starts_at, a.timezone, a.status, a.did_not_come, a.patient_complaint,
               coalesce(h.note, a.notes) as notes, h.note is not null as is_note_hidden, n.note as private_note
        from public.appointments a
        left join public.appointment_private_notes n on n.appointment_id = a.id
        left join public.appointment_hidden_notes h on h.appointment_id = a.id
        where a.user_id = patient and a.doctor_id = doctor and a.status <> 'cancelled'
        order by a.starts_at desc limit max_appointments
      ) as a
    ),
    'files', (
      select coalesce(jsonb_agg(to_jsonb(f) order by f.uploaded_at desc), '[]')
      from (
        select f.id, f.appointment_id, f.file_name, f.file_path, f.file_type, f.file_size, f.uploaded_at
        from public.appointment_files f join public.appointments a on a.id = f.appointment_id
        where a.user_id = patient and a.doctor_id = doctor and a.status in ('confirmed', 'completed')
        order by f.uploaded_at desc limit max_files
      ) as f
    )
  );
end $$;
