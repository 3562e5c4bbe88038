// The test data: a thousand notes of sixteen people under policies, with three comments each, and tables to write to. It is the same in
// every database, so that the answers of the servers can be compared.
import { createHash } from 'node:crypto'
import pg from 'pg'

const NOTES = 1000
/** Enough people that limits per person have no effect. */
const PEOPLE = 16
const DRAFTS_OF_EACH = 500
/** The newest note. */
const NEWEST = '2026-01-01T00:00:00Z'

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

export interface Person {
  id: string
  session: string
  email: string
  /** A network address of their own. */
  address: string
  drafts: string[]
}

export interface Content {
  people: [Person, ...Person[]]
}

function uuidOf(text: string) {
  const hex = createHash('sha256').update(text).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

const personOf = (n: number): Person => ({
  id: uuidOf(`person ${n}`),
  session: uuidOf(`session ${n}`),
  email: `person${n}@example.test`,
  address: `192.0.2.${n + 1}`,
  drafts: Array.from({ length: DRAFTS_OF_EACH }, (_, draft) => uuidOf(`draft ${n} ${draft}`)),
})

export const CONTENT: Content = { people: [personOf(0), ...Array.from({ length: PEOPLE - 1 }, (_, n) => personOf(n + 1))] }

export async function fill(url: string) {
  const db = new pg.Client({ connectionString: url })
  await db.connect()
  try {
    await db.query(TABLES)
    for (const { id, session, email, drafts } of CONTENT.people) {
      await db.query(
        "insert into auth.users (id, aud, role, email, email_confirmed_at) values ($1, 'authenticated', 'authenticated', $2, now())",
        [id, email],
      )
      await db.query('insert into auth.sessions (id, user_id) values ($1, $2)', [session, id])
      await db.query("insert into public.drafts (id, owner_id, body) select draft, $1, 'Draft' from unnest($2::uuid[]) as draft", [
        id,
        drafts,
      ])
    }
    await db.query(
      `insert into public.notes (id, owner_id, body, created_at)
       select md5('note ' || n)::uuid, ($1::uuid[])[n % $2 + 1], 'Note ' || n || ' ' || repeat('text ', 20), $3::timestamptz - make_interval(mins => n)
       from generate_series(1, $4::int) as n`,
      [CONTENT.people.map(({ id }) => id), PEOPLE, NEWEST, NOTES],
    )
    await db.query(
      `insert into public.comments (id, note_id, author_id, body)
       select md5(note.id::text || n)::uuid, note.id, note.owner_id, 'Comment ' || n from public.notes note, generate_series(1, 3) as n`,
    )
    await db.query('vacuum analyze')
    await db.query("notify pgrst, 'reload schema'")
  } finally {
    await db.end()
  }
}
