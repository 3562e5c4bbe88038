-- A doctor reads files while the appointment is confirmed or completed; its patient always, to take back what they shared.
drop policy "appointment_files: the two read" on public.appointment_files;
create policy "appointment_files: patient always, doctor while it stands" on public.appointment_files
  for select to authenticated using (exists (
    select from public.appointments a
    where a.id = appointment_id and a.erased_at is null
      and (
        a.user_id = (select auth.uid())
        or (a.doctor_id = (select private.my_doctor_id()) and a.status in ('confirmed', 'completed'))
      )
  ));

drop policy "appointment-files: the two read" on storage.objects;
create policy "appointment-files: patient always, doctor while it stands" on storage.objects
  for select to authenticated using (bucket_id = 'appointment-files' and exists (
    select from public.appointments a
    where a.id = private.appointment_of_path(name) and a.erased_at is null
      and (
        a.user_id = (select auth.uid())
        or (a.doctor_id = (select private.my_doctor_id()) and a.status in ('confirmed', 'completed'))
      )
  ));
