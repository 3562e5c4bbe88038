-- The private note is drafted, saved and compared like the note: drafts have a kind, and saving either note compares the time at which
-- that note was last changed. Two tabs cannot replace each other's text unnoticed.
create type public.note_kind as enum ('note', 'private_note');

alter table private.appointment_note_drafts
  add column kind public.note_kind not null default 'note',
  -- The time of the saved note that the draft continues: a note that was saved after that is not in it.
  add column based_on timestamptz,
  drop constraint appointment_note_drafts_pkey,
  add constraint appointment_note_drafts_pkey primary key (appointment_id, kind);
comment on table private.appointment_note_drafts is
  'Unsaved notes and private notes. Nobody may read or write it but through get_note_draft, save_note_draft and save_note.';

-- The time of the note itself: `updated_at` of the appointment also follows its status.
alter table public.appointments add column notes_updated_at timestamptz;
comment on column public.appointments.notes_updated_at is 'When the note was last changed. Null for a note that has not changed since this column exists.';

create function private.stamp_note() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.notes_updated_at := clock_timestamp();
  return new;
end $$;
-- Triggers run in the order of their names: this one after appointments_guard, which rejects a time that a client sends.
create trigger appointments_stamp_note before update of notes on public.appointments
  for each row when (new.notes is distinct from old.notes) execute function private.stamp_note();

create or replace function private.touch_private_note() returns trigger
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

drop function public.get_note_draft(uuid);
drop function private.get_note_draft(uuid);
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

-- The newest draft wins. `seen` is the time of the draft that the caller knows: if another one was there, its text comes back, so that
-- nothing is lost without a word. A draft equal to what is saved is not kept.
drop function public.save_note_draft(uuid, text, timestamptz);
drop function private.save_note_draft(uuid, text, timestamptz);
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

drop function public.list_note_drafts();
drop function private.list_note_drafts();
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

grant execute on function private.get_note_draft, public.get_note_draft, private.save_note_draft, public.save_note_draft, private.save_note,
  public.save_note, private.list_note_drafts, public.list_note_drafts to authenticated;

-- A draft goes when its note is saved; both go with a cancellation, which ends writing, and with the patient's data.
create or replace function private.drop_note_draft() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from private.appointment_note_drafts d
  where d.appointment_id = new.id and (tg_nargs = 0 or d.kind = tg_argv[0]::public.note_kind);
  return null;
end $$;
drop trigger appointments_drop_saved_draft on public.appointments;
create trigger appointments_drop_saved_draft after update of notes on public.appointments
  for each row when (new.notes is distinct from old.notes) execute function private.drop_note_draft('note');

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
