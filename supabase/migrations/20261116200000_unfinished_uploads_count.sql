-- Resumable uploads that are not complete count towards the limits of an appointment until they are complete, given up or expired.
-- The embedded server has a row in storage.s3_multipart_uploads for each. Hosted Supabase keeps them outside the database: there
-- only what is stored counts.

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

-- As before, and: unfinished uploads count.
create or replace function private.may_upload(path text) returns boolean
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

-- Why an upload was refused: a policy says no without a reason. False for everybody who may not upload there.
create function private.is_file_limit_reached(appointment_id uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select private.takes_uploads(appointment_id) and not private.has_room_for_file(appointment_id, null)
$$;
comment on function private.is_file_limit_reached is 'Definer: the limit counts the objects of both, whatever the caller may read.';

create function public.is_file_limit_reached(appointment_id uuid) returns boolean
language sql stable set search_path = '' as $$ select private.is_file_limit_reached(appointment_id) $$;

grant execute on function private.is_file_limit_reached, public.is_file_limit_reached to authenticated;
