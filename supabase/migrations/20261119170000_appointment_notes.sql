-- What a doctor writes and reads about a patient: notes, private notes, drafts, templates, and the patient card.

-- Bodies of functions may mention what a later file makes.
set check_function_bodies = off;

-- The private note is drafted, saved and compared like the note: drafts have a kind, and saving either note compares the time at which
-- that note was last changed. Two tabs cannot replace each other's text unnoticed.
create type public.note_kind as enum ('note', 'private_note');

create table public.appointment_private_notes (
  appointment_id uuid primary key references public.appointments (id) on delete cascade,
  note text not null constraint appointment_private_notes_note_is_given check (private.trimmed(note) <> '' and char_length(note) <= 5000),
  updated_at timestamptz not null default now()
);
comment on table public.appointment_private_notes is 'The doctor''s own note about an appointment. Neither the patient nor admins read it.';
alter table public.appointment_private_notes enable row level security;
grant select, delete on public.appointment_private_notes to authenticated;
grant insert (appointment_id, note), update (appointment_id, note) on public.appointment_private_notes to authenticated;

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

-- What a doctor types into the note before saving it. Only the doctor of the appointment reads it, through two functions; the patient
-- reads the note once it is saved.
create table private.appointment_note_drafts (
  appointment_id uuid references public.appointments (id) on delete cascade,
  -- As long as the note itself. An empty draft is the wish to clear the note.
  draft text not null constraint appointment_note_drafts_draft_is_short check (char_length(draft) <= 5000),
  updated_at timestamptz not null default clock_timestamp(),
  kind public.note_kind not null default 'note',
  -- The time of the saved note that the draft continues: a note that was saved after that is not in it.
  based_on timestamptz,
  primary key (appointment_id, kind)
);
comment on table private.appointment_note_drafts is
  'Unsaved notes and private notes. Nobody may read or write it but through get_note_draft, save_note_draft and save_note.';
alter table private.appointment_note_drafts enable row level security;

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
create policy "note_templates: doctors read their own" on public.note_templates
  for select to authenticated using (doctor_id = (select private.my_doctor_id()));
create policy "note_templates: doctors add their own" on public.note_templates
  for insert to authenticated with check (doctor_id = (select private.my_doctor_id()));
create policy "note_templates: doctors change their own" on public.note_templates
  for update to authenticated using (doctor_id = (select private.my_doctor_id())) with check (doctor_id = (select private.my_doctor_id()));
create policy "note_templates: doctors remove their own" on public.note_templates
  for delete to authenticated using (doctor_id = (select private.my_doctor_id()));

create function private.touch_private_note() returns trigger
language plpgsql set search_path = '' as $$
begin
  if tg_op = 'UPDATE' and new.appointment_id <> old.appointment_id then
    perform private.fail('appointment_is_fixed');
  end if;
  new.note := private.trimmed(new.note);
  -- Not the time of the transaction: two changes must never have the same time.
  new.updated_at := clock_timestamp();
  return new;
end $$;
create trigger appointment_private_notes_touch before insert or update on public.appointment_private_notes
  for each row execute function private.touch_private_note();

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
grant execute on function private.open_patient_card, public.open_patient_card to authenticated;

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
grant execute on function private.list_card_openings, public.list_card_openings to authenticated;

-- A draft goes when its note is saved; both go with a cancellation, which ends writing, and with the patient's data.
create function private.drop_note_draft() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from private.appointment_note_drafts d
  where d.appointment_id = new.id and (tg_nargs = 0 or d.kind = tg_argv[0]::public.note_kind);
  return null;
end $$;
comment on function private.drop_note_draft is 'Definer: nobody may remove drafts directly.';
create trigger appointments_drop_useless_draft after update of status, erased_at on public.appointments
  for each row when (new.erased_at is not null or new.status = 'cancelled') execute function private.drop_note_draft();
create trigger appointments_drop_saved_draft after update of notes on public.appointments
  for each row when (new.notes is distinct from old.notes) execute function private.drop_note_draft('note');

create function private.stamp_note() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.notes_updated_at := clock_timestamp();
  return new;
end $$;
-- Triggers run in the order of their names: this one after appointments_guard, which rejects a time that a client sends.
create trigger appointments_stamp_note before update of notes on public.appointments
  for each row when (new.notes is distinct from old.notes) execute function private.stamp_note();

-- What is stored as the note or the private note. No row without one.
create function private.saved_note(appointment_id uuid, kind public.note_kind) returns table (note text, updated_at timestamptz)
language sql stable set search_path = '' as $$
  select a.notes, a.notes_updated_at from public.appointments a where a.id = saved_note.appointment_id and saved_note.kind = 'note'
  union all
  select n.note, n.updated_at from public.appointment_private_notes n
  where n.appointment_id = saved_note.appointment_id and saved_note.kind = 'private_note'
$$;

-- Locks the appointment for writing about it. Refuses everybody but its doctor, and everybody once it is cancelled or erased.
create function private.lock_note(appointment_id uuid) returns void
language plpgsql set search_path = '' as $$
begin
  if not private.is_my_patients_appointment(lock_note.appointment_id, true) then
    perform private.refuse();
  end if;
  -- Asked again under the lock, because it may have been cancelled while this statement waited.
  perform from public.appointments a
  where a.id = lock_note.appointment_id and a.status <> 'cancelled' and a.erased_at is null for no key update;
  if not found then
    perform private.refuse();
  end if;
end $$;

create function private.get_note_draft(appointment_id uuid, kind public.note_kind)
returns table (draft text, updated_at timestamptz, based_on timestamptz)
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.is_my_patients_appointment(get_note_draft.appointment_id, true) then
    perform private.refuse();
  end if;
  return query
    select d.draft, d.updated_at, d.based_on from private.appointment_note_drafts d
    where d.appointment_id = get_note_draft.appointment_id and d.kind = get_note_draft.kind;
end $$;
comment on function private.get_note_draft is 'Definer: nobody may read drafts. It refuses everybody but the doctor of the appointment first.';

create function public.get_note_draft(appointment_id uuid, kind public.note_kind default 'note')
returns table (draft text, updated_at timestamptz, based_on timestamptz)
language sql stable set search_path = '' as $$
  select * from private.get_note_draft(get_note_draft.appointment_id, get_note_draft.kind)
$$;
grant execute on function private.get_note_draft, public.get_note_draft to authenticated;

create function private.save_note_draft(appointment_id uuid, draft text, seen timestamptz, kind public.note_kind, based_on timestamptz)
returns table (updated_at timestamptz, replaced text)
language plpgsql security definer set search_path = '' as $$
declare
  saved text;
  stored private.appointment_note_drafts;
  drafted_at timestamptz;
begin
  -- Locked, because a note that is saved at the same moment removes the draft.
  perform private.lock_note(save_note_draft.appointment_id);
  select s.note into saved from private.saved_note(save_note_draft.appointment_id, save_note_draft.kind) s;
  select * into stored from private.appointment_note_drafts d
  where d.appointment_id = save_note_draft.appointment_id and d.kind = save_note_draft.kind;
  if private.trimmed(save_note_draft.draft) = private.trimmed(coalesce(saved, '')) then
    delete from private.appointment_note_drafts d
    where d.appointment_id = save_note_draft.appointment_id and d.kind = save_note_draft.kind;
  else
    insert into private.appointment_note_drafts as d (appointment_id, kind, draft, based_on)
    values (save_note_draft.appointment_id, save_note_draft.kind, save_note_draft.draft, save_note_draft.based_on)
    on conflict on constraint appointment_note_drafts_pkey
      do update set draft = excluded.draft, based_on = excluded.based_on, updated_at = clock_timestamp()
    returning d.updated_at into drafted_at;
  end if;
  return query select
    drafted_at, case when stored.updated_at is distinct from seen and stored.draft is distinct from save_note_draft.draft then stored.draft end;
end $$;
comment on function private.save_note_draft is 'Definer: nobody may write drafts. It refuses everybody but the doctor of the appointment first.';

create function public.save_note_draft(
  appointment_id uuid, draft text, seen timestamptz default null, kind public.note_kind default 'note', based_on timestamptz default null
) returns table (updated_at timestamptz, replaced text)
language sql set search_path = '' as $$
  select * from private.save_note_draft(
    save_note_draft.appointment_id, save_note_draft.draft, save_note_draft.seen, save_note_draft.kind, save_note_draft.based_on
  )
$$;
grant execute on function private.save_note_draft, public.save_note_draft to authenticated;

-- Saves the note or the private note, unless its text was changed since `seen`, or there is a draft that is newer than `draft_seen`. Then
-- nothing is saved, and `other` is that text. The times are those of what is stored afterwards.
create function private.save_note(appointment_id uuid, kind public.note_kind, note text, seen timestamptz, draft_seen timestamptz)
returns table (updated_at timestamptz, draft_updated_at timestamptz, other text)
language plpgsql security definer set search_path = '' as $$
declare
  wanted text := private.blank_to_null(save_note.note);
  stored record;
  drafted private.appointment_note_drafts;
begin
  perform private.lock_note(save_note.appointment_id);
  select s.note, s.updated_at into stored from private.saved_note(save_note.appointment_id, save_note.kind) s;
  select * into drafted from private.appointment_note_drafts d
  where d.appointment_id = save_note.appointment_id and d.kind = save_note.kind;
  -- The same text again, as after a lost answer, is no conflict.
  if wanted is distinct from stored.note then
    if stored.updated_at is distinct from save_note.seen then
      return query select stored.updated_at, drafted.updated_at, coalesce(stored.note, '');
      return;
    end if;
    if drafted.updated_at is distinct from save_note.draft_seen
      and private.trimmed(drafted.draft) not in (coalesce(wanted, ''), coalesce(stored.note, ''))
    then
      return query select stored.updated_at, drafted.updated_at, drafted.draft;
      return;
    end if;
    if save_note.kind = 'note' then
      update public.appointments a set notes = wanted where a.id = save_note.appointment_id;
    elsif wanted is null then
      delete from public.appointment_private_notes n where n.appointment_id = save_note.appointment_id;
    else
      insert into public.appointment_private_notes as n (appointment_id, note) values (save_note.appointment_id, wanted)
      on conflict on constraint appointment_private_notes_pkey do update set note = excluded.note;
    end if;
  end if;
  delete from private.appointment_note_drafts d
  where d.appointment_id = save_note.appointment_id and d.kind = save_note.kind
    and (d.updated_at = save_note.draft_seen or private.trimmed(d.draft) = coalesce(wanted, ''));
  return query
    select (select s.updated_at from private.saved_note(save_note.appointment_id, save_note.kind) s),
           (select d.updated_at from private.appointment_note_drafts d
            where d.appointment_id = save_note.appointment_id and d.kind = save_note.kind),
           null::text;
end $$;
comment on function private.save_note is 'Definer: nobody may read or remove drafts. It refuses everybody but the doctor of the appointment first.';

create function public.save_note(
  appointment_id uuid, kind public.note_kind, note text, seen timestamptz default null, draft_seen timestamptz default null
) returns table (updated_at timestamptz, draft_updated_at timestamptz, other text)
language sql set search_path = '' as $$
  select * from private.save_note(save_note.appointment_id, save_note.kind, save_note.note, save_note.seen, save_note.draft_seen)
$$;
grant execute on function private.save_note, public.save_note to authenticated;

create function private.list_note_drafts() returns table (appointment_id uuid, updated_at timestamptz, kind public.note_kind)
language sql stable security definer set search_path = '' as $$
  select d.appointment_id, d.updated_at, d.kind
  from private.appointment_note_drafts d join public.appointments a on a.id = d.appointment_id
  where a.doctor_id = private.my_doctor_id()
  order by d.updated_at desc, d.appointment_id, d.kind limit 100
$$;
comment on function private.list_note_drafts is 'Definer: nobody may read drafts. It lists the caller''s own, without their texts.';

create function public.list_note_drafts() returns table (appointment_id uuid, updated_at timestamptz, kind public.note_kind)
language sql stable set search_path = '' as $$
  select * from private.list_note_drafts()
$$;
grant execute on function private.list_note_drafts, public.list_note_drafts to authenticated;

create function private.drop_private_note_draft() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from private.appointment_note_drafts d
  where d.appointment_id = coalesce(new.appointment_id, old.appointment_id) and d.kind = 'private_note';
  return null;
end $$;
comment on function private.drop_private_note_draft is 'Definer: nobody may remove drafts directly.';
create trigger appointment_private_notes_drop_draft after insert or update or delete on public.appointment_private_notes
  for each row execute function private.drop_private_note_draft();

