-- A project without a product, to test the server with: people keep notes, and share some.
create table public.notes (
  id uuid primary key default gen_random_uuid(),
  owner_id uuid not null default auth.uid() references auth.users (id) on delete cascade,
  body text not null constraint notes_body_is_short check (length(body) between 1 and 500),
  is_shared boolean not null default false,
  created_at timestamptz not null default now()
);
create index notes_owner_id_idx on public.notes (owner_id);

alter table public.notes enable row level security;
revoke all on public.notes from anon, authenticated;
grant select, insert, update, delete on public.notes to authenticated;
grant select on public.notes to anon;

create policy "notes: anybody reads shared ones" on public.notes for select to anon using (is_shared);
create policy "notes: people read their own and shared ones" on public.notes
  for select to authenticated using (is_shared or owner_id = (select auth.uid()));
create policy "notes: people write for themselves" on public.notes for insert to authenticated with check (owner_id = (select auth.uid()));
create policy "notes: people change their own" on public.notes
  for update to authenticated using (owner_id = (select auth.uid())) with check (owner_id = (select auth.uid()));
create policy "notes: people delete their own" on public.notes for delete to authenticated using (owner_id = (select auth.uid()));
