-- Which of a doctor's appointments have a note that is typed and not saved, so that a list can mark them with one request. The texts
-- stay with get_note_draft.
create function private.list_note_drafts() returns table (appointment_id uuid, updated_at timestamptz)
language sql stable security definer set search_path = '' as $$
  select d.appointment_id, d.updated_at
  from private.appointment_note_drafts d join public.appointments a on a.id = d.appointment_id
  where a.doctor_id = private.my_doctor_id()
  order by d.updated_at desc, d.appointment_id limit 100
$$;
comment on function private.list_note_drafts is 'Definer: nobody may read drafts. It lists the caller''s own, without their texts.';

create function public.list_note_drafts() returns table (appointment_id uuid, updated_at timestamptz)
language sql stable set search_path = '' as $$
  select * from private.list_note_drafts()
$$;

grant execute on function private.list_note_drafts, public.list_note_drafts to authenticated;
