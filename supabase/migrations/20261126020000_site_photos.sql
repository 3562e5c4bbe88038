-- Photos of projects: everybody sees them, admins change them. A photo is a folder with the files large, full and small, all as WebP or, from
-- browsers that cannot write it, all as JPEG.
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('site-photos', 'site-photos', true, 300 * 1024, array['image/webp', 'image/jpeg']);

-- The name of the folder.
create function private.site_photo_of_path(path text) returns text
language sql immutable set search_path = '' as $$
  select case when path ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/(large|full|small)\.(webp|jpg)$' then split_part(path, '/', 1) end
$$;
grant execute on function private.site_photo_of_path to authenticated, service_role;

-- 200 projects with twelve photos in three sizes, and room for replacing them. Volatile: after waiting for the lock it must count what was
-- uploaded meanwhile.
create function private.may_upload_site_photo(path text) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  max_objects constant integer := 10000;
begin
  if private.site_photo_of_path(path) is null or not private.is_admin() then
    return false;
  end if;
  perform pg_advisory_xact_lock(hashtextextended('site-photos', 0));
  return (select count(*) < max_objects from storage.objects o where o.bucket_id = 'site-photos');
end $$;
comment on function private.may_upload_site_photo is 'Definer: the limit counts the objects of all admins.';
grant execute on function private.may_upload_site_photo to authenticated;

alter policy "objects: read files of own appointments, photos one may change" on storage.objects using (
  (
    bucket_id = 'appointment-files' and exists (
      select from public.appointments a
      where a.id = private.appointment_of_path(name) and a.erased_at is null
        and (
          a.user_id = any ((select private.my_people())::uuid[])
          or (a.doctor_id = (select private.my_doctor_id()) and a.status in ('confirmed', 'completed'))
        )
    )
  )
  or (
    bucket_id = 'doctor-photos'
    and (private.doctor_of_photo_path(name) = (select private.my_doctor_id()) or (select private.is_admin()))
  )
  or (bucket_id = 'site-photos' and (select private.is_admin()))
);
alter policy "objects: upload files of own appointments, photos one may change" on storage.objects with check (
  owner_id = (select private.me())::text
  and (
    (bucket_id = 'appointment-files' and private.may_upload(name))
    or (bucket_id = 'doctor-photos' and private.may_upload_photo(name))
    or (bucket_id = 'site-photos' and private.may_upload_site_photo(name))
  )
);
alter policy "objects: remove own files, photos one may change" on storage.objects using (
  (bucket_id = 'appointment-files' and owner_id = (select private.me())::text)
  or (
    bucket_id = 'doctor-photos'
    and (private.doctor_of_photo_path(name) = (select private.my_doctor_id()) or (select private.is_admin()))
  )
  or (bucket_id = 'site-photos' and (select private.is_admin()))
);

-- The photos that are published, in a draft, or in a version that can be restored.
create function private.site_photos_in_use() returns setof text
language sql stable security definer set search_path = '' as $$
  select distinct split_part(p.one ->> 'path', '.', 1)
  from (
    select c.body from public.site_content c where c.kind = 'project' and c.body is not null
    union all select d.body from public.site_content_drafts d
    union all select v.body from public.site_content_versions v
  ) as b
  cross join jsonb_array_elements(b.body -> 'photos') as p (one)
$$;
comment on function private.site_photos_in_use is 'Definer: the clean-up with the secret key asks it.';

-- Objects without a record: the tab was closed between the upload and the record. Nobody sees them and they count towards the limits, so
-- they go after a day, by the same list that erasure uses. A record for one in that list is refused. Photos that no doctor and no project has
-- any more go too.
create or replace function private.queue_orphaned_files(most integer) returns integer
language plpgsql security definer set search_path = '' as $$
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
end $$;
