-- Written by `npm run types` from the catalogue. Migrations change the schema; reviews read the difference here.

create type public.note_kind as enum ('note', 'private_note');

create table private.appointment_note_drafts (
  appointment_id uuid not null,
  draft text not null,
  updated_at timestamp with time zone not null default clock_timestamp(),
  kind public.note_kind not null default 'note'::public.note_kind,
  based_on timestamp with time zone,
  constraint appointment_note_drafts_appointment_id_fkey FOREIGN KEY (appointment_id) REFERENCES public.appointments(id) ON DELETE CASCADE,
  constraint appointment_note_drafts_pkey PRIMARY KEY (appointment_id, kind),
  constraint appointment_note_drafts_draft_is_short CHECK ((char_length(draft) <= 5000))
);
comment on table private.appointment_note_drafts is 'Unsaved notes and private notes. Nobody may read or write it but through get_note_draft, save_note_draft and save_note.';
alter table private.appointment_note_drafts enable row level security;

create table public.appointment_private_notes (
  appointment_id uuid not null,
  note text not null,
  updated_at timestamp with time zone not null default now(),
  constraint appointment_private_notes_appointment_id_fkey FOREIGN KEY (appointment_id) REFERENCES public.appointments(id) ON DELETE CASCADE,
  constraint appointment_private_notes_pkey PRIMARY KEY (appointment_id),
  constraint appointment_private_notes_note_is_given CHECK (((private.trimmed(note) <> ''::text) AND (char_length(note) <= 5000)))
);
comment on table public.appointment_private_notes is 'The doctor''s own note about an appointment. Neither the patient nor admins read it.';
alter table public.appointment_private_notes enable row level security;
grant delete, select on public.appointment_private_notes to authenticated;
grant insert (appointment_id, note) on public.appointment_private_notes to authenticated;
grant update (appointment_id, note) on public.appointment_private_notes to authenticated;

create table public.note_templates (
  id uuid not null default gen_random_uuid(),
  doctor_id uuid not null,
  title text not null,
  body text not null,
  created_at timestamp with time zone not null default now(),
  constraint note_templates_doctor_id_fkey FOREIGN KEY (doctor_id) REFERENCES public.doctors(id) ON DELETE CASCADE,
  constraint note_templates_pkey PRIMARY KEY (id),
  constraint note_templates_body_is_given CHECK (((private.trimmed(body) <> ''::text) AND (char_length(body) <= 5000))),
  constraint note_templates_title_is_given CHECK (((private.trimmed(title) <> ''::text) AND (char_length(title) <= 100)))
);
CREATE INDEX note_templates_doctor_id_idx ON public.note_templates USING btree (doctor_id, title);
alter table public.note_templates enable row level security;
grant delete, select on public.note_templates to authenticated;
grant insert (id, doctor_id, title, body) on public.note_templates to authenticated;
grant update (title, body) on public.note_templates to authenticated;

create policy "appointment_private_notes: their doctors add" on public.appointment_private_notes
  for insert to authenticated
  with check private.is_my_patients_appointment(appointment_id, true);

create policy "appointment_private_notes: their doctors change" on public.appointment_private_notes
  for update to authenticated
  using private.is_my_patients_appointment(appointment_id, true)
  with check private.is_my_patients_appointment(appointment_id, true);

create policy "appointment_private_notes: their doctors read" on public.appointment_private_notes
  for select to authenticated
  using private.is_my_patients_appointment(appointment_id, false);

create policy "appointment_private_notes: their doctors remove" on public.appointment_private_notes
  for delete to authenticated
  using private.is_my_patients_appointment(appointment_id, false);

create policy "note_templates: doctors add their own" on public.note_templates
  for insert to authenticated
  with check (doctor_id = ( SELECT private.my_doctor_id() AS my_doctor_id));

create policy "note_templates: doctors change their own" on public.note_templates
  for update to authenticated
  using (doctor_id = ( SELECT private.my_doctor_id() AS my_doctor_id))
  with check (doctor_id = ( SELECT private.my_doctor_id() AS my_doctor_id));

create policy "note_templates: doctors read their own" on public.note_templates
  for select to authenticated
  using (doctor_id = ( SELECT private.my_doctor_id() AS my_doctor_id));

create policy "note_templates: doctors remove their own" on public.note_templates
  for delete to authenticated
  using (doctor_id = ( SELECT private.my_doctor_id() AS my_doctor_id));

CREATE TRIGGER appointment_private_notes_audit AFTER INSERT OR DELETE OR UPDATE ON public.appointment_private_notes FOR EACH ROW EXECUTE FUNCTION private.audit_private_note();

CREATE TRIGGER appointment_private_notes_drop_draft AFTER INSERT OR DELETE OR UPDATE ON public.appointment_private_notes FOR EACH ROW EXECUTE FUNCTION private.drop_private_note_draft();

CREATE TRIGGER appointment_private_notes_touch BEFORE INSERT OR UPDATE ON public.appointment_private_notes FOR EACH ROW EXECUTE FUNCTION private.touch_private_note();

CREATE TRIGGER note_templates_limit BEFORE INSERT ON public.note_templates FOR EACH ROW EXECUTE FUNCTION private.limit_note_templates();

CREATE OR REPLACE FUNCTION private.drop_hidden_note_draft()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  delete from private.appointment_note_drafts d where d.appointment_id = new.appointment_id and d.kind = 'note';
  return null;
end $function$;
comment on function private.drop_hidden_note_draft() is 'Definer: nobody may remove drafts directly.';

CREATE OR REPLACE FUNCTION private.drop_note_draft()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  delete from private.appointment_note_drafts d
  where d.appointment_id = new.id and (tg_nargs = 0 or d.kind = tg_argv[0]::public.note_kind);
  return null;
end $function$;
comment on function private.drop_note_draft() is 'Definer: nobody may remove drafts directly.';

CREATE OR REPLACE FUNCTION private.drop_private_note()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  delete from public.appointment_private_notes n where n.appointment_id = new.id;
  return null;
end $function$;
comment on function private.drop_private_note() is 'Definer: the patient who has their data erased may not read the note.';

CREATE OR REPLACE FUNCTION private.drop_private_note_draft()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  delete from private.appointment_note_drafts d
  where d.appointment_id = coalesce(new.appointment_id, old.appointment_id) and d.kind = 'private_note';
  return null;
end $function$;
comment on function private.drop_private_note_draft() is 'Definer: nobody may remove drafts directly.';

CREATE OR REPLACE FUNCTION private.get_note_draft(appointment_id uuid, kind public.note_kind)
 RETURNS TABLE(draft text, updated_at timestamp with time zone, based_on timestamp with time zone)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not private.is_my_patients_appointment(get_note_draft.appointment_id, true) then
    perform private.refuse();
  end if;
  return query
    select d.draft, d.updated_at, d.based_on from private.appointment_note_drafts d
    where d.appointment_id = get_note_draft.appointment_id and d.kind = get_note_draft.kind;
end $function$;
comment on function private.get_note_draft(uuid,public.note_kind) is 'Definer: nobody may read drafts. It refuses everybody but the doctor of the appointment first.';
grant execute on function private.get_note_draft(uuid,public.note_kind) to authenticated;

CREATE OR REPLACE FUNCTION private.get_note_sharing(appointment_id uuid)
 RETURNS TABLE(has_guardian boolean, may_be_shown boolean, is_shown boolean)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not private.is_my_patients_appointment(get_note_sharing.appointment_id, false) then
    perform private.refuse();
  end if;
  return query
  select private.guardians_of(a.user_id) is not null and not p.has_account,
         not private.hides_notes(a.user_id),
         not private.hides_notes(a.user_id)
           and not exists (select from public.appointment_hidden_notes n where n.appointment_id = a.id)
  from public.appointments a join only private.profiles p on p.user_id = a.user_id
  where a.id = get_note_sharing.appointment_id;
end $function$;
comment on function private.get_note_sharing(uuid) is 'Definer: it looks at guardians and consents. It refuses everybody but the doctor of the appointment first.';
grant execute on function private.get_note_sharing(uuid) to authenticated;

CREATE OR REPLACE FUNCTION private.is_my_patients_appointment(appointment_id uuid, to_write boolean)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (
    select from public.appointments a
    where a.id = is_my_patients_appointment.appointment_id and a.doctor_id = private.my_doctor_id()
      and not (to_write and (a.status = 'cancelled' or a.erased_at is not null))
  )
$function$;
comment on function private.is_my_patients_appointment(uuid,boolean) is 'Definer: policies ask it about appointments. It answers for the caller only.';
grant execute on function private.is_my_patients_appointment(uuid,boolean) to authenticated;

CREATE OR REPLACE FUNCTION private.limit_note_templates()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  max_templates constant integer := 50;
begin
  perform private.lock_doctor(new.doctor_id);
  if (select count(*) from public.note_templates t where t.doctor_id = new.doctor_id) >= max_templates then
    perform private.fail('too_many_templates', jsonb_build_object('most', max_templates));
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.list_card_openings()
 RETURNS TABLE(at timestamp with time zone, doctor_id uuid, first_name text, last_name text, appointment_id uuid, patient_id uuid)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select l.at, d.id, d.first_name, d.last_name, private.uuid_or_null(l.details ->> 'appointment_id'), substr(l.subject, 6)::uuid
  from public.audit_log l left join public.doctors d on d.id = private.uuid_or_null(l.details ->> 'doctor_id')
  where l.subject = any (array(select 'user:' || person from unnest(private.my_people()) as person)) and l.action = 'patient_card.opened'
  order by l.at desc limit 100
$function$;
comment on function private.list_card_openings() is 'Definer: only admins read the log. It takes no argument: everybody gets the openings of their own card and their people''s.';
grant execute on function private.list_card_openings() to authenticated;

CREATE OR REPLACE FUNCTION private.list_note_drafts()
 RETURNS TABLE(appointment_id uuid, updated_at timestamp with time zone, kind public.note_kind)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select d.appointment_id, d.updated_at, d.kind
  from private.appointment_note_drafts d join public.appointments a on a.id = d.appointment_id
  where a.doctor_id = private.my_doctor_id()
  order by d.updated_at desc, d.appointment_id, d.kind limit 100
$function$;
comment on function private.list_note_drafts() is 'Definer: nobody may read drafts. It lists the caller''s own, without their texts.';
grant execute on function private.list_note_drafts() to authenticated;

CREATE OR REPLACE FUNCTION private.lock_note(appointment_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION private.move_note(appointment_id uuid, to_hidden boolean)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  stored record;
  draft private.appointment_note_drafts;
begin
  select s.note, s.updated_at into stored from private.saved_note(move_note.appointment_id, 'note') s;
  delete from private.appointment_note_drafts d where d.appointment_id = move_note.appointment_id and d.kind = 'note' returning d.* into draft;
  perform private.write_hidden_note(move_note.appointment_id, case when to_hidden then stored.note end);
  update public.appointments a set notes = case when not to_hidden then stored.note end where a.id = move_note.appointment_id;
  if draft.appointment_id is not null then
    insert into private.appointment_note_drafts (appointment_id, kind, draft, updated_at, based_on)
    select draft.appointment_id, draft.kind, draft.draft, draft.updated_at,
           case when draft.based_on = stored.updated_at then s.updated_at else draft.based_on end
    from private.saved_note(move_note.appointment_id, 'note') s;
  end if;
end $function$;
comment on function private.move_note(uuid,boolean) is 'Definer: nobody writes hidden notes directly. Clients cannot call it.';

CREATE OR REPLACE FUNCTION private.open_patient_card(appointment_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$;
comment on function private.open_patient_card(uuid) is 'Definer: nobody else gives health data to a doctor. It refuses everybody but the doctor of the appointment first, and writes down who looked.';
grant execute on function private.open_patient_card(uuid) to authenticated;

CREATE OR REPLACE FUNCTION private.save_note(appointment_id uuid, kind public.note_kind, note text, seen timestamp with time zone, draft_seen timestamp with time zone, shown_to_guardians boolean)
 RETURNS TABLE(updated_at timestamp with time zone, draft_updated_at timestamp with time zone, other text)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  wanted text := private.blank_to_null(save_note.note);
  stored record;
  drafted private.appointment_note_drafts;
begin
  -- Until the end, nobody withdraws the agreement or gets an account: who reads the note stays what is found below. Before the appointment,
  -- as everything locks them that does both.
  perform from only private.profiles p
  where p.user_id = (select a.user_id from public.appointments a where a.id = save_note.appointment_id and a.doctor_id = private.my_doctor_id())
  for share;
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
  end if;
  if save_note.kind = 'note' then
    perform private.store_note(save_note.appointment_id, wanted, save_note.shown_to_guardians);
  elsif wanted is null then
    delete from public.appointment_private_notes n where n.appointment_id = save_note.appointment_id;
  elsif wanted is distinct from stored.note then
    insert into public.appointment_private_notes as n (appointment_id, note) values (save_note.appointment_id, wanted)
    on conflict on constraint appointment_private_notes_pkey do update set note = excluded.note;
  end if;
  delete from private.appointment_note_drafts d
  where d.appointment_id = save_note.appointment_id and d.kind = save_note.kind
    and (d.updated_at = save_note.draft_seen or private.trimmed(d.draft) = coalesce(wanted, ''));
  return query
    select (select s.updated_at from private.saved_note(save_note.appointment_id, save_note.kind) s),
           (select d.updated_at from private.appointment_note_drafts d
            where d.appointment_id = save_note.appointment_id and d.kind = save_note.kind),
           null::text;
end $function$;
comment on function private.save_note(uuid,public.note_kind,text,timestamp with time zone,timestamp with time zone,boolean) is 'Definer: nobody may read or remove drafts, or write hidden notes. It refuses everybody but the doctor of the appointment first.';
grant execute on function private.save_note(uuid,public.note_kind,text,timestamp with time zone,timestamp with time zone,boolean) to authenticated;

CREATE OR REPLACE FUNCTION private.save_note_draft(appointment_id uuid, draft text, seen timestamp with time zone, kind public.note_kind, based_on timestamp with time zone)
 RETURNS TABLE(updated_at timestamp with time zone, replaced text)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$;
comment on function private.save_note_draft(uuid,text,timestamp with time zone,public.note_kind,timestamp with time zone) is 'Definer: nobody may write drafts. It refuses everybody but the doctor of the appointment first.';
grant execute on function private.save_note_draft(uuid,text,timestamp with time zone,public.note_kind,timestamp with time zone) to authenticated;

CREATE OR REPLACE FUNCTION private.saved_note(appointment_id uuid, kind public.note_kind)
 RETURNS TABLE(note text, updated_at timestamp with time zone)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select coalesce(n.note, a.notes), coalesce(n.updated_at, a.notes_updated_at)
  from public.appointments a left join public.appointment_hidden_notes n on n.appointment_id = a.id
  where a.id = saved_note.appointment_id and saved_note.kind = 'note'
  union all
  select n.note, n.updated_at from public.appointment_private_notes n
  where n.appointment_id = saved_note.appointment_id and saved_note.kind = 'private_note'
$function$;

CREATE OR REPLACE FUNCTION private.stamp_note()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  new.notes_updated_at := clock_timestamp();
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.touch_private_note()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if tg_op = 'UPDATE' and new.appointment_id <> old.appointment_id then
    perform private.fail('appointment_is_fixed');
  end if;
  new.note := private.trimmed(new.note);
  -- Not the time of the transaction: two changes must never have the same time.
  new.updated_at := clock_timestamp();
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.get_note_draft(appointment_id uuid, kind public.note_kind DEFAULT 'note'::public.note_kind)
 RETURNS TABLE(draft text, updated_at timestamp with time zone, based_on timestamp with time zone)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select * from private.get_note_draft(get_note_draft.appointment_id, get_note_draft.kind)
$function$;
grant execute on function public.get_note_draft(uuid,public.note_kind) to authenticated;

CREATE OR REPLACE FUNCTION public.list_card_openings()
 RETURNS TABLE(at timestamp with time zone, doctor_id uuid, first_name text, last_name text, appointment_id uuid, patient_id uuid)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select * from private.list_card_openings()
$function$;
grant execute on function public.list_card_openings() to authenticated;

CREATE OR REPLACE FUNCTION public.list_note_drafts()
 RETURNS TABLE(appointment_id uuid, updated_at timestamp with time zone, kind public.note_kind)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select * from private.list_note_drafts()
$function$;
grant execute on function public.list_note_drafts() to authenticated;

CREATE OR REPLACE FUNCTION public.open_patient_card(appointment_id uuid)
 RETURNS jsonb
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select private.open_patient_card(open_patient_card.appointment_id)
$function$;
grant execute on function public.open_patient_card(uuid) to authenticated;

CREATE OR REPLACE FUNCTION public.save_note(appointment_id uuid, kind public.note_kind, note text, seen timestamp with time zone DEFAULT NULL::timestamp with time zone, draft_seen timestamp with time zone DEFAULT NULL::timestamp with time zone, shown_to_guardians boolean DEFAULT NULL::boolean)
 RETURNS TABLE(updated_at timestamp with time zone, draft_updated_at timestamp with time zone, other text)
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select * from private.save_note(
    save_note.appointment_id, save_note.kind, save_note.note, save_note.seen, save_note.draft_seen, save_note.shown_to_guardians
  )
$function$;
grant execute on function public.save_note(uuid,public.note_kind,text,timestamp with time zone,timestamp with time zone,boolean) to authenticated;

CREATE OR REPLACE FUNCTION public.save_note_draft(appointment_id uuid, draft text, seen timestamp with time zone DEFAULT NULL::timestamp with time zone, kind public.note_kind DEFAULT 'note'::public.note_kind, based_on timestamp with time zone DEFAULT NULL::timestamp with time zone)
 RETURNS TABLE(updated_at timestamp with time zone, replaced text)
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select * from private.save_note_draft(
    save_note_draft.appointment_id, save_note_draft.draft, save_note_draft.seen, save_note_draft.kind, save_note_draft.based_on
  )
$function$;
grant execute on function public.save_note_draft(uuid,text,timestamp with time zone,public.note_kind,timestamp with time zone) to authenticated;
