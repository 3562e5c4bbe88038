-- Bytes are kept beside the database. Here stand those that no object has, not yet or not any more, so that even a killed server
-- leaves none behind: an upload is entered before its bytes are kept, and whatever takes an object away enters them again.
create table if not exists _server.stray_bytes (
  version text primary key,
  since timestamptz not null default now()
);
alter table _server.stray_bytes enable row level security;
grant usage on schema _server to service_role;
grant select, insert, update, delete on _server.stray_bytes to service_role;

-- Definer: whoever may change an object changes what becomes of its bytes, and nothing else here.
create or replace function _server.note_bytes() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op <> 'INSERT' and old.version is not null then
    insert into _server.stray_bytes (version) values (old.version) on conflict do nothing;
  end if;
  if tg_op <> 'DELETE' and new.version is not null then
    delete from _server.stray_bytes b where b.version = new.version;
    -- A resumable upload stops being unfinished at the moment in which its object appears.
    delete from storage.s3_multipart_uploads u where u.id = new.version;
  end if;
  return null;
end $$;
revoke all on function _server.note_bytes() from public;

create or replace trigger objects_note_bytes after insert or update of version or delete on storage.objects
  for each row execute function _server.note_bytes();

-- Parts of a deleted account stay no longer than the next sweep.
create or replace function _server.forget_unfinished_uploads() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'DELETE' or new.deleted_at is not null then
    delete from storage.s3_multipart_uploads u where u.owner_id = old.id::text;
  end if;
  return null;
end $$;
revoke all on function _server.forget_unfinished_uploads() from public;

create or replace trigger users_forget_unfinished_uploads after delete or update of deleted_at on auth.users
  for each row execute function _server.forget_unfinished_uploads();
