-- Files: schema storage as a hosted project has it, made where absent; the bytes themselves live elsewhere.
create schema if not exists storage authorization supabase_storage_admin;
grant usage on schema storage to anon, authenticated, service_role, :migrator, dashboard_user;

do $$
begin
  if to_regtype('storage.buckettype') is null then
    create type storage.buckettype as enum ('STANDARD', 'ANALYTICS', 'VECTOR');
  end if;
end $$;
alter type storage.buckettype owner to supabase_storage_admin;

create table if not exists storage.migrations (
  id integer primary key,
  name varchar(100) not null unique,
  hash varchar(40) not null,
  executed_at timestamp default current_timestamp
);

create table if not exists storage.buckets (
  id text primary key,
  name text not null,
  owner uuid,
  created_at timestamptz default now(),
  updated_at timestamptz default now(),
  public boolean default false,
  avif_autodetection boolean default false,
  file_size_limit bigint,
  allowed_mime_types text[],
  owner_id text,
  type storage.buckettype not null default 'STANDARD',
  versioning_status text not null default 'DISABLED',
  constraint buckets_versioning_status_check check (versioning_status in ('DISABLED', 'ENABLED', 'SUSPENDED')),
  constraint buckets_versioning_standard_only_check check (type = 'STANDARD' or versioning_status = 'DISABLED'),
  -- Versions are prepared but not switched on yet, on hosted neither.
  constraint buckets_versioning_dark_check check (versioning_status = 'DISABLED')
);
create unique index if not exists bname on storage.buckets (name);

create table if not exists storage.objects (
  id uuid primary key default gen_random_uuid(),
  bucket_id text constraint "objects_bucketId_fkey" references storage.buckets (id),
  name text,
  owner uuid,
  created_at timestamptz default now(),
  updated_at timestamptz default now(),
  last_accessed_at timestamptz default now(),
  metadata jsonb,
  path_tokens text[] generated always as (string_to_array(name, '/')) stored,
  version text,
  owner_id text,
  user_metadata jsonb,
  archived_at timestamptz,
  is_delete_marker boolean not null default false,
  is_versioned boolean not null default false
);
create unique index if not exists bucketid_objname on storage.objects (bucket_id, name);
create index if not exists idx_objects_bucket_id_name on storage.objects (bucket_id, name collate "C");
create index if not exists idx_objects_bucket_id_name_lower on storage.objects (bucket_id, lower(name) collate "C");
create index if not exists name_prefix_search on storage.objects (name text_pattern_ops);

create table if not exists storage.s3_multipart_uploads (
  id text primary key,
  in_progress_size bigint not null default 0,
  upload_signature text not null,
  bucket_id text not null references storage.buckets (id),
  key text collate "C" not null,
  version text not null,
  owner_id text,
  created_at timestamptz not null default now(),
  user_metadata jsonb,
  metadata jsonb
);
create index if not exists idx_multipart_uploads_list on storage.s3_multipart_uploads (bucket_id, key, created_at);

create table if not exists storage.s3_multipart_uploads_parts (
  id uuid primary key default gen_random_uuid(),
  upload_id text not null references storage.s3_multipart_uploads (id) on delete cascade,
  size bigint not null default 0,
  part_number integer not null,
  bucket_id text not null references storage.buckets (id),
  key text collate "C" not null,
  etag text not null,
  owner_id text,
  version text not null,
  created_at timestamptz not null default now()
);

do $$
declare
  table_name text;
begin
  foreach table_name in array array['migrations', 'buckets', 'objects', 's3_multipart_uploads', 's3_multipart_uploads_parts'] loop
    execute format('alter table storage.%I owner to supabase_storage_admin', table_name);
    execute format('alter table storage.%I enable row level security', table_name);
  end loop;
end $$;

-- Wide grants on purpose: policies decide, and there are none until a migration writes some.
grant all on storage.buckets, storage.objects to anon, authenticated, service_role;
grant all on storage.buckets, storage.objects to :migrator with grant option;
grant all on storage.migrations to :migrator;
grant select on storage.s3_multipart_uploads, storage.s3_multipart_uploads_parts to anon, authenticated;
grant all on storage.s3_multipart_uploads, storage.s3_multipart_uploads_parts to service_role;

-- Parts of a path, for policies. 'a/b/c.tar.gz': folders {a,b}, file c.tar.gz, extension gz;
-- a name without a dot is its own extension, as on hosted.
create or replace function storage.foldername(name text) returns text[] language sql immutable
return (string_to_array(name, '/'))[1 : array_length(string_to_array(name, '/'), 1) - 1];

create or replace function storage.filename(name text) returns text language sql immutable
return (string_to_array(name, '/'))[array_length(string_to_array(name, '/'), 1)];

create or replace function storage.extension(name text) returns text language sql immutable
return split_part(storage.filename(name), '.', -1);

-- The current operation of the storage server, for policies that differ by operation ('object.list', also with 'storage.' before it).
create or replace function storage.operation() returns text language sql stable
return current_setting('storage.operation', true);

create or replace function storage.allow_any_operation(expected_operations text[]) returns boolean language sql stable
return exists (
  select from unnest(expected_operations) as expected (operation)
  where expected.operation <> ''
    and regexp_replace(expected.operation, '^storage\.', '') = regexp_replace(storage.operation(), '^storage\.', '')
);

create or replace function storage.allow_only_operation(expected_operation text) returns boolean language sql stable
return storage.allow_any_operation(array[expected_operation]);

create or replace function storage.get_size_by_bucket() returns table (size bigint, bucket_id text)
language sql stable set search_path = '' as $$
  select sum((o.metadata ->> 'size')::bigint)::bigint, o.bucket_id from storage.objects o group by o.bucket_id
$$;

create or replace function storage.update_updated_at_column() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.updated_at := now();
  return new;
end $$;

create or replace trigger update_objects_updated_at before update on storage.objects
  for each row execute function storage.update_updated_at_column();

create or replace function storage.enforce_bucket_name_length() returns trigger
language plpgsql set search_path = '' as $$
begin
  if length(new.name) > 100 then
    raise exception 'bucket name "%" has % characters, at most 100 are allowed', new.name, length(new.name);
  end if;
  return new;
end $$;

create or replace trigger enforce_bucket_name_length_trigger before insert or update of name on storage.buckets
  for each row execute function storage.enforce_bucket_name_length();

-- A row deleted with plain SQL would leave its bytes behind: only the storage server, which sets this, may delete rows.
create or replace function storage.protect_delete() returns trigger
language plpgsql set search_path = '' as $$
begin
  if current_setting('storage.allow_delete_query', true) is distinct from 'true' then
    raise exception 'rows of storage tables are deleted through the storage API only' using errcode = '42501';
  end if;
  return null;
end $$;

create or replace trigger protect_buckets_delete before delete on storage.buckets
  for each statement execute function storage.protect_delete();
create or replace trigger protect_objects_delete before delete on storage.objects
  for each statement execute function storage.protect_delete();

do $$
declare
  signature text;
begin
  foreach signature in array array[
    'foldername(text)', 'filename(text)', 'extension(text)', 'operation()', 'allow_any_operation(text[])', 'allow_only_operation(text)',
    'get_size_by_bucket()', 'update_updated_at_column()', 'enforce_bucket_name_length()', 'protect_delete()'
  ] loop
    execute format('alter function storage.%s owner to supabase_storage_admin', signature);
  end loop;
end $$;
grant execute on function
  storage.foldername(text), storage.filename(text), storage.extension(text), storage.operation(),
  storage.allow_any_operation(text[]), storage.allow_only_operation(text), storage.get_size_by_bucket()
  to anon, authenticated, service_role, :migrator, dashboard_user;
