-- What is seen live: notes, pages that somebody shares with readers, and a table nobody should publish.
create type public.page_state as enum ('open', 'closed');

create table public.pages (
  id uuid primary key default gen_random_uuid(),
  owner_id uuid not null default auth.uid() references auth.users (id) on delete cascade,
  reader_ids uuid[] not null default '{}',
  state public.page_state not null default 'open',
  title text,
  code character(5),
  body text,
  number bigint,
  price numeric,
  is_done boolean,
  seen_at timestamptz,
  tags text[],
  details jsonb,
  remark text
);
alter table public.pages enable row level security;
revoke all on public.pages from anon, authenticated;
grant select (id, owner_id, reader_ids, state, title, code, body, number, price, is_done, seen_at, tags, details), insert, update, delete
  on public.pages to authenticated;
create policy "pages: owner and readers read" on public.pages
  for select to authenticated using (owner_id = (select auth.uid()) or (select auth.uid()) = any (reader_ids));
create policy "pages: owners write" on public.pages for insert to authenticated with check (owner_id = (select auth.uid()));
create policy "pages: owners change" on public.pages
  for update to authenticated using (owner_id = (select auth.uid())) with check (owner_id = (select auth.uid()));
create policy "pages: owners delete" on public.pages for delete to authenticated using (owner_id = (select auth.uid()));

create table public.lines_without_key (line text);
alter table public.lines_without_key replica identity full;

alter publication supabase_realtime add table public.notes, public.pages, public.lines_without_key;

-- The page that a topic names, as far as the caller may see it.
create function public.page_of_topic() returns public.pages language sql stable set search_path = '' as $$
  select p from public.pages p
  where p.id = case when realtime.topic() ~ '^page:[0-9a-f-]{36}$' then substring(realtime.topic() from 6)::uuid end
    and ((select auth.uid()) = p.owner_id or (select auth.uid()) = any (p.reader_ids))
$$;
alter function public.page_of_topic() security definer;
grant execute on function public.page_of_topic() to authenticated;

create policy "messages: owner and readers of a page hear each other" on realtime.messages
  for select to authenticated using (extension in ('broadcast', 'presence') and (select (public.page_of_topic()).id) is not null);
create policy "messages: they speak while the page is open" on realtime.messages
  for insert to authenticated with check (
    extension in ('broadcast', 'presence') and (select (public.page_of_topic()).state) = 'open'
  );
create policy "messages: anybody signed in hears the news, and nobody speaks" on realtime.messages
  for select to authenticated using (extension = 'broadcast' and (select realtime.topic()) = 'news');
