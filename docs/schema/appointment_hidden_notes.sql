-- Written by `npm run types` from the catalogue. Migrations change the schema; reviews read the difference here.

create table public.appointment_hidden_notes (
  appointment_id uuid not null,
  note text not null,
  updated_at timestamp with time zone not null default now(),
  constraint appointment_hidden_notes_appointment_id_fkey FOREIGN KEY (appointment_id) REFERENCES public.appointments(id) ON DELETE CASCADE,
  constraint appointment_hidden_notes_pkey PRIMARY KEY (appointment_id),
  constraint appointment_hidden_notes_note_is_given CHECK (((private.trimmed(note) <> ''::text) AND (char_length(note) <= 5000)))
);
comment on table public.appointment_hidden_notes is 'The note about an appointment that guardians do not read, instead of appointments.notes. Written by functions only.';
alter table public.appointment_hidden_notes enable row level security;
grant select on public.appointment_hidden_notes to authenticated;

create policy "appointment_hidden_notes: their doctors read" on public.appointment_hidden_notes
  for select to authenticated
  using private.is_my_patients_appointment(appointment_id, false);

CREATE TRIGGER appointment_hidden_notes_audit AFTER INSERT OR DELETE OR UPDATE ON public.appointment_hidden_notes FOR EACH ROW EXECUTE FUNCTION private.audit_hidden_note();

CREATE TRIGGER appointment_hidden_notes_drop_draft AFTER INSERT OR UPDATE OF note ON public.appointment_hidden_notes FOR EACH ROW EXECUTE FUNCTION private.drop_hidden_note_draft();

CREATE TRIGGER appointment_hidden_notes_touch BEFORE INSERT OR UPDATE ON public.appointment_hidden_notes FOR EACH ROW EXECUTE FUNCTION private.touch_hidden_note();

CREATE OR REPLACE FUNCTION private.drop_hidden_note()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  delete from public.appointment_hidden_notes n where n.appointment_id = new.id;
  return null;
end $function$;
comment on function private.drop_hidden_note() is 'Definer: the person who has the data erased may not read the note.';

CREATE OR REPLACE FUNCTION private.write_hidden_note(appointment_id uuid, wanted text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if wanted is null then
    delete from public.appointment_hidden_notes n where n.appointment_id = write_hidden_note.appointment_id;
  else
    insert into public.appointment_hidden_notes as n (appointment_id, note) values (write_hidden_note.appointment_id, wanted)
    on conflict on constraint appointment_hidden_notes_pkey do update set note = excluded.note where n.note <> excluded.note;
  end if;
end $function$;
comment on function private.write_hidden_note(uuid,text) is 'Definer: nobody writes hidden notes directly. Clients cannot call it.';
