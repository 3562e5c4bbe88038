-- Notes that guardians do not read. Such a text is never in `appointments.notes`, which guardians read with their patient's appointments, over
-- REST and in live changes alike: it has a table of its own, whose policies know the doctor only.
-- When the patient gets an account, the guardians have lost their rights, and the patient reads these notes like all others.

-- Bodies of functions may mention what a later file makes.
set check_function_bodies = off;

create table public.appointment_hidden_notes (
  appointment_id uuid primary key references public.appointments (id) on delete cascade,
  note text not null constraint appointment_hidden_notes_note_is_given check (private.trimmed(note) <> '' and char_length(note) <= 5000),
  updated_at timestamptz not null default now()
);
comment on table public.appointment_hidden_notes is
  'The note about an appointment that guardians do not read, instead of appointments.notes. Written by functions only.';
alter table public.appointment_hidden_notes enable row level security;
grant select on public.appointment_hidden_notes to authenticated;
create policy "appointment_hidden_notes: their doctors read" on public.appointment_hidden_notes
  for select to authenticated using (private.is_my_patients_appointment(appointment_id, false));

create function private.has_parents(patient uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.guardians g join only private.profiles p on p.user_id = g.patient_id
    where g.patient_id = has_parents.patient and g.authority = 'parental' and private.is_live_right(g.authority, p)
  )
$$;
comment on function private.has_parents(uuid) is 'Definer: it looks at guardians. Clients cannot call it.';

-- The person decides who reads about them: parents read about their child, others with the agreement that the doctor has recorded.
create function private.hides_notes(patient uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from only private.profiles p where p.user_id = patient and not p.has_account)
    and not private.has_parents(patient)
    and not exists (
      select from public.consents c where c.user_id = patient and c.kind = 'notes_to_guardians' and c.withdrawn_at is null
    )
$$;
comment on function private.hides_notes(uuid) is 'Definer: it looks at guardians and consents. Clients cannot call it.';

create function private.touch_hidden_note() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.note := private.trimmed(new.note);
  -- Not the time of the transaction: two changes must never have the same time.
  new.updated_at := clock_timestamp();
  return new;
end $$;
create trigger appointment_hidden_notes_touch before insert or update on public.appointment_hidden_notes
  for each row execute function private.touch_hidden_note();

create function private.audit_hidden_note() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.audit(
    'appointment.hidden_note',
    'appointment:' || case when tg_op = 'DELETE' then old.appointment_id else new.appointment_id end,
    jsonb_build_object('fields', jsonb_build_array('hidden_note'))
  );
  return null;
end $$;
comment on function private.audit_hidden_note() is 'Definer: clients may not call private.audit, which takes any text.';
create trigger appointment_hidden_notes_audit after insert or update or delete on public.appointment_hidden_notes
  for each row execute function private.audit_hidden_note();

-- As a draft goes when the note that everybody reads is saved.
create function private.drop_hidden_note_draft() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from private.appointment_note_drafts d where d.appointment_id = new.appointment_id and d.kind = 'note';
  return null;
end $$;
comment on function private.drop_hidden_note_draft() is 'Definer: nobody may remove drafts directly.';
create trigger appointment_hidden_notes_drop_draft after insert or update of note on public.appointment_hidden_notes
  for each row execute function private.drop_hidden_note_draft();

create function private.drop_hidden_note() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.appointment_hidden_notes n where n.appointment_id = new.id;
  return null;
end $$;
comment on function private.drop_hidden_note() is 'Definer: the person who has the data erased may not read the note.';
create trigger appointments_drop_hidden_note after update of erased_at on public.appointments
  for each row when (new.erased_at is not null) execute function private.drop_hidden_note();

-- A note that is written with a plain update goes where this patient's notes belong. Triggers run in the order of their names: after
-- appointments_guard, which asks who writes, and before appointments_stamp_note, which then has nothing to stamp.
create function private.keep_hidden_note() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  wanted text := private.blank_to_null(new.notes);
begin
  perform from only private.profiles p where p.user_id = new.user_id for share;
  if exists (select from public.appointment_hidden_notes n where n.appointment_id = new.id) or private.hides_notes(new.user_id) then
    new.notes := null;
    perform private.write_hidden_note(new.id, wanted);
  end if;
  return new;
end $$;
comment on function private.keep_hidden_note() is 'Definer: nobody writes hidden notes directly. The trigger before it has asked who writes.';
-- Emptying the note is no text to hide; erasing does it, and hiding what was shown.
create trigger appointments_keep_hidden_note before update of notes on public.appointments
  for each row when (new.notes is not null and new.notes is distinct from old.notes) execute function private.keep_hidden_note();

create function private.write_hidden_note(appointment_id uuid, wanted text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if wanted is null then
    delete from public.appointment_hidden_notes n where n.appointment_id = write_hidden_note.appointment_id;
  else
    insert into public.appointment_hidden_notes as n (appointment_id, note) values (write_hidden_note.appointment_id, wanted)
    on conflict on constraint appointment_hidden_notes_pkey do update set note = excluded.note where n.note <> excluded.note;
  end if;
end $$;
comment on function private.write_hidden_note(uuid, text) is 'Definer: nobody writes hidden notes directly. Clients cannot call it.';

-- Takes the note out of sight of guardians, or shows it. The text stays what it was, and so does a draft that continues it.
create function private.move_note(appointment_id uuid, to_hidden boolean) returns void
language plpgsql security definer set search_path = '' as $$
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
end $$;
comment on function private.move_note(uuid, boolean) is 'Definer: nobody writes hidden notes directly. Clients cannot call it.';

-- The person has an account now, and reads what was written about them.
create function private.show_hidden_notes(patient uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  hidden uuid;
begin
  for hidden in
    select a.id from public.appointments a join public.appointment_hidden_notes n on n.appointment_id = a.id where a.user_id = patient
  loop
    perform private.move_note(hidden, false);
  end loop;
end $$;
comment on function private.show_hidden_notes(uuid) is 'Definer: nobody writes hidden notes directly. Clients cannot call it.';

create function private.show_hidden_notes_to_owner() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.show_hidden_notes(new.user_id);
  return null;
end $$;
comment on function private.show_hidden_notes_to_owner() is 'Definer: nobody writes hidden notes directly.';
create trigger profiles_show_hidden_notes after update of has_account on private.profiles
  for each row when (new.has_account and not old.has_account) execute function private.show_hidden_notes_to_owner();

-- The record was taken over by somebody who has an account.
create function private.show_hidden_note_to_new_owner() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if exists (select from only private.profiles p where p.user_id = new.user_id and p.has_account) then
    perform private.show_hidden_notes(new.user_id);
  end if;
  return null;
end $$;
comment on function private.show_hidden_note_to_new_owner() is 'Definer: nobody writes hidden notes directly.';
create trigger appointments_show_hidden_note after update of user_id on public.appointments
  for each row when (new.user_id <> old.user_id) execute function private.show_hidden_note_to_new_owner();

-- What is stored as the note or the private note, whoever reads it. No row without one.
create or replace function private.saved_note(appointment_id uuid, kind public.note_kind) returns table (note text, updated_at timestamptz)
language sql stable set search_path = '' as $$
  select coalesce(n.note, a.notes), coalesce(n.updated_at, a.notes_updated_at)
  from public.appointments a left join public.appointment_hidden_notes n on n.appointment_id = a.id
  where a.id = saved_note.appointment_id and saved_note.kind = 'note'
  union all
  select n.note, n.updated_at from public.appointment_private_notes n
  where n.appointment_id = saved_note.appointment_id and saved_note.kind = 'private_note'
$$;

-- Saves the note or the private note, unless its text was changed since `seen`, or there is a draft that is newer than `draft_seen`. Then
-- nothing is saved, and `other` is that text. The times are those of what is stored afterwards. `shown_to_guardians` is the doctor's choice
-- for a patient without an account; null leaves it as it is.
drop function public.save_note(uuid, public.note_kind, text, timestamptz, timestamptz);
drop function private.save_note(uuid, public.note_kind, text, timestamptz, timestamptz);
create function private.save_note(
  appointment_id uuid, kind public.note_kind, note text, seen timestamptz, draft_seen timestamptz, shown_to_guardians boolean
) returns table (updated_at timestamptz, draft_updated_at timestamptz, other text)
language plpgsql security definer set search_path = '' as $$
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
end $$;
comment on function private.save_note(uuid, public.note_kind, text, timestamptz, timestamptz, boolean) is
  'Definer: nobody may read or remove drafts, or write hidden notes. It refuses everybody but the doctor of the appointment first.';

create function private.store_note(appointment_id uuid, wanted text, shown_to_guardians boolean) returns void
language plpgsql security definer set search_path = '' as $$
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
end $$;
comment on function private.store_note(uuid, text, boolean) is 'Definer: nobody writes hidden notes directly. Clients cannot call it.';

create function public.save_note(
  appointment_id uuid, kind public.note_kind, note text, seen timestamptz default null, draft_seen timestamptz default null,
  shown_to_guardians boolean default null
) returns table (updated_at timestamptz, draft_updated_at timestamptz, other text)
language sql set search_path = '' as $$
  select * from private.save_note(
    save_note.appointment_id, save_note.kind, save_note.note, save_note.seen, save_note.draft_seen, save_note.shown_to_guardians
  )
$$;
grant execute on function private.save_note, public.save_note to authenticated;

-- Whether guardians read the note about an appointment, and whether they may: what the doctor who writes it sees beside it.
create function private.get_note_sharing(appointment_id uuid)
returns table (has_guardian boolean, may_be_shown boolean, is_shown boolean)
language plpgsql stable security definer set search_path = '' as $$
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
end $$;
comment on function private.get_note_sharing(uuid) is 'Definer: it looks at guardians and consents. It refuses everybody but the doctor of the appointment first.';
create function public.get_note_sharing(appointment_id uuid)
returns table (has_guardian boolean, may_be_shown boolean, is_shown boolean)
language sql stable set search_path = '' as $$
  select * from private.get_note_sharing(get_note_sharing.appointment_id)
$$;
grant execute on function private.get_note_sharing, public.get_note_sharing to authenticated;
