-- Photos of doctors in three sizes and one for link previews, as WebP or, from browsers that cannot write it, as JPEG.

-- {doctor}/{name}.webp or .jpg, in one spelling.
create or replace function private.doctor_of_photo_path(path text) returns uuid
language sql immutable set search_path = '' as $$
  select case
    when path ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/[a-z0-9][a-z0-9-]{0,59}\.(webp|jpg)$' then split_part(path, '/', 1)::uuid
  end
$$;

-- What the objects of one photo have in common. A photo with two sizes is {name}.webp and {name}-small.webp.
create function private.photo_of_path(path text) returns text
language sql immutable set search_path = '' as $$
  select regexp_replace(path, '(-full|-large|-small|-share)?\.(webp|jpg)$', '')
$$;
grant execute on function private.photo_of_path to authenticated, service_role;

comment on column public.doctors.photo_path is
  'Path in the bucket doctor-photos. A name that ends in -full has the sizes -large and -small and the JPEG -share beside it; other names have -small alone.';

update storage.buckets set file_size_limit = 300 * 1024, allowed_mime_types = array['image/webp', 'image/jpeg'] where id = 'doctor-photos';

-- A photo is four objects; the rest is room for replacing it. Volatile: after waiting for the lock it must count what was uploaded meanwhile.
create or replace function private.may_upload_photo(path text) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  max_objects constant integer := 16;
  doctor uuid := private.doctor_of_photo_path(path);
begin
  if (doctor = private.my_doctor_id() or (private.is_admin() and exists (select from public.doctors d where d.id = doctor))) is not true then
    return false;
  end if;
  perform pg_advisory_xact_lock(hashtextextended('photos:' || doctor, 0));
  return (select count(*) < max_objects from storage.objects o where o.bucket_id = 'doctor-photos' and o.name like doctor || '/%');
end $$;

-- Objects without a record: the tab was closed between the upload and the record. Nobody sees them and they count towards the limits, so
-- they go after a day, by the same list that erasure uses. A record for one in that list is refused. Photos that no doctor has any more go
-- too: replaced ones, and those of doctors who were removed.
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
