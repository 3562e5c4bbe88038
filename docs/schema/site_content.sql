-- Written by `npm run types` from the catalogue. Migrations change the schema; reviews read the difference here.

create table public.site_content (
  id uuid not null,
  kind text not null,
  slug text,
  "position" integer not null,
  body jsonb,
  published_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  body_md5 text generated always as (md5((body)::text)) stored,
  constraint site_content_pkey PRIMARY KEY (id),
  constraint site_content_slugs_are_unique UNIQUE (kind, slug),
  constraint site_content_body_is_of_its_kind CHECK (((body IS NULL) OR private.is_content_body(kind, body))),
  constraint site_content_kind_is_known CHECK ((kind = ANY (ARRAY['project'::text, 'faq'::text, 'notice'::text]))),
  constraint site_content_only_notices_have_no_slug CHECK (((kind = 'notice'::text) = (slug IS NULL))),
  constraint site_content_published_has_a_time CHECK (((body IS NULL) = (published_at IS NULL))),
  constraint site_content_slug_is_a_part_of_an_address CHECK ((slug ~ '^[a-z0-9][a-z0-9-]{1,58}[a-z0-9]$'::text))
);
comment on table public.site_content is 'Written by functions only. body is what is published; null: nothing is. Who published it is in site_content_versions.';
comment on column public.site_content.slug is 'The part of the address behind #. It stays as long as the entry is published.';
alter table public.site_content enable row level security;
grant select on public.site_content to authenticated;
grant select on public.site_content to service_role;
grant select (id, kind, slug, "position", body, published_at) on public.site_content to anon;

create policy "site_content: people read what is published, admins all" on public.site_content
  for select to authenticated
  using ((body IS NOT NULL) OR ( SELECT private.is_admin() AS is_admin));

create policy "site_content: visitors read what is published" on public.site_content
  for select to anon
  using (body IS NOT NULL);

CREATE TRIGGER site_content_announce_change AFTER UPDATE ON public.site_content FOR EACH ROW WHEN (((old.body IS DISTINCT FROM new.body) OR ((new.body IS NOT NULL) AND (old."position" <> new."position")))) EXECUTE FUNCTION private.announce_public_change('content');

CREATE TRIGGER site_content_announce_removal AFTER DELETE ON public.site_content FOR EACH ROW WHEN ((old.body IS NOT NULL)) EXECUTE FUNCTION private.announce_public_change('content');

CREATE OR REPLACE FUNCTION private.delete_content(content_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_variable
declare
  entry public.site_content;
begin
  perform private.begin_content_change();
  delete from public.site_content c where c.id = content_id returning * into entry;
  if entry.id is not null then
    perform private.audit('content.deleted', 'content:' || content_id, private.facts_of_content(entry));
  end if;
end $function$;
comment on function private.delete_content(uuid) is 'Definer: nobody writes content directly. It refuses everybody but admins first.';
grant execute on function private.delete_content(uuid) to authenticated;

CREATE OR REPLACE FUNCTION private.facts_of_content(entry public.site_content)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select jsonb_strip_nulls(jsonb_build_object('kind', entry.kind, 'slug', entry.slug))
$function$;

CREATE OR REPLACE FUNCTION private.publish_content(content_id uuid, version integer)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_variable
declare
  max_versions constant integer := 10;
  entry public.site_content;
  draft public.site_content_drafts;
  newest integer;
begin
  perform private.begin_content_change();
  draft := private.draft_at(content_id, version);
  select coalesce(max(v.number), 0) into newest from public.site_content_versions v where v.content_id = content_id;
  -- It is published already: the answer to the first attempt was lost.
  if exists (select from public.site_content c where c.id = content_id and c.body = draft.body) then
    return newest;
  end if;
  update public.site_content c set body = draft.body, published_at = now() where c.id = content_id returning * into entry;
  insert into public.site_content_versions (content_id, number, body, published_by) values (content_id, newest + 1, draft.body, auth.uid());
  delete from public.site_content_versions v where v.content_id = content_id and v.number <= newest + 1 - max_versions;
  perform private.audit('content.published', 'content:' || content_id, private.facts_of_content(entry) || jsonb_build_object('number', newest + 1));
  return newest + 1;
end $function$;
comment on function private.publish_content(uuid,integer) is 'Definer: nobody writes content directly. It refuses everybody but admins first.';
grant execute on function private.publish_content(uuid,integer) to authenticated;

CREATE OR REPLACE FUNCTION private.restore_content(content_id uuid, number integer, version integer)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_variable
declare
  entry public.site_content;
  draft public.site_content_drafts;
  former jsonb;
begin
  perform private.begin_content_change();
  select v.body into former from public.site_content_versions v where v.content_id = content_id and v.number = number;
  draft := private.draft_at(content_id, version);
  -- It was the eleventh when somebody published meanwhile.
  if former is null then
    perform private.fail('version_gone');
  end if;
  update public.site_content_drafts d set body = former, version = d.version + 1, updated_at = now(), updated_by = auth.uid()
  where d.content_id = content_id returning * into draft;
  select * into entry from public.site_content c where c.id = content_id;
  perform private.audit('content.restored', 'content:' || content_id, private.facts_of_content(entry) || jsonb_build_object('number', number));
  return draft.version;
end $function$;
comment on function private.restore_content(uuid,integer,integer) is 'Definer: nobody writes content directly. It refuses everybody but admins first.';
grant execute on function private.restore_content(uuid,integer,integer) to authenticated;

CREATE OR REPLACE FUNCTION private.save_content_draft(content_id uuid, kind text, slug text, body jsonb, version integer)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_variable
declare
  entry public.site_content;
  draft public.site_content_drafts;
  most integer := case kind when 'project' then 200 when 'faq' then 100 else 50 end;
begin
  perform private.begin_content_change();
  if content_id is null or not private.is_content_body(kind, body)
    or (kind = 'notice') is distinct from (slug is null) or slug !~ '^[a-z0-9][a-z0-9-]{1,58}[a-z0-9]$'
  then
    perform private.fail('content_invalid');
  end if;
  select * into entry from public.site_content c where c.id = content_id;
  select * into draft from public.site_content_drafts d where d.content_id = content_id;
  if entry.kind <> kind then
    perform private.fail('content_invalid');
  end if;
  -- The answer to the first attempt was lost.
  if (draft.version, draft.body, draft.updated_by, entry.slug) is not distinct from (version + 1, body, auth.uid(), slug) then
    return draft.version;
  end if;
  draft := private.draft_at(content_id, nullif(version, 0));
  if exists (select from public.site_content c where c.kind = kind and c.slug = slug and c.id <> content_id)
    -- An entry from before keeps its own: the page shows it at another address.
    or (kind = 'faq' and slug is distinct from entry.slug and private.is_question_of_the_site(slug))
  then
    perform private.fail('slug_taken');
  end if;
  if entry.id is null then
    if (select count(*) from public.site_content c where c.kind = kind) >= most then
      perform private.fail('too_many_entries', jsonb_build_object('most', most));
    end if;
    insert into public.site_content (id, kind, slug, position)
    select content_id, kind, slug, coalesce(max(c.position), 0) + 1 from public.site_content c where c.kind = kind
    returning * into entry;
    insert into public.site_content_drafts (content_id, body, version, updated_by) values (content_id, body, 1, auth.uid()) returning * into draft;
  else
    if entry.slug <> slug and entry.body is not null then
      perform private.fail('slug_is_published');
    end if;
    update public.site_content c set slug = slug where c.id = content_id and c.slug <> slug;
    update public.site_content_drafts d set body = body, version = d.version + 1, updated_at = now(), updated_by = auth.uid()
    where d.content_id = content_id returning * into draft;
  end if;
  entry.slug := slug;
  perform private.audit('content.saved', 'content:' || content_id, private.facts_of_content(entry));
  return draft.version;
end $function$;
comment on function private.save_content_draft(uuid,text,text,jsonb,integer) is 'Definer: nobody writes content directly. It refuses everybody but admins first.';
grant execute on function private.save_content_draft(uuid,text,text,jsonb,integer) to authenticated;

CREATE OR REPLACE FUNCTION private.site_photos_in_use()
 RETURNS SETOF text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select distinct split_part(u.path, '.', 1)
  from (
    select p.one ->> 'path' as path
    from (
      select c.body from public.site_content c where c.kind = 'project' and c.body is not null
      union all select d.body from public.site_content_drafts d
      union all select v.body from public.site_content_versions v
    ) as b
    cross join jsonb_array_elements(b.body -> 'photos') as p (one)
    union all select s.psychology_coordinator_photo from public.company_settings s
    union all select a.one ->> 'photo' from public.company_settings s cross join jsonb_array_elements(s.architects) as a (one)
  ) as u
  where u.path is not null
$function$;
comment on function private.site_photos_in_use() is 'Definer: the clean-up with the secret key asks it.';

CREATE OR REPLACE FUNCTION private.withdraw_content(content_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_variable
declare
  entry public.site_content;
begin
  perform private.begin_content_change();
  update public.site_content c set body = null, published_at = null where c.id = content_id and c.body is not null returning * into entry;
  if entry.id is not null then
    perform private.audit('content.withdrawn', 'content:' || content_id, private.facts_of_content(entry));
  end if;
end $function$;
comment on function private.withdraw_content(uuid) is 'Definer: nobody writes content directly. It refuses everybody but admins first.';
grant execute on function private.withdraw_content(uuid) to authenticated;
