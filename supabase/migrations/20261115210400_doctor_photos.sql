-- Photos of doctors: everybody sees them, the doctor and admins change them.

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('doctor-photos', 'doctor-photos', true, 200 * 1024, array['image/webp'])
on conflict (id) do update set
  public = excluded.public, file_size_limit = excluded.file_size_limit, allowed_mime_types = excluded.allowed_mime_types;

-- A photo is two objects; the rest is room for replacing it. Volatile: after waiting for the lock it must count what was uploaded meanwhile.
create function private.may_upload_photo(path text) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  max_objects constant integer := 12;
  doctor uuid := private.doctor_of_photo_path(path);
begin
  if (doctor = private.my_doctor_id() or (private.is_admin() and exists (select from public.doctors d where d.id = doctor))) is not true then
    return false;
  end if;
  perform pg_advisory_xact_lock(hashtextextended('photos:' || doctor, 0));
  return (select count(*) < max_objects from storage.objects o where o.bucket_id = 'doctor-photos' and o.name like doctor || '/%');
end $$;
comment on function private.may_upload_photo is 'Definer: the limit counts the objects of everybody who may change the photo.';
grant execute on function private.may_upload_photo to authenticated;

-- One policy a verb, for both buckets. Reading a public bucket by address asks none; these are for listing, and for removing, which reads first.
drop policy "appointment-files: patient always, doctor while it stands" on storage.objects;
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
drop policy "appointment-files: the two upload" on storage.objects;
create policy "objects: upload files of own appointments, photos one may change" on storage.objects
  for insert to authenticated with check (
    owner_id = (select private.me())::text
    and (
      (bucket_id = 'appointment-files' and private.may_upload(name))
      or (bucket_id = 'doctor-photos' and private.may_upload_photo(name))
    )
  );
drop policy "appointment-files: people remove their own" on storage.objects;
create policy "objects: remove own files, photos one may change" on storage.objects
  for delete to authenticated using (
    (bucket_id = 'appointment-files' and owner_id = (select private.me())::text)
    or (
      bucket_id = 'doctor-photos'
      and (private.doctor_of_photo_path(name) = (select private.my_doctor_id()) or (select private.is_admin()))
    )
  );

-- The list of what the storage service has to remove says in which bucket.
alter table private.files_to_remove add column bucket_id text not null default 'appointment-files';
alter table private.files_to_remove drop constraint files_to_remove_pkey, add primary key (bucket_id, path);

drop function public.list_files_to_remove(integer);
drop function private.list_files_to_remove(integer);
create function private.list_files_to_remove(most integer, bucket text) returns setof text
language sql stable security definer set search_path = '' as $$
  select f.path from private.files_to_remove f where f.bucket_id = bucket order by f.since, f.path limit least(most, 1000)
$$;
comment on function private.list_files_to_remove is 'Definer: nobody reads the list of files to remove. Only the secret key calls it.';
create function public.list_files_to_remove(most integer default 100, bucket text default 'appointment-files') returns setof text
language sql stable set search_path = '' as $$ select private.list_files_to_remove(most, bucket) $$;

drop function public.forget_removed_files(text[]);
drop function private.forget_removed_files(text[]);
-- Only what the storage service no longer knows is done.
create function private.forget_removed_files(paths text[], bucket text) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  forgotten integer;
begin
  delete from private.files_to_remove f
  where f.bucket_id = bucket and f.path = any (paths)
    and not exists (select from storage.objects o where o.bucket_id = f.bucket_id and o.name = f.path);
  get diagnostics forgotten = row_count;
  return forgotten;
end $$;
comment on function private.forget_removed_files is 'Definer: nobody writes the list of files to remove. Only the secret key calls it.';
create function public.forget_removed_files(paths text[], bucket text default 'appointment-files') returns integer
language sql set search_path = '' as $$ select private.forget_removed_files(paths, bucket) $$;

grant execute on function
  private.list_files_to_remove, private.forget_removed_files, public.list_files_to_remove, public.forget_removed_files
  to service_role;

-- As before, and photos that no doctor has any more: replaced ones, and those of doctors who were removed.
create or replace function private.queue_orphaned_files(most integer) returns integer
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

-- As before, and the photo's objects are removed with the account: their address is public.
create or replace function private.empty_doctor_of_deleted_account() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.doctor_texts t using public.doctors d where d.id = t.doctor_id and d.user_id = new.id;
  insert into private.files_to_remove (bucket_id, path)
  select o.bucket_id, o.name from public.doctors d join storage.objects o on o.bucket_id = 'doctor-photos' and o.name like d.id || '/%'
  where d.user_id = new.id
  on conflict do nothing;
  update public.doctors d set languages = '{}', photo_path = null where d.user_id = new.id;
  return null;
end $$;
