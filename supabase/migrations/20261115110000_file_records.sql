-- The record of a file agrees with the stored object, whatever the client says: a doctor who opens "Tahlil.pdf" gets a PDF.

-- What may be shared, by extension. In the C locale: a Turkish one would lower "GIF" to "gıf".
create function private.file_type_fits(name text, type text) returns boolean
language sql immutable set search_path = '' as $$
  select case lower(substring(name from '\.([^.]+)$') collate "C")
    when 'pdf' then type = 'application/pdf'
    when 'jpg' then type = 'image/jpeg'
    when 'jpeg' then type = 'image/jpeg'
    when 'png' then type = 'image/png'
    when 'gif' then type = 'image/gif'
    when 'txt' then type = 'text/plain'
    when 'doc' then type = 'application/msword'
    when 'docx' then type = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'
    when 'zip' then type in ('application/zip', 'application/x-zip-compressed')
    when 'rar' then type in ('application/vnd.rar', 'application/x-rar-compressed')
    else false
  end
$$;

-- Control characters, line separators, and what turns the direction of the text: "rapor<U+202E>fdp.txt" reads "raportxt.pdf".
-- Not valid: records of the first release may break this. They stay as they are, and the web shows them cleaned.
alter table public.appointment_files add constraint appointment_files_name_is_plain_text
  check (file_name !~ '[\u0001-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u206f]') not valid;

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

-- As before, and: nobody puts other bytes under a record that was checked against the old ones.
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
  return (
    select count(*) < 40 and coalesce(sum((o.metadata ->> 'size')::bigint), 0) < 500 * 1024 * 1024
    from storage.objects o
    where o.bucket_id = 'appointment-files' and o.name like split_part(path, '/', 1) || '/%'
  );
end $$;
