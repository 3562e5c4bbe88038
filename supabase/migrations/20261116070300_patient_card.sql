-- What a doctor may know about a patient: one function gives it and writes down who looked. Beside the note that the patient reads there is
-- one that only its doctor reads, and doctors keep templates for what they write often.

-- A doctor reads names and contact of patients as admins do, from the copy without health data. Health data is read by its owner, and by
-- the doctor through `open_patient_card` only.
-- The first condition names the table that is left out, because PostgreSQL may judge a row without knowing its table (`tableoid` is 0 then).
alter policy "profiles: people and their doctors read all of it, admins the copy without health data" on private.profiles
  using (
    (tableoid <> 'private.profiles_without_health'::regclass and user_id = (select auth.uid()))
    or (
      tableoid = 'private.profiles_without_health'::regclass
      and user_id <> (select auth.uid())
      and (
        (select private.is_admin())
        or exists (
          select from public.appointments a
          where a.user_id = profiles.user_id and a.doctor_id = (select private.my_doctor_id()) and a.status <> 'cancelled'
        )
      )
    )
  );
alter policy "profiles: people and their doctors read all of it, admins the copy without health data" on private.profiles
  rename to "profiles: people read all of their own, doctors and admins the copy without health data";

create table public.appointment_private_notes (
  appointment_id uuid primary key references public.appointments (id) on delete cascade,
  note text not null constraint appointment_private_notes_note_is_given check (private.trimmed(note) <> '' and char_length(note) <= 5000),
  updated_at timestamptz not null default now()
);
comment on table public.appointment_private_notes is 'The doctor''s own note about an appointment. Neither the patient nor admins read it.';
alter table public.appointment_private_notes enable row level security;
grant select, delete on public.appointment_private_notes to authenticated;
grant insert (appointment_id, note), update (appointment_id, note) on public.appointment_private_notes to authenticated;

create function private.is_my_patients_appointment(appointment_id uuid, to_write boolean) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.appointments a
    where a.id = is_my_patients_appointment.appointment_id and a.doctor_id = private.my_doctor_id()
      and not (to_write and (a.status = 'cancelled' or a.erased_at is not null))
  )
$$;
comment on function private.is_my_patients_appointment is 'Definer: policies ask it about appointments. It answers for the caller only.';
grant execute on function private.is_my_patients_appointment to authenticated;

create policy "appointment_private_notes: their doctors read" on public.appointment_private_notes
  for select to authenticated using (private.is_my_patients_appointment(appointment_id, false));
create policy "appointment_private_notes: their doctors add" on public.appointment_private_notes
  for insert to authenticated with check (private.is_my_patients_appointment(appointment_id, true));
create policy "appointment_private_notes: their doctors change" on public.appointment_private_notes
  for update to authenticated
  using (private.is_my_patients_appointment(appointment_id, true)) with check (private.is_my_patients_appointment(appointment_id, true));
create policy "appointment_private_notes: their doctors remove" on public.appointment_private_notes
  for delete to authenticated using (private.is_my_patients_appointment(appointment_id, false));

create function private.touch_private_note() returns trigger
language plpgsql set search_path = '' as $$
begin
  if tg_op = 'UPDATE' and new.appointment_id <> old.appointment_id then
    perform private.fail('appointment_is_fixed');
  end if;
  new.note := private.trimmed(new.note);
  new.updated_at := now();
  return new;
end $$;
create trigger appointment_private_notes_touch before insert or update on public.appointment_private_notes
  for each row execute function private.touch_private_note();

create function private.audit_private_note() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.audit(
    'appointment.private_note',
    'appointment:' || case when tg_op = 'DELETE' then old.appointment_id else new.appointment_id end,
    jsonb_build_object('fields', jsonb_build_array('private_note'))
  );
  return null;
end $$;
comment on function private.audit_private_note is 'Definer: clients may write notes and may not call private.audit, which takes any text.';
create trigger appointment_private_notes_audit after insert or update or delete on public.appointment_private_notes
  for each row execute function private.audit_private_note();

-- The patient had their data erased: what was written about them goes with it.
create function private.drop_private_note() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.appointment_private_notes n where n.appointment_id = new.id;
  return null;
end $$;
comment on function private.drop_private_note is 'Definer: the patient who has their data erased may not read the note.';
create trigger appointments_drop_private_note after update of erased_at on public.appointments
  for each row when (new.erased_at is not null) execute function private.drop_private_note();

create table public.note_templates (
  id uuid primary key default gen_random_uuid(),
  doctor_id uuid not null references public.doctors (id) on delete cascade,
  title text not null constraint note_templates_title_is_given check (private.trimmed(title) <> '' and char_length(title) <= 100),
  body text not null constraint note_templates_body_is_given check (private.trimmed(body) <> '' and char_length(body) <= 5000),
  created_at timestamptz not null default now()
);
create index note_templates_doctor_id_idx on public.note_templates (doctor_id, title);
alter table public.note_templates enable row level security;
grant select, delete on public.note_templates to authenticated;
grant insert (id, doctor_id, title, body), update (title, body) on public.note_templates to authenticated;
create policy "note_templates: doctors read their own" on public.note_templates
  for select to authenticated using (doctor_id = (select private.my_doctor_id()));
create policy "note_templates: doctors add their own" on public.note_templates
  for insert to authenticated with check (doctor_id = (select private.my_doctor_id()));
create policy "note_templates: doctors change their own" on public.note_templates
  for update to authenticated using (doctor_id = (select private.my_doctor_id())) with check (doctor_id = (select private.my_doctor_id()));
create policy "note_templates: doctors remove their own" on public.note_templates
  for delete to authenticated using (doctor_id = (select private.my_doctor_id()));

create function private.limit_note_templates() returns trigger
language plpgsql set search_path = '' as $$
declare
  max_templates constant integer := 50;
begin
  perform private.lock_doctor(new.doctor_id);
  if (select count(*) from public.note_templates t where t.doctor_id = new.doctor_id) >= max_templates then
    perform private.fail('too_many_templates', jsonb_build_object('most', max_templates));
  end if;
  return new;
end $$;
create trigger note_templates_limit before insert on public.note_templates
  for each row execute function private.limit_note_templates();

-- Appointments of the same doctor and patient only: what another doctor wrote stays with that doctor.
create function private.open_patient_card(appointment_id uuid) returns jsonb
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
        'date_of_birth', p.date_of_birth, 'age', extract(year from age(current_date, p.date_of_birth))::integer,
        'gender', p.gender, 'medical_history', p.medical_history
      )
      from only private.profiles p where p.user_id = patient
    ),
    'next', (
      select jsonb_build_object('id', a.id, 'starts_at', a.starts_at, 'timezone', a.timezone, 'status', a.status)
      from public.appointments a
      where a.user_id = patient and a.doctor_id = doctor and a.status in ('pending', 'confirmed') and a.starts_at > now()
      order by a.starts_at limit 1
    ),
    'appointments', (
      select coalesce(jsonb_agg(to_jsonb(a) order by a.starts_at desc), '[]')
      from (
        select a.id, a.starts_at, a.timezone, a.status, a.did_not_come, a.patient_complaint, a.notes, n.note as private_note
        from public.appointments a left join public.appointment_private_notes n on n.appointment_id = a.id
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
comment on function private.open_patient_card is 'Definer: nobody else gives health data to a doctor. It refuses everybody but the doctor of the appointment first, and writes down who looked.';

create function public.open_patient_card(appointment_id uuid) returns jsonb
language sql set search_path = '' as $$
  select private.open_patient_card(open_patient_card.appointment_id)
$$;

-- Who looked at the caller's health data, the latest first.
create function private.list_card_openings() returns table (at timestamptz, doctor_id uuid, first_name text, last_name text, appointment_id uuid)
language sql stable security definer set search_path = '' as $$
  select l.at, d.id, d.first_name, d.last_name, private.uuid_or_null(l.details ->> 'appointment_id')
  from public.audit_log l left join public.doctors d on d.id = private.uuid_or_null(l.details ->> 'doctor_id')
  where l.subject = 'user:' || private.me() and l.action = 'patient_card.opened'
  order by l.at desc limit 100
$$;
comment on function private.list_card_openings is 'Definer: only admins read the log. It takes no argument, so that nobody can ask for somebody else.';

create function public.list_card_openings() returns table (at timestamptz, doctor_id uuid, first_name text, last_name text, appointment_id uuid)
language sql stable set search_path = '' as $$
  select * from private.list_card_openings()
$$;

grant execute on function private.open_patient_card, public.open_patient_card, private.list_card_openings, public.list_card_openings to authenticated;

-- As before, and with who looked, and a doctor's templates.
create or replace function private.export_my_data() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  person uuid := private.me();
begin
  if person is null then
    perform private.refuse();
  end if;
  return private.data_of(person) || jsonb_build_object(
    'held_slot', (select to_jsonb(h) - 'blocked' - 'user_id' from private.slot_holds h where h.user_id = person and h.expires_at > now()),
    'doctor_texts', (
      select coalesce(jsonb_agg(to_jsonb(t) - 'doctor_id' order by t.language), '[]')
      from public.doctor_texts t join public.doctors d on d.id = t.doctor_id where d.user_id = person
    ),
    'note_templates', (
      select coalesce(jsonb_agg(to_jsonb(t) - 'doctor_id' order by t.title), '[]')
      from public.note_templates t join public.doctors d on d.id = t.doctor_id where d.user_id = person
    ),
    'patient_card_opened', (select coalesce(jsonb_agg(to_jsonb(o) order by o.at desc), '[]') from private.list_card_openings() o)
  );
end $$;

-- As before, and without the templates.
create or replace function private.empty_doctor_of_deleted_account() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.doctor_texts t using public.doctors d where d.id = t.doctor_id and d.user_id = new.id;
  delete from public.note_templates t using public.doctors d where d.id = t.doctor_id and d.user_id = new.id;
  insert into private.files_to_remove (bucket_id, path)
  select o.bucket_id, o.name from public.doctors d join storage.objects o on o.bucket_id = 'doctor-photos' and o.name like d.id || '/%'
  where d.user_id = new.id
  on conflict do nothing;
  update public.doctors d set languages = '{}', photo_path = null where d.user_id = new.id;
  return null;
end $$;
