// Fixtures: the library of the sample project with data, and users with real clients.
import { createClient } from '@supabase/supabase-js'

const BOOKS = `
  insert into shelves (id, name, parent_id) values (1, 'ground', null), (2, 'left', 1), (3, 'right', 1);
  insert into authors (id, name, born) values (1, 'Ursula', '1929-10-21'), (2, 'Italo', '1923-10-15'), (3, 'Nobody', null);
  insert into books (id, title, isbn, author_id, editor_id, shelf_id, pages, price, languages, ages, meta, is_lent) values
    (1, 'The Dispossessed', '111', 1, 3, 2, 341, 9.50, '{en,de}', '[12,99)', '{"awards": ["Hugo", "Nebula"], "year": 1974, "on": {"sale": true}}', false),
    (2, 'Invisible Cities', '222', 2, null, 2, 165, 12.00, '{it,en}', '[14,99)', '{"awards": [], "year": 1972}', true),
    (3, 'The Lathe of Heaven', null, 1, null, 3, 184, null, '{en}', '[5,12)', null, null),
    (4, 'A, "quoted" (title)', null, null, null, null, 400, 1.25, '{}', null, '{"year": 2000}', true);
  insert into covers (book_id, color) values (1, 'red'), (2, 'blue');
  insert into tags (id, name) values (1, 'novel'), (2, 'science fiction'), (3, 'unused');
  insert into book_tags (book_id, tag_id) values (1, 1), (1, 2), (2, 1), (3, 2);
  select setval(pg_get_serial_sequence(t, 'id'), 100) from unnest(array['shelves', 'authors', 'books', 'tags']) as t`

/** The server that a test starts, with the sample project. */
interface TestServer {
  url: string
  keys: { publishable: string; secret: string }
  tokenOf: (name: string) => Promise<string>
  database: {
    keep: <T>(
      person: { role: 'superuser' },
      work: (db: { query: (sql: string, values?: unknown[]) => Promise<unknown> }) => Promise<T>,
    ) => Promise<T>
  }
}

class NoSocket {
  readonly readyState = 3
}

export async function fillLibrary<T extends TestServer>(server: T, idOf: (name: string) => string) {
  await server.database.keep({ role: 'superuser' }, async ({ query }) => {
    for (const name of ['ada', 'bo'])
      await query('insert into auth.users (id, email) values ($1, $2)', [idOf(name), `${name}@example.test`])
    for (const statement of BOOKS.split(';\n')) await query(statement)
  })
  const clientWith = (key: string, token?: string) =>
    createClient(server.url, key, {
      // These tests use no realtime. Without this the client requires a WebSocket.
      realtime: { transport: NoSocket as never },
      ...(token === undefined ? { auth: { persistSession: false, autoRefreshToken: false } } : { accessToken: async () => token }),
    })
  const adaToken = await server.tokenOf('ada')
  return {
    ...server,
    clientWith,
    anonymous: clientWith(server.keys.publishable),
    ada: clientWith(server.keys.publishable, adaToken),
    adaToken,
    service: clientWith(server.keys.secret),
    /** A request that the client cannot send, anonymous unless the headers say otherwise. */
    fetch: (path: string, { headers, ...init }: Omit<RequestInit, 'headers'> & { headers?: Record<string, string> } = {}) =>
      fetch(`${server.url}/rest/v1${path}`, { ...init, headers: { apikey: server.keys.publishable, ...headers } }),
    /** Sends a write as Ada. */
    send: (method: string, path: string, body: unknown, headers: Record<string, string> = {}) =>
      fetch(`${server.url}/rest/v1${path}`, {
        method,
        body: body === undefined ? null : JSON.stringify(body),
        headers: { apikey: server.keys.publishable, authorization: `Bearer ${adaToken}`, 'content-type': 'application/json', ...headers },
      }),
  }
}
