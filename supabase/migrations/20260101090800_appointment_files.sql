-- Files of an appointment: between its patient and its doctor, nobody else.
-- {appointment}/{name}: one folder deep, in one spelling, with a name that is harmless on any disk.
create function private.appointment_of_path(path text) returns uuid
language sql immutable set search_path = '' as $$
  select case
    when path ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/[A-Za-z0-9_][A-Za-z0-9._-]{0,199}$' then split_part(path, '/', 1)::uuid
  end
$$;

create table public.appointment_files (
  id uuid primary key default gen_random_uuid(),
  appointment_id uuid not null references public.appointments (id),
  file_name text not null constraint appointment_files_name_is_given check (private.trimmed(file_name) <> '' and char_length(file_name) <= 255 and file_name !~ '[[:cntrl:]]'),
  file_path text not null constraint appointment_files_path_is_single unique,
  file_size bigint not null constraint appointment_files_size_is_at_most_50_mb check (file_size between 0 and 50 * 1024 * 1024),
  file_type text not null,
  uploaded_by uuid not null default auth.uid() references public.profiles (user_id),
  uploaded_at timestamptz not null default now(),
  constraint appointment_files_path_is_in_its_folder check (private.appointment_of_path(file_path) is not distinct from appointment_id),
  constraint appointment_files_type_is_offered check (file_type in (
    'application/pdf', 'image/jpeg', 'image/png', 'image/gif', 'text/plain', 'application/msword',
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    'application/zip', 'application/x-zip-compressed', 'application/vnd.rar', 'application/x-rar-compressed'
  ))
);
create index appointment_files_appointment_id_idx on public.appointment_files (appointment_id, uploaded_at desc);
create index appointment_files_uploaded_by_idx on public.appointment_files (uploaded_by);

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('appointment-files', 'appointment-files', false, 50 * 1024 * 1024, array[
  'application/pdf', 'image/jpeg', 'image/png', 'image/gif', 'text/plain', 'application/msword',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  'application/zip', 'application/x-zip-compressed', 'application/vnd.rar', 'application/x-rar-compressed'
]);

-- Is it one of the two, and does the appointment take files now?
create function private.takes_uploads(appointment uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.appointments a
    where a.id = appointment and a.erased_at is null and a.status in ('confirmed', 'completed')
      and (a.user_id = private.me() or a.doctor_id = private.my_doctor_id())
  )
$$;

create function private.limit_files() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  most_files constant integer := 40;
  most_bytes constant bigint := 500 * 1024 * 1024;
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

create trigger appointment_files_limit before insert on public.appointment_files
  for each row execute function private.limit_files();

alter table public.appointment_files enable row level security;
grant select, delete on public.appointment_files to authenticated, service_role;
grant insert (id, appointment_id, file_name, file_path, file_size, file_type, uploaded_by) on public.appointment_files to authenticated, service_role;

-- Written out rather than asked of a function, so that the planner joins instead of asking for each row.
create policy "appointment_files: the two read" on public.appointment_files
  for select to authenticated using (exists (
    select from public.appointments a
    where a.id = appointment_id and a.erased_at is null
      and (a.user_id = (select auth.uid()) or a.doctor_id = (select private.my_doctor_id()))
  ));
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
create policy "appointment_files: people remove their own" on public.appointment_files
  for delete to authenticated using (uploaded_by = (select private.me()));

-- Objects without a record count as well, or uploads alone could fill the disk.
-- Volatile: after waiting for the lock it must count what was uploaded meanwhile.
create function private.may_upload(path text) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
begin
  if private.takes_uploads(private.appointment_of_path(path)) is not true then
    return false;
  end if;
  perform pg_advisory_xact_lock(hashtextextended('objects:' || split_part(path, '/', 1), 0));
  return (
    select count(*) < 40 and coalesce(sum((o.metadata ->> 'size')::bigint), 0) < 500 * 1024 * 1024
    from storage.objects o
    where o.bucket_id = 'appointment-files' and o.name like split_part(path, '/', 1) || '/%'
  );
end $$;

create policy "appointment-files: the two read" on storage.objects
  for select to authenticated using (bucket_id = 'appointment-files' and exists (
    select from public.appointments a
    where a.id::text = split_part(name, '/', 1) and a.erased_at is null
      and (a.user_id = (select auth.uid()) or a.doctor_id = (select private.my_doctor_id()))
  ));
create policy "appointment-files: the two upload" on storage.objects
  for insert to authenticated with check (
    bucket_id = 'appointment-files' and owner_id = (select private.me())::text and private.may_upload(name)
  );
create policy "appointment-files: people remove their own" on storage.objects
  for delete to authenticated using (
    bucket_id = 'appointment-files' and owner_id = (select private.me())::text
  );

-- Objects to be taken away by the scheduled clean-up: only the storage service can remove the bytes as well.
create table private.files_to_remove (
  path text primary key,
  since timestamptz not null default now()
);
alter table private.files_to_remove enable row level security;

grant execute on function private.takes_uploads, private.appointment_of_path, private.may_upload to authenticated, service_role;
