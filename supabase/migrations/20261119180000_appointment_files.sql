-- Files of an appointment: between its patient and its doctor, nobody else. The record of a file agrees with the stored object, whatever
-- the client says: a doctor who opens "Tahlil.pdf" gets a PDF. `supabase/functions/_shared/rules.ts` repeats the limits for pages and
-- functions; a test compares the two.
-- Resumable uploads that are not complete count towards the limits of an appointment until they are complete, given up or expired. The
-- embedded server has a row in storage.s3_multipart_uploads for each. Hosted Supabase keeps them outside the database: there only what is
-- stored counts.

-- Bodies of functions may mention what a later file makes.
set check_function_bodies = off;

-- {appointment}/{name}: one folder deep, in one spelling, with a name that is harmless on any disk.
create function private.appointment_of_path(path text) returns uuid
language sql immutable set search_path = '' as $$
  select case
    when path ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/[A-Za-z0-9_][A-Za-z0-9._-]{0,199}$' then split_part(path, '/', 1)::uuid
  end
$$;
grant execute on function private.appointment_of_path to authenticated, service_role;

create function private.is_offered_file_type(type text) returns boolean
language sql immutable set search_path = '' as $$
  select exists (select from private.file_types() f where f.type = is_offered_file_type.type)
$$;
grant execute on function private.is_offered_file_type to authenticated, service_role;

create table public.appointment_files (
  id uuid primary key default gen_random_uuid(),
  appointment_id uuid not null references public.appointments (id),
  file_name text not null constraint appointment_files_name_is_given check (private.trimmed(file_name) <> '' and char_length(file_name) <= 255 and file_name !~ '[[:cntrl:]]'),
  file_path text not null constraint appointment_files_path_is_single unique,
  file_size bigint not null constraint appointment_files_size_is_at_most_50_mb check (file_size between 0 and 50 * 1024 * 1024),
  file_type text not null constraint appointment_files_type_is_offered check (private.is_offered_file_type(file_type)),
  uploaded_by uuid not null default auth.uid() references private.profiles (user_id),
  uploaded_at timestamptz not null default now(),
  constraint appointment_files_path_is_in_its_folder check (private.appointment_of_path(file_path) is not distinct from appointment_id)
);
-- Control characters, line separators, and what turns the direction of the text: "rapor<U+202E>fdp.txt" reads "raportxt.pdf".
-- Not valid: records from before this rule may break it. They stay as they are, and the web shows them cleaned.
alter table public.appointment_files add constraint appointment_files_name_is_plain_text
  check (file_name !~ '[\u0001-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u206f]') not valid;
create index appointment_files_appointment_id_idx on public.appointment_files (appointment_id, uploaded_at desc);
create index appointment_files_uploaded_by_idx on public.appointment_files (uploaded_by);
alter table public.appointment_files enable row level security;
grant select, delete on public.appointment_files to authenticated, service_role;
grant insert (id, appointment_id, file_name, file_path, file_size, file_type, uploaded_by) on public.appointment_files to authenticated, service_role;

-- Is it one of the two, and does the appointment take files now?
create function private.takes_uploads(appointment uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.appointments a
    where a.id = appointment and a.erased_at is null and a.status in ('confirmed', 'completed')
      and (a.user_id = private.me() or a.doctor_id = private.my_doctor_id())
  )
$$;
comment on function private.takes_uploads is 'Definer: policies of files and objects ask it about appointments.';
grant execute on function private.takes_uploads to authenticated, service_role;

-- Objects without a record count as well, or uploads alone could fill the disk, and so do unfinished uploads. Nobody puts other bytes under
-- a record that was checked against the old ones. Definer: the caller sees only their own objects.
-- Volatile: after waiting for the lock it must count what was uploaded meanwhile.
create function private.may_upload(path text) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
begin
  if private.takes_uploads(private.appointment_of_path(path)) is not true then
    return false;
  end if;
  perform pg_advisory_xact_lock(hashtextextended('objects:' || split_part(path, '/', 1), 0));
  if exists (select from public.appointment_files f where f.file_path = path) then
    return false;
  end if;
  return private.has_room_for_file(private.appointment_of_path(path), path);
end $$;
comment on function private.may_upload is 'Definer: the limit counts the objects of both, whatever the caller may read.';
grant execute on function private.may_upload to authenticated, service_role;

create policy "appointment_files: the two add their own" on public.appointment_files
  for insert to authenticated with check (
    uploaded_by = (select private.me())
    and private.takes_uploads(appointment_id)
    -- Nobody records the other's object as their own.
    and not exists (
      select from storage.objects o
      where o.bucket_id = 'appointment-files' and o.name = file_path and o.owner_id is distinct from (select private.me())::text
    )
  );
create policy "appointment_files: patient always, doctor while it stands" on public.appointment_files
  for select to authenticated using (exists (
    select from public.appointments a
    where a.id = appointment_id and a.erased_at is null
      and (
        a.user_id = (select auth.uid())
        or (a.doctor_id = (select private.my_doctor_id()) and a.status in ('confirmed', 'completed'))
      )
  ));
create policy "objects: read files of own appointments, photos one may change" on storage.objects
  for select to authenticated using (
    (
      bucket_id = 'appointment-files' and exists (
        select from public.appointments a
        where a.id = private.appointment_of_path(name) and a.erased_at is null
          and (
            a.user_id = (select auth.uid())
            or (a.doctor_id = (select private.my_doctor_id()) and a.status in ('confirmed', 'completed'))
          )
      )
    )
    or (
      bucket_id = 'doctor-photos'
      and (private.doctor_of_photo_path(name) = (select private.my_doctor_id()) or (select private.is_admin()))
    )
  );
create policy "objects: upload files of own appointments, photos one may change" on storage.objects
  for insert to authenticated with check (
    owner_id = (select private.me())::text
    and (
      (bucket_id = 'appointment-files' and private.may_upload(name))
      or (bucket_id = 'doctor-photos' and private.may_upload_photo(name))
    )
  );
create policy "objects: remove own files, photos one may change" on storage.objects
  for delete to authenticated using (
    (bucket_id = 'appointment-files' and owner_id = (select private.me())::text)
    or (
      bucket_id = 'doctor-photos'
      and (private.doctor_of_photo_path(name) = (select private.my_doctor_id()) or (select private.is_admin()))
    )
  );
create policy "appointment_files: people remove their own" on public.appointment_files for delete to authenticated using (
  uploaded_by = (select private.me())
  and exists (
    select from public.appointments a
    where a.id = appointment_id and (
      a.user_id = (select private.me())
      or (a.doctor_id = (select private.my_doctor_id()) and a.status in ('confirmed', 'completed'))
    )
  )
);

create function private.max_files_per_appointment() returns integer
language sql immutable set search_path = '' as $$ select 40 $$;

create function private.max_bytes_per_appointment() returns bigint
language sql immutable set search_path = '' as $$ select 500 * 1024 * 1024::bigint $$;

-- Definer: it counts the files of both people, and a patient's rights must not change what is counted.
create function private.limit_files() returns trigger
language plpgsql security definer set search_path = '' as $$
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
end $$;
comment on function private.limit_files is 'Definer: the limit counts the files of both, whatever the caller may read.';
create trigger appointment_files_limit before insert on public.appointment_files
  for each row execute function private.limit_files();

-- What may be shared. Some systems have a second name for the same type.
create function private.file_types() returns table (extension text, type text)
language sql immutable set search_path = '' as $$
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
$$;
grant execute on function private.file_types to authenticated, service_role;

-- In the C locale: a Turkish one would lower "GIF" to "gıf".
create function private.file_type_fits(name text, type text) returns boolean
language sql immutable set search_path = '' as $$
  select exists (
    select from private.file_types() f
    where f.type = file_type_fits.type and f.extension = lower(substring(name from '\.([^.]+)$') collate "C")
  )
$$;

-- After the insert, so that constraints and policies have had their say and nobody learns about objects of others.
-- Definer: the caller may not see every object. Both hosted and embedded storage write the object's row, with its size and
-- type, before they answer the upload.
create function private.check_file_record() returns trigger
language plpgsql security definer set search_path = '' as $$
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
end $$;
comment on function private.check_file_record is 'Definer: it compares with the stored object, which the caller may not see.';
create trigger appointment_files_agree_with_objects after insert on public.appointment_files
  for each row execute function private.check_file_record();

-- Nobody has the right to update; should somebody ever get it, a record still says what it said when it was checked.
create function private.keep_file_record() returns trigger
language plpgsql set search_path = '' as $$
begin
  perform private.fail('file_not_allowed', jsonb_build_object('reason', 'fixed'));
  return null;
end $$;
create trigger appointment_files_are_fixed before update on public.appointment_files
  for each row when (old.* is distinct from new.*) execute function private.keep_file_record();

-- Objects without a record: the tab was closed between the upload and the record. Nobody sees them and they count towards the limits, so
-- they go after a day, by the same list that erasure uses. A record for one in that list is refused. Photos that no doctor has any more go
-- too: replaced ones, and those of doctors who were removed.
create function private.queue_orphaned_files(most integer) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  queued integer;
begin
  insert into private.files_to_remove (bucket_id, path)
  select o.bucket_id, o.name from storage.objects o
  where o.bucket_id in ('appointment-files', 'doctor-photos') and o.created_at < now() - interval '1 day'
    and case o.bucket_id
      when 'appointment-files' then not exists (select from public.appointment_files f where f.file_path = o.name)
      else not exists (
        select from public.doctors d
        where d.id = private.doctor_of_photo_path(o.name) and o.name in (d.photo_path, regexp_replace(d.photo_path, '\.webp$', '-small.webp'))
      )
    end
    and not exists (select from private.files_to_remove r where r.bucket_id = o.bucket_id and r.path = o.name)
  order by o.created_at
  limit least(most, 5000)
  on conflict do nothing;
  get diagnostics queued = row_count;
  return queued;
end $$;
comment on function private.queue_orphaned_files is 'Definer: nobody writes the list of files to remove. Only the secret key calls it.';

create function public.queue_orphaned_files(most integer default 1000) returns integer
language sql set search_path = '' as $$ select private.queue_orphaned_files(most) $$;
grant execute on function private.queue_orphaned_files, public.queue_orphaned_files to service_role;

-- Whether one more file may be stored. An upload does not count against itself.
create function private.has_room_for_file(appointment uuid, path text) returns boolean
language sql stable security definer set search_path = '' as $$
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
$$;
comment on function private.has_room_for_file is 'Definer: the limit counts the objects of both, whatever the caller may read.';

-- Why an upload was refused: a policy says no without a reason. False for everybody who may not upload there.
create function private.is_file_limit_reached(appointment_id uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select private.takes_uploads(appointment_id) and not private.has_room_for_file(appointment_id, null)
$$;
comment on function private.is_file_limit_reached is 'Definer: the limit counts the objects of both, whatever the caller may read.';

create function public.is_file_limit_reached(appointment_id uuid) returns boolean
language sql stable set search_path = '' as $$ select private.is_file_limit_reached(appointment_id) $$;
grant execute on function private.is_file_limit_reached, public.is_file_limit_reached to authenticated;

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('appointment-files', 'appointment-files', false, 50 * 1024 * 1024, array[
  'application/pdf', 'image/jpeg', 'image/png', 'image/gif', 'text/plain', 'application/msword',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  'application/zip', 'application/x-zip-compressed', 'application/vnd.rar', 'application/x-rar-compressed'
]);
