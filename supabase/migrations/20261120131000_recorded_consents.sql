-- Somebody without an account tells the doctor what they consent to: keeping health data about them, and notes being shown to their guardian.
-- The doctor records it, and records a withdrawal too. The log has the doctor as the one who acted.

-- Bodies of functions may mention what a later file makes.
set check_function_bodies = off;

alter table public.consents
  add column recorded_by uuid constraint consents_recorded_by_fkey references public.doctors (id),
  drop constraint consents_kind_is_known,
  add constraint consents_kind_is_known check (kind in ('health_data', 'notes_to_guardians')),
  add constraint consents_about_guardians_are_recorded check (kind <> 'notes_to_guardians' or recorded_by is not null);
comment on column public.consents.recorded_by is 'The doctor whom somebody without an account told. Null for what people and parents do themselves.';
create index consents_recorded_by_idx on public.consents (recorded_by);

create function private.record_consent(appointment_id uuid, kind text, version text, language text, given boolean) returns void
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_variable
declare
  max_a_day constant integer := 200;
  doctor uuid := private.my_doctor_id();
  patient uuid;
begin
  select a.user_id into patient from public.appointments a
  where a.id = appointment_id and a.doctor_id = doctor and a.status in ('confirmed', 'completed') and a.erased_at is null;
  if patient is null then
    perform private.refuse();
  end if;
  if not private.is_within_limit('consents recorded by:' || private.me(), max_a_day, 1440) then
    perform private.fail('too_many_requests', jsonb_build_object('most', max_a_day, 'seconds', 86400));
  end if;
  -- Locked, because the person may claim the record at this moment.
  perform from only private.profiles p where p.user_id = patient and not p.has_account for no key update;
  if not found then
    perform private.fail('patient_has_account');
  end if;
  if private.has_parents(patient) then
    perform private.fail('patient_is_minor');
  end if;
  if given then
    insert into public.consents (user_id, kind, version, language, recorded_by) values (patient, kind, version, language, doctor)
    on conflict do nothing;
  else
    update public.consents c set withdrawn_at = now() where c.user_id = patient and c.kind = kind and c.withdrawn_at is null;
  end if;
end $$;
comment on function private.record_consent(uuid, text, text, text, boolean) is
  'Definer: people give their own consents otherwise. It refuses everybody but the doctor of the appointment first.';

create function public.record_consent(appointment_id uuid, kind text, version text, language text, given boolean) returns void
language sql set search_path = '' as $$
  select private.record_consent(appointment_id, kind, version, language, given)
$$;
grant execute on function private.record_consent, public.record_consent to authenticated;

-- Guardians read nothing any more once the agreement is withdrawn, the notes of before included.
create function private.hide_shown_notes() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  shown uuid;
begin
  for shown in select a.id from public.appointments a where a.user_id = new.user_id and a.notes is not null loop
    perform private.move_note(shown, true);
  end loop;
  return null;
end $$;
comment on function private.hide_shown_notes() is 'Definer: nobody writes hidden notes directly.';
create trigger consents_hide_shown_notes after update of withdrawn_at on public.consents
  for each row when (new.kind = 'notes_to_guardians' and old.withdrawn_at is null and new.withdrawn_at is not null)
  execute function private.hide_shown_notes();
