-- The addresses of the specified questions (web/src/content/faq-ids.ts), which added questions cannot take. Not a constraint: an entry from
-- before may have one.
create function private.is_question_of_the_site(slug text) returns boolean
language sql immutable set search_path = '' as $$
  select slug in (
    'who', 'languages', 'hours', 'data', 'booking', 'timezones', 'cancel', 'psychology', 'tourism', 'interior', 'trade', 'permits', 'video',
    'files', 'payment', 'refund'
  )
$$;

create or replace function private.save_content_draft(content_id uuid, kind text, slug text, body jsonb, version integer) returns integer
language plpgsql security definer set search_path = '' as $$
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
end $$;
