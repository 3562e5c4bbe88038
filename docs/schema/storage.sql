-- Written by `npm run types` from the catalogue. Migrations change the schema; reviews read the difference here.

create policy "objects: read files of own appointments, photos one may change" on storage.objects
  for select to authenticated
  using (((bucket_id = 'appointment-files'::text) AND (EXISTS ( SELECT
   FROM public.appointments a
  WHERE ((a.id = private.appointment_of_path(objects.name)) AND (a.erased_at IS NULL) AND ((a.user_id = ANY (( SELECT private.my_people() AS my_people)::uuid[])) OR ((a.doctor_id = ( SELECT private.my_doctor_id() AS my_doctor_id)) AND (a.status = ANY (ARRAY['confirmed'::public.appointment_status, 'completed'::public.appointment_status])))))))) OR ((bucket_id = 'doctor-photos'::text) AND ((private.doctor_of_photo_path(name) = ( SELECT private.my_doctor_id() AS my_doctor_id)) OR ( SELECT private.is_admin() AS is_admin))) OR ((bucket_id = 'site-photos'::text) AND ( SELECT private.is_admin() AS is_admin)));

create policy "objects: remove own files, photos one may change" on storage.objects
  for delete to authenticated
  using (((bucket_id = 'appointment-files'::text) AND (owner_id = (( SELECT private.me() AS me))::text)) OR ((bucket_id = 'doctor-photos'::text) AND ((private.doctor_of_photo_path(name) = ( SELECT private.my_doctor_id() AS my_doctor_id)) OR ( SELECT private.is_admin() AS is_admin))) OR ((bucket_id = 'site-photos'::text) AND ( SELECT private.is_admin() AS is_admin)));

create policy "objects: upload files of own appointments, photos one may chang" on storage.objects
  for insert to authenticated
  with check ((owner_id = (( SELECT private.me() AS me))::text) AND (((bucket_id = 'appointment-files'::text) AND private.may_upload(name)) OR ((bucket_id = 'doctor-photos'::text) AND private.may_upload_photo(name)) OR ((bucket_id = 'site-photos'::text) AND private.may_upload_site_photo(name))));
