-- What admins add to the pages: projects of the portfolio, entries of the frequent questions, and notices. An entry has a draft, what is
-- published of it, and the last versions that were published.

-- Bodies of functions may mention what a later file makes.
set check_function_bodies = off;

create function private.is_day(value text) returns boolean
language plpgsql immutable strict set search_path = '' as $$
begin
  return value ~ '^20[0-9]{2}-[0-9]{2}-[0-9]{2}$'
    and make_date(left(value, 4)::integer, substr(value, 6, 2)::integer, right(value, 2)::integer) is not null;
exception when datetime_field_overflow then
  return false;
end $$;

-- A whole number between the two, or null.
create function private.is_number_or_null(value jsonb, smallest integer, largest integer) returns boolean
language sql immutable set search_path = '' as $$
  select case jsonb_typeof(value)
    when 'null' then true
    when 'number' then value::numeric between smallest and largest and value::numeric = trunc(value::numeric)
    else false
  end
$$;

-- A photo in the bucket site-photos: the name of its folder, with .jpg behind it if its files are JPEG and not WebP.
create function private.is_site_photo(value text) returns boolean
language sql immutable set search_path = '' as $$
  select value ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}(\.jpg)?$'
$$;

-- [{"path": …, "alts": {…}}], in the order of the page.
create function private.are_site_photos(value jsonb) returns boolean
language sql immutable set search_path = '' as $$
  select case when jsonb_typeof(value) = 'array' then jsonb_array_length(value) <= 12 and (
    select coalesce(bool_and(
      jsonb_typeof(p.one) = 'object' and (p.one - 'path' - 'alts') = '{}'
      and coalesce(jsonb_typeof(p.one -> 'path') = 'string' and private.is_site_photo(p.one ->> 'path'), false)
      and coalesce(private.are_texts_up_to(p.one -> 'alts', 200, true) and p.one -> 'alts' <> '{}', false)
    ), true)
    from jsonb_array_elements(value) as p (one)
  ) else false end
$$;

-- Every key is there and no other one. Texts are by language; the long ones are Markdown, which the pages turn into HTML.
create function private.is_content_body(kind text, body jsonb) returns boolean
language sql immutable set search_path = '' as $$
  select coalesce(jsonb_typeof(body) = 'object' and case kind
    when 'project' then
      body ?& array['titles', 'places', 'year', 'area_m2', 'texts', 'photos']
      and body - array['titles', 'places', 'year', 'area_m2', 'texts', 'photos'] = '{}'
      and private.are_texts_up_to(body -> 'titles', 100, true) and body -> 'titles' <> '{}'
      and private.are_texts_up_to(body -> 'places', 80, true)
      and private.is_number_or_null(body -> 'year', 1900, 2100)
      and private.is_number_or_null(body -> 'area_m2', 1, 100000)
      and private.are_texts_up_to(body -> 'texts', 4000)
      and private.are_site_photos(body -> 'photos')
    when 'faq' then
      body ?& array['category', 'questions', 'answers'] and body - array['category', 'questions', 'answers'] = '{}'
      and jsonb_typeof(body -> 'category') = 'string'
      and body ->> 'category' in ('general', 'health', 'services', 'technical', 'payment')
      and private.are_texts_up_to(body -> 'questions', 200, true)
      and private.are_texts_up_to(body -> 'answers', 4000)
      -- A question is shown with its answer, so at least one language has both.
      and exists (
        select from jsonb_object_keys(case jsonb_typeof(body -> 'questions') when 'object' then body -> 'questions' else '{}' end) as q (code)
        where body -> 'answers' ? q.code
      )
    when 'notice' then
      body ?& array['texts', 'from', 'until'] and body - array['texts', 'from', 'until'] = '{}'
      and private.are_texts_up_to(body -> 'texts', 300, true) and body -> 'texts' <> '{}'
      and jsonb_typeof(body -> 'from') in ('string', 'null') and jsonb_typeof(body -> 'until') in ('string', 'null')
      and coalesce(private.is_day(body ->> 'from'), true) and coalesce(private.is_day(body ->> 'until'), true)
      and coalesce(body ->> 'from' <= body ->> 'until', true)
    else false
  end, false)
$$;

create table public.site_content (
  id uuid primary key,
  kind text not null constraint site_content_kind_is_known check (kind in ('project', 'faq', 'notice')),
  slug text constraint site_content_slug_is_a_part_of_an_address check (slug ~ '^[a-z0-9][a-z0-9-]{1,58}[a-z0-9]$'),
  position integer not null,
  body jsonb,
  published_at timestamptz,
  created_at timestamptz not null default now(),
  constraint site_content_slugs_are_unique unique (kind, slug),
  constraint site_content_only_notices_have_no_slug check ((kind = 'notice') = (slug is null)),
  constraint site_content_body_is_of_its_kind check (body is null or private.is_content_body(kind, body)),
  constraint site_content_published_has_a_time check ((body is null) = (published_at is null))
);
comment on table public.site_content is 'Written by functions only. body is what is published; null: nothing is. Who published it is in site_content_versions.';
comment on column public.site_content.slug is 'The part of the address behind #. It stays as long as the entry is published.';
alter table public.site_content enable row level security;
grant select (id, kind, slug, position, body, published_at) on public.site_content to anon;
grant select on public.site_content to authenticated, service_role;
create policy "site_content: visitors read what is published" on public.site_content for select to anon using (body is not null);
create policy "site_content: people read what is published, admins all" on public.site_content
  for select to authenticated using (body is not null or (select private.is_admin()));

create table public.site_content_drafts (
  content_id uuid primary key references public.site_content (id) on delete cascade,
  body jsonb not null,
  version integer not null,
  updated_at timestamptz not null default now(),
  updated_by uuid,
  preview_token uuid not null unique default gen_random_uuid()
);
comment on column public.site_content_drafts.version is 'Grows with each change: a form that was filled from an older one saves nothing.';
comment on column public.site_content_drafts.updated_by is 'Without a foreign key: it outlives the account.';
comment on column public.site_content_drafts.preview_token is 'In the address of the preview: whoever has it sees the draft.';
alter table public.site_content_drafts enable row level security;
grant select on public.site_content_drafts to authenticated, service_role;
create policy "site_content_drafts: admins read" on public.site_content_drafts for select to authenticated using ((select private.is_admin()));

create table public.site_content_versions (
  content_id uuid not null references public.site_content (id) on delete cascade,
  number integer not null,
  body jsonb not null,
  published_at timestamptz not null default now(),
  published_by uuid,
  primary key (content_id, number)
);
comment on table public.site_content_versions is 'The last ten of each entry that were published.';
comment on column public.site_content_versions.published_by is 'Without a foreign key: it outlives the account.';
alter table public.site_content_versions enable row level security;
grant select on public.site_content_versions to authenticated, service_role;
create policy "site_content_versions: admins read" on public.site_content_versions for select to authenticated using ((select private.is_admin()));

-- Pages are rendered anew when what visitors see has changed.
create trigger site_content_announce_change after update on public.site_content for each row
  when (old.body is distinct from new.body or (new.body is not null and old.position <> new.position))
  execute function private.announce_public_change('content');
create trigger site_content_announce_removal after delete on public.site_content for each row
  when (old.body is not null) execute function private.announce_public_change('content');

-- Few people write here, so they wait for each other.
create function private.begin_content_change() returns void
language plpgsql set search_path = '' as $$
begin
  if not private.is_admin() then
    perform private.refuse();
  end if;
  perform pg_advisory_xact_lock(hashtextextended('site_content', 0));
end $$;

-- `content_changed` says the version that there is now, 0 for an entry that somebody has deleted.
create function private.draft_at(content_id uuid, version integer) returns public.site_content_drafts
language plpgsql stable set search_path = '' as $$
#variable_conflict use_variable
declare
  draft public.site_content_drafts;
begin
  select * into draft from public.site_content_drafts d where d.content_id = content_id;
  if draft.version is distinct from version then
    perform private.fail('content_changed', jsonb_build_object('version', coalesce(draft.version, 0)));
  end if;
  return draft;
end $$;

-- For the log: never the text.
create function private.facts_of_content(entry public.site_content) returns jsonb
language sql immutable set search_path = '' as $$
  select jsonb_strip_nulls(jsonb_build_object('kind', entry.kind, 'slug', entry.slug))
$$;

create function private.save_content_draft(content_id uuid, kind text, slug text, body jsonb, version integer) returns integer
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
  if exists (select from public.site_content c where c.kind = kind and c.slug = slug and c.id <> content_id) then
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
comment on function private.save_content_draft is 'Definer: nobody writes content directly. It refuses everybody but admins first.';

create function private.publish_content(content_id uuid, version integer) returns integer
language plpgsql security definer set search_path = '' as $$
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
end $$;
comment on function private.publish_content is 'Definer: nobody writes content directly. It refuses everybody but admins first.';

create function private.withdraw_content(content_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_variable
declare
  entry public.site_content;
begin
  perform private.begin_content_change();
  update public.site_content c set body = null, published_at = null where c.id = content_id and c.body is not null returning * into entry;
  if entry.id is not null then
    perform private.audit('content.withdrawn', 'content:' || content_id, private.facts_of_content(entry));
  end if;
end $$;
comment on function private.withdraw_content is 'Definer: nobody writes content directly. It refuses everybody but admins first.';

create function private.delete_content(content_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_variable
declare
  entry public.site_content;
begin
  perform private.begin_content_change();
  delete from public.site_content c where c.id = content_id returning * into entry;
  if entry.id is not null then
    perform private.audit('content.deleted', 'content:' || content_id, private.facts_of_content(entry));
  end if;
end $$;
comment on function private.delete_content is 'Definer: nobody writes content directly. It refuses everybody but admins first.';

create function private.restore_content(content_id uuid, number integer, version integer) returns integer
language plpgsql security definer set search_path = '' as $$
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
end $$;
comment on function private.restore_content is 'Definer: nobody writes content directly. It refuses everybody but admins first.';

-- Entries that the page of the admin did not know yet follow in the order that they had.
create function private.order_content(kind text, ids uuid[]) returns void
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_variable
begin
  perform private.begin_content_change();
  if cardinality(ids) > 200 then
    perform private.fail('content_invalid');
  end if;
  update public.site_content c set position = placed.place
  from (
    select o.id, row_number() over (order by array_position(ids, o.id), o.position, o.created_at, o.id) as place
    from public.site_content o where o.kind = kind
  ) as placed
  where c.id = placed.id and c.position <> placed.place;
  if found then
    perform private.audit('content.ordered', 'settings', jsonb_build_object('kind', kind));
  end if;
end $$;
comment on function private.order_content is 'Definer: nobody writes content directly. It refuses everybody but admins first.';

create function private.get_content_preview(token uuid) returns table (kind text, slug text, body jsonb)
language sql stable security definer set search_path = '' as $$
  select c.kind, c.slug, d.body from public.site_content_drafts d join public.site_content c on c.id = d.content_id where d.preview_token = token
$$;
comment on function private.get_content_preview is 'Definer: only admins read drafts, and whoever has the address that an admin passed on sees one.';

create function public.save_content_draft(content_id uuid, kind text, slug text, body jsonb, version integer) returns integer
language sql set search_path = '' as $$ select private.save_content_draft(content_id, kind, slug, body, version) $$;
create function public.publish_content(content_id uuid, version integer) returns integer
language sql set search_path = '' as $$ select private.publish_content(content_id, version) $$;
create function public.withdraw_content(content_id uuid) returns void
language sql set search_path = '' as $$ select private.withdraw_content(content_id) $$;
create function public.delete_content(content_id uuid) returns void
language sql set search_path = '' as $$ select private.delete_content(content_id) $$;
create function public.restore_content(content_id uuid, number integer, version integer) returns integer
language sql set search_path = '' as $$ select private.restore_content(content_id, number, version) $$;
create function public.order_content(kind text, ids uuid[]) returns void
language sql set search_path = '' as $$ select private.order_content(kind, ids) $$;
create function public.get_content_preview(token uuid) returns table (kind text, slug text, body jsonb)
language sql stable set search_path = '' as $$ select * from private.get_content_preview(token) $$;

grant execute on function
  private.save_content_draft, public.save_content_draft, private.publish_content, public.publish_content,
  private.withdraw_content, public.withdraw_content, private.delete_content, public.delete_content,
  private.restore_content, public.restore_content, private.order_content, public.order_content
to authenticated;
grant execute on function private.get_content_preview, public.get_content_preview to anon, authenticated, service_role;
