// The test data: a thousand notes of one user under policies, three comments each, and tables to write to.
import { randomUUID } from 'node:crypto'
import pg from 'pg'

const NOTES = 1000

const TABLES = `
  create table public.comments (
    id uuid primary key default gen_random_uuid(),
    note_id uuid not null references public.notes (id),
    author_id uuid not null default auth.uid(),
    body text not null
  );
  create index on public.comments (note_id);
  create table public.drafts (
    id uuid primary key default gen_random_uuid(),
    owner_id uuid not null default auth.uid(),
    body text not null
  );
  create table public.entries (like public.drafts including all);

  alter table public.comments enable row level security;
  alter table public.drafts enable row level security;
  alter table public.entries enable row level security;
  grant select, insert, update on public.comments, public.drafts, public.entries to authenticated;
  create policy own on public.comments to authenticated using (author_id = (select auth.uid()));
  create policy own on public.drafts to authenticated using (owner_id = (select auth.uid())) with check (owner_id = (select auth.uid()));
  create policy own on public.entries to authenticated using (owner_id = (select auth.uid())) with check (owner_id = (select auth.uid()));

  create function public.notes_about(word text) returns table (notes bigint, newest timestamptz) language sql stable as
    $$ select count(*), max(created_at) from public.notes where body like '%' || word || '%' $$;
  grant execute on function public.notes_about(text) to authenticated;`

export interface Content {
  person: string
  session: string
  drafts: string[]
}

export async function fill(url: string): Promise<Content> {
  const db = new pg.Client({ connectionString: url })
  await db.connect()
  try {
    await db.query(TABLES)
    const [person, session] = [randomUUID(), randomUUID()]
    await db.query(
      "insert into auth.users (id, aud, role, email, email_confirmed_at) values ($1, 'authenticated', 'authenticated', 'someone@example.test', now())",
      [person],
    )
    await db.query('insert into auth.sessions (id, user_id) values ($1, $2)', [session, person])
    await db.query(
      `insert into public.notes (owner_id, body, created_at)
       select $1, 'Note ' || n || ' ' || repeat('text ', 20), now() - make_interval(mins => n) from generate_series(1, $2::int) as n`,
      [person, NOTES],
    )
    await db.query(
      "insert into public.comments (note_id, author_id, body) select id, $1, 'Comment ' || n from public.notes, generate_series(1, 3) as n",
      [person],
    )
    const { rows } = await db.query<{ id: string }>(
      "insert into public.drafts (owner_id, body) select $1, 'Draft ' || n from generate_series(1, $2::int) as n returning id",
      [person, NOTES],
    )
    await db.query('vacuum analyze')
    return { person, session, drafts: rows.map(({ id }) => id) }
  } finally {
    await db.end()
  }
}
