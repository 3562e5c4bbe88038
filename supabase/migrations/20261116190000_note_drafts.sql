-- What a doctor types into the note before saving it. Only the doctor of the appointment reads it, through two functions; the patient
-- reads the note once it is saved.
create table private.appointment_note_drafts (
  appointment_id uuid primary key references public.appointments (id) on delete cascade,
  -- As long as the note itself. An empty draft is the wish to clear the note.
  draft text not null constraint appointment_note_drafts_draft_is_short check (char_length(draft) <= 5000),
  updated_at timestamptz not null default clock_timestamp()
);
comment on table private.appointment_note_drafts is 'Unsaved notes. Nobody may read or write it but through get_note_draft and save_note_draft.';
alter table private.appointment_note_drafts enable row level security;

create function private.get_note_draft(appointment_id uuid) returns table (draft text, updated_at timestamptz)
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.is_my_patients_appointment(get_note_draft.appointment_id, true) then
    perform private.refuse();
  end if;
  return query
    select d.draft, d.updated_at from private.appointment_note_drafts d where d.appointment_id = get_note_draft.appointment_id;
end $$;
comment on function private.get_note_draft is 'Definer: nobody may read drafts. It refuses everybody but the doctor of the appointment first.';

create function public.get_note_draft(appointment_id uuid) returns table (draft text, updated_at timestamptz)
language sql stable set search_path = '' as $$
  select * from private.get_note_draft(get_note_draft.appointment_id)
$$;

-- The newest draft wins. `seen` is the time of the draft that the caller knows: if another one was there, its text comes back, so that
-- nothing is lost without a word. A draft that says what the note says is none.
create function private.save_note_draft(appointment_id uuid, draft text, seen timestamptz)
returns table (updated_at timestamptz, replaced text)
language plpgsql security definer set search_path = '' as $$
declare
  note text;
  stored private.appointment_note_drafts;
  saved_at timestamptz;
begin
  if not private.is_my_patients_appointment(save_note_draft.appointment_id, true) then
    perform private.refuse();
  end if;
  -- Locked, because a note that is saved at the same moment removes the draft.
  select coalesce(a.notes, '') into note from public.appointments a where a.id = save_note_draft.appointment_id for no key update;
  select * into stored from private.appointment_note_drafts d where d.appointment_id = save_note_draft.appointment_id;
  if private.trimmed(save_note_draft.draft) = private.trimmed(note) then
    delete from private.appointment_note_drafts d where d.appointment_id = save_note_draft.appointment_id;
  else
    insert into private.appointment_note_drafts as d (appointment_id, draft)
    values (save_note_draft.appointment_id, save_note_draft.draft)
    on conflict on constraint appointment_note_drafts_pkey
      do update set draft = excluded.draft, updated_at = clock_timestamp()
    returning d.updated_at into saved_at;
  end if;
  return query select
    saved_at, case when stored.updated_at is distinct from seen and stored.draft is distinct from save_note_draft.draft then stored.draft end;
end $$;
comment on function private.save_note_draft is 'Definer: nobody may write drafts. It refuses everybody but the doctor of the appointment first.';

create function public.save_note_draft(appointment_id uuid, draft text, seen timestamptz default null)
returns table (updated_at timestamptz, replaced text)
language sql set search_path = '' as $$
  select * from private.save_note_draft(save_note_draft.appointment_id, save_note_draft.draft, save_note_draft.seen)
$$;

grant execute on function private.get_note_draft, public.get_note_draft, private.save_note_draft, public.save_note_draft to authenticated;

-- The draft goes when the note is saved, when the appointment is cancelled, which ends writing, and with the patient's data.
create function private.drop_note_draft() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from private.appointment_note_drafts d where d.appointment_id = new.id;
  return null;
end $$;
comment on function private.drop_note_draft is 'Definer: nobody may remove drafts directly.';
-- Only a note that changes: patients and admins may send the note back as it was, and must not remove a draft with that.
create trigger appointments_drop_saved_draft after update of notes on public.appointments
  for each row when (new.notes is distinct from old.notes) execute function private.drop_note_draft();
create trigger appointments_drop_useless_draft after update of status, erased_at on public.appointments
  for each row when (new.erased_at is not null or new.status = 'cancelled') execute function private.drop_note_draft();
