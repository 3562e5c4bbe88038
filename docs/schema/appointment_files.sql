-- Written by `npm run types` from the catalogue. Migrations change the schema; reviews read the difference here.

create table public.appointment_files (
  id uuid not null default gen_random_uuid(),
  appointment_id uuid not null,
  file_name text not null,
  file_path text not null,
  file_size bigint not null,
  file_type text not null,
  uploaded_by uuid not null default auth.uid(),
  uploaded_at timestamp with time zone not null default now(),
  constraint appointment_files_appointment_id_fkey FOREIGN KEY (appointment_id) REFERENCES public.appointments(id),
  constraint appointment_files_path_is_single UNIQUE (file_path),
  constraint appointment_files_pkey PRIMARY KEY (id),
  constraint appointment_files_uploaded_by_fkey FOREIGN KEY (uploaded_by) REFERENCES private.profiles(user_id),
  constraint appointment_files_name_is_given CHECK (((private.trimmed(file_name) <> ''::text) AND (char_length(file_name) <= 255) AND (file_name !~ '[[:cntrl:]]'::text))),
  constraint appointment_files_name_is_plain_text CHECK ((file_name !~ '[\u0001-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u206f]'::text)) NOT VALID,
  constraint appointment_files_path_is_in_its_folder CHECK ((NOT (private.appointment_of_path(file_path) IS DISTINCT FROM appointment_id))),
  constraint appointment_files_size_is_at_most_50_mb CHECK (((file_size >= 0) AND (file_size <= ((50 * 1024) * 1024)))),
  constraint appointment_files_type_is_offered CHECK (private.is_offered_file_type(file_type))
);
CREATE INDEX appointment_files_appointment_id_idx ON public.appointment_files USING btree (appointment_id, uploaded_at DESC);
CREATE INDEX appointment_files_uploaded_by_idx ON public.appointment_files USING btree (uploaded_by);
alter table public.appointment_files enable row level security;
grant delete, select on public.appointment_files to authenticated;
grant delete, select on public.appointment_files to service_role;
grant insert (id, appointment_id, file_name, file_path, file_size, file_type, uploaded_by) on public.appointment_files to authenticated;
grant insert (id, appointment_id, file_name, file_path, file_size, file_type, uploaded_by) on public.appointment_files to service_role;

create policy "appointment_files: patient always, doctor while it stands" on public.appointment_files
  for select to authenticated
  using (EXISTS ( SELECT
   FROM public.appointments a
  WHERE ((a.id = appointment_files.appointment_id) AND (a.erased_at IS NULL) AND ((a.user_id = ANY (( SELECT private.my_people() AS my_people)::uuid[])) OR ((a.doctor_id = ( SELECT private.my_doctor_id() AS my_doctor_id)) AND (a.status = ANY (ARRAY['confirmed'::public.appointment_status, 'completed'::public.appointment_status])))))));

create policy "appointment_files: people remove their own" on public.appointment_files
  for delete to authenticated
  using ((uploaded_by = ( SELECT private.me() AS me)) AND (EXISTS ( SELECT
   FROM public.appointments a
  WHERE ((a.id = appointment_files.appointment_id) AND ((a.user_id = ANY (( SELECT private.my_people() AS my_people)::uuid[])) OR ((a.doctor_id = ( SELECT private.my_doctor_id() AS my_doctor_id)) AND (a.status = ANY (ARRAY['confirmed'::public.appointment_status, 'completed'::public.appointment_status]))))))));

create policy "appointment_files: the two add their own" on public.appointment_files
  for insert to authenticated
  with check ((uploaded_by = ( SELECT private.me() AS me)) AND private.takes_uploads(appointment_id) AND (NOT (EXISTS ( SELECT
   FROM storage.objects o
  WHERE ((o.bucket_id = 'appointment-files'::text) AND (o.name = appointment_files.file_path) AND (o.owner_id IS DISTINCT FROM (( SELECT private.me() AS me))::text))))));

CREATE TRIGGER appointment_files_agree_with_objects AFTER INSERT ON public.appointment_files FOR EACH ROW EXECUTE FUNCTION private.check_file_record();

CREATE TRIGGER appointment_files_announce_removed AFTER DELETE ON public.appointment_files FOR EACH ROW EXECUTE FUNCTION private.announce_removed_file();

CREATE TRIGGER appointment_files_are_fixed BEFORE UPDATE ON public.appointment_files FOR EACH ROW WHEN ((old.* IS DISTINCT FROM new.*)) EXECUTE FUNCTION private.keep_file_record();

CREATE TRIGGER appointment_files_limit BEFORE INSERT ON public.appointment_files FOR EACH ROW EXECUTE FUNCTION private.limit_files();

CREATE OR REPLACE FUNCTION private.appointment_of_path(path text)
 RETURNS uuid
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case
    when path ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/[A-Za-z0-9_][A-Za-z0-9._-]{0,199}$' then split_part(path, '/', 1)::uuid
  end
$function$;
grant execute on function private.appointment_of_path(text) to authenticated;
grant execute on function private.appointment_of_path(text) to service_role;

CREATE OR REPLACE FUNCTION private.check_file_record()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  stored_size bigint;
  stored_type text;
  is_stored boolean;
  reason text;
begin
  select (o.metadata ->> 'size')::bigint, lower(btrim(split_part(o.metadata ->> 'mimetype', ';', 1)))
  into stored_size, stored_type
  from storage.objects o
  where o.bucket_id = 'appointment-files' and o.name = new.file_path
    and not exists (select from private.files_to_remove r where r.path = o.name);
  is_stored := found;
  reason := case
    when not private.file_type_fits(new.file_name, new.file_type) then 'name'
    when not private.file_type_fits(new.file_path, new.file_type) then 'path'
    when not is_stored then 'object'
    when stored_type is distinct from new.file_type then 'type'
    when stored_size is distinct from new.file_size then 'size'
  end;
  if reason is not null then
    perform private.fail('file_not_allowed', jsonb_build_object('reason', reason));
  end if;
  return null;
end $function$;
comment on function private.check_file_record() is 'Definer: it compares with the stored object, which the caller may not see.';

CREATE OR REPLACE FUNCTION private.file_type_fits(name text, type text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select exists (
    select from private.file_types() f
    where f.type = file_type_fits.type and f.extension = lower(substring(name from '\.([^.]+)$') collate "C")
  )
$function$;

CREATE OR REPLACE FUNCTION private.file_types()
 RETURNS TABLE(extension text, type text)
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  values
    ('pdf', 'application/pdf'),
    ('jpg', 'image/jpeg'),
    ('jpeg', 'image/jpeg'),
    ('png', 'image/png'),
    ('gif', 'image/gif'),
    ('txt', 'text/plain'),
    ('doc', 'application/msword'),
    ('docx', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'),
    ('zip', 'application/zip'),
    ('zip', 'application/x-zip-compressed'),
    ('rar', 'application/vnd.rar'),
    ('rar', 'application/x-rar-compressed')
$function$;
grant execute on function private.file_types() to authenticated;
grant execute on function private.file_types() to service_role;

CREATE OR REPLACE FUNCTION private.has_room_for_file(appointment uuid, path text)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select count(*) < private.max_files_per_appointment() and coalesce(sum(counted.bytes), 0) < private.max_bytes_per_appointment()
  from (
    select (o.metadata ->> 'size')::bigint as bytes
    from storage.objects o
    where o.bucket_id = 'appointment-files' and o.name like appointment || '/%'
    union all
    select u.in_progress_size
    from storage.s3_multipart_uploads u
    where u.bucket_id = 'appointment-files' and u.key like appointment || '/%' and u.key is distinct from path
  ) counted
$function$;
comment on function private.has_room_for_file(uuid,text) is 'Definer: the limit counts the objects of both, whatever the caller may read.';

CREATE OR REPLACE FUNCTION private.is_file_limit_reached(appointment_id uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.takes_uploads(appointment_id) and not private.has_room_for_file(appointment_id, null)
$function$;
comment on function private.is_file_limit_reached(uuid) is 'Definer: the limit counts the objects of both, whatever the caller may read.';
grant execute on function private.is_file_limit_reached(uuid) to authenticated;

CREATE OR REPLACE FUNCTION private.is_offered_file_type(type text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select exists (select from private.file_types() f where f.type = is_offered_file_type.type)
$function$;
grant execute on function private.is_offered_file_type(text) to authenticated;
grant execute on function private.is_offered_file_type(text) to service_role;

CREATE OR REPLACE FUNCTION private.keep_file_record()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  perform private.fail('file_not_allowed', jsonb_build_object('reason', 'fixed'));
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.limit_files()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  most_files constant integer := private.max_files_per_appointment();
  most_bytes constant bigint := private.max_bytes_per_appointment();
begin
  if not private.takes_uploads(new.appointment_id) and auth.uid() is not null then
    perform private.refuse();
  end if;
  perform pg_advisory_xact_lock(hashtextextended('files:' || new.appointment_id, 0));
  if (select count(*) >= most_files or coalesce(sum(f.file_size), 0) + new.file_size > most_bytes
      from public.appointment_files f where f.appointment_id = new.appointment_id)
  then
    perform private.fail('too_many_files', jsonb_build_object('files', most_files, 'bytes', most_bytes));
  end if;
  return new;
end $function$;
comment on function private.limit_files() is 'Definer: the limit counts the files of both, whatever the caller may read.';

CREATE OR REPLACE FUNCTION private.max_bytes_per_appointment()
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$ select 500 * 1024 * 1024::bigint $function$;

CREATE OR REPLACE FUNCTION private.max_files_per_appointment()
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$ select 40 $function$;

CREATE OR REPLACE FUNCTION private.may_upload(path text)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if private.takes_uploads(private.appointment_of_path(path)) is not true then
    return false;
  end if;
  perform pg_advisory_xact_lock(hashtextextended('objects:' || split_part(path, '/', 1), 0));
  if exists (select from public.appointment_files f where f.file_path = path) then
    return false;
  end if;
  return private.has_room_for_file(private.appointment_of_path(path), path);
end $function$;
comment on function private.may_upload(text) is 'Definer: the limit counts the objects of both, whatever the caller may read.';
grant execute on function private.may_upload(text) to authenticated;
grant execute on function private.may_upload(text) to service_role;

CREATE OR REPLACE FUNCTION private.queue_orphaned_files(most integer)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  queued integer;
begin
  insert into private.files_to_remove (bucket_id, path)
  select o.bucket_id, o.name from storage.objects o
  where o.bucket_id in ('appointment-files', 'doctor-photos', 'site-photos') and o.created_at < now() - interval '1 day'
    and case o.bucket_id
      when 'appointment-files' then not exists (select from public.appointment_files f where f.file_path = o.name)
      when 'site-photos' then split_part(o.name, '/', 1) not in (select private.site_photos_in_use())
      else not exists (
        select from public.doctors d
        where d.id = private.doctor_of_photo_path(o.name) and private.photo_of_path(o.name) = private.photo_of_path(d.photo_path)
      )
    end
    and not exists (select from private.files_to_remove r where r.bucket_id = o.bucket_id and r.path = o.name)
  order by o.created_at
  limit least(most, 5000)
  on conflict do nothing;
  get diagnostics queued = row_count;
  return queued;
end $function$;
comment on function private.queue_orphaned_files(integer) is 'Definer: nobody writes the list of files to remove. Only the secret key calls it.';
grant execute on function private.queue_orphaned_files(integer) to service_role;

CREATE OR REPLACE FUNCTION private.takes_uploads(appointment uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (
    select from public.appointments a
    where a.id = appointment and a.erased_at is null and a.status in ('confirmed', 'completed')
      and (a.user_id = any (private.my_people()) or a.doctor_id = private.my_doctor_id())
  )
$function$;
comment on function private.takes_uploads(uuid) is 'Definer: policies of files and objects ask it about appointments.';
grant execute on function private.takes_uploads(uuid) to authenticated;
grant execute on function private.takes_uploads(uuid) to service_role;

CREATE OR REPLACE FUNCTION public.is_file_limit_reached(appointment_id uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$ select private.is_file_limit_reached(appointment_id) $function$;
grant execute on function public.is_file_limit_reached(uuid) to authenticated;

CREATE OR REPLACE FUNCTION public.queue_orphaned_files(most integer DEFAULT 1000)
 RETURNS integer
 LANGUAGE sql
 SET search_path TO ''
AS $function$ select private.queue_orphaned_files(most) $function$;
grant execute on function public.queue_orphaned_files(integer) to service_role;
