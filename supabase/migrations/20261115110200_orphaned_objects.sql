-- Objects without a record: the tab was closed between the upload and the record. Nobody sees them and they count towards the
-- limits, so they go after a day, by the same list that erasure uses. A record for one in that list is refused.
create function private.queue_orphaned_objects(most integer) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  queued integer;
begin
  insert into private.files_to_remove (path)
  select o.name from storage.objects o
  where o.bucket_id = 'appointment-files' and o.created_at < now() - interval '1 day'
    and not exists (select from public.appointment_files f where f.file_path = o.name)
    and not exists (select from private.files_to_remove r where r.path = o.name)
  order by o.created_at
  limit least(most, 5000)
  on conflict do nothing;
  get diagnostics queued = row_count;
  return queued;
end $$;

create function public.queue_orphaned_files(most integer default 1000) returns integer
language sql set search_path = '' as $$ select private.queue_orphaned_objects(most) $$;

grant execute on function private.queue_orphaned_objects, public.queue_orphaned_files to service_role;
