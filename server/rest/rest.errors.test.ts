import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { idOf, superuser } from '../testing/database.ts'
import { startTestServer } from '../testing/server.ts'
import { fillLibrary } from './test-library.ts'

const openLibrary = async () => fillLibrary(await startTestServer(), idOf)
let library: Awaited<ReturnType<typeof openLibrary>>
beforeAll(async () => {
  library = await openLibrary()
})
afterAll(() => library.stop())

const refuse = (args: Record<string, string>) => library.ada.rpc('refuse', args)

describe('database errors keep their code', () => {
  test('a duplicate is answered with 409 and details', async () => {
    const { error, status } = await library.service.from('tags').insert({ name: 'novel' })
    expect(status).toBe(409)
    expect(error).toMatchObject({
      code: '23505',
      message: 'duplicate key value violates unique constraint "tags_name_is_unique"',
      details: 'Key (name)=(novel) already exists.',
      hint: null,
    })
  })

  test.each<[string, string, object, number, string]>([
    ['foreign key', 'books', { title: 'x', author_id: 999 }, 409, '23503'],
    ['not null', 'books', { title: null }, 400, '23502'],
    ['check', 'books', { title: 'x', pages: 0 }, 400, '23514'],
    ['exclusion', 'closures', [{ during: '[2026-01-01,2026-02-01)' }, { during: '[2026-01-15,2026-03-01)' }], 400, '23P01'],
    ['type', 'books', { title: 'x', pages: 'many' }, 400, '22P02'],
    ['range', 'books', { title: 'x', pages: 2 ** 40 }, 400, '22003'],
  ])('%s', async (_, table, row, expectedStatus, code) => {
    const { error, status } = await library.ada.from(table).insert(row as never)
    expect([status, error?.code]).toEqual([expectedStatus, code])
  })

  test('an error raised by a function is answered with 400 and its details', async () => {
    const { error, status } = await refuse({ code: 'P0001', message: 'not_today', detail: '{"until": "tomorrow"}', hint: 'Come back.' })
    expect(status).toBe(400)
    expect(error).toMatchObject({ code: 'P0001', message: 'not_today', details: '{"until": "tomorrow"}', hint: 'Come back.' })
  })

  test.each([
    ['PT402', 402],
    ['PT404', 404],
    ['PT999', 500],
    ['42501', 403],
    ['28000', 403],
    ['40001', 500],
    ['53300', 503],
    ['P0002', 500],
    ['XX000', 500],
    ['22000', 400],
  ])('%s: %i', async (code, expected) => {
    expect((await refuse({ code })).status).toBe(expected)
  })

  test.each([
    ['53100', 503],
    ['58030', 500],
    ['XX001', 500],
  ])('%s, an internal database error: %i, without the file path in PostgreSQL’s message', async (code, expected) => {
    const raised = { code, message: 'could not extend file "base/5/16384": No space left on device', detail: '/srv/data', hint: '/srv' }
    const { error, status } = await refuse(raised)
    expect(status).toBe(expected)
    expect(error).toMatchObject({ code, message: 'The database cannot do this at the moment.', details: null, hint: null })
  })

  test('a function can define the whole error response', async () => {
    const { error, status } = await refuse({
      code: 'PGRST',
      message: '{"code": "42", "message": "the answer", "details": "d", "hint": "h"}',
      detail: '{"status": 451, "headers": {"x-reason": "law"}}',
    })
    expect([status, error]).toMatchObject([451, { code: '42', message: 'the answer', details: 'd', hint: 'h' }])
    expect((await refuse({ code: 'PGRST', message: 'no json' })).error?.code).toBe('PGRST121')
  })

  test('a missing right is answered with 403 for a user and 401 for a visitor', async () => {
    const somebody = await library.ada.from('suggestions').select()
    const anybody = await library.anonymous.from('books').insert({ title: 'x' })
    expect([somebody.status, somebody.error?.code]).toEqual([403, '42501'])
    expect([anybody.status, anybody.error?.code]).toEqual([401, '42501'])
  })
})

describe('missing resources', () => {
  test('a missing table is answered with 404', async () => {
    const { error, status } = await library.ada.from('book').select()
    expect(status).toBe(404)
    expect(error).toMatchObject({ code: 'PGRST205', message: "Could not find the table 'public.book' in the schema cache" })
    expect(error?.hint).toBe("Perhaps you meant the table 'public.books'")
  })

  test('a schema that is not served is answered with 406', async () => {
    const { error, status } = await library.ada.schema('auth').from('users').select()
    expect([status, error?.code]).toEqual([406, 'PGRST106'])
  })

  test('an unknown column to read, write or order by is an error', async () => {
    expect((await library.ada.from('books').select('height')).error?.code).toBe('42703')
    expect((await library.ada.from('books').insert({ height: 1 })).error?.code).toBe('PGRST204')
    expect((await library.ada.from('books').select().order('height')).error?.code).toBe('42703')
  })

  test.each(['/', '/books/1', '/rpc', '/rpc/a/b', '/%E0%A4%A'])('a malformed path is rejected: %s', async (path) => {
    expect((await library.fetch(path)).status).toBe(404)
  })

  test('a method that does not exist is answered with 405', async () => {
    expect((await library.send('PUT', '/books', {})).status).toBe(405)
  })
})

describe('limits', () => {
  test('a statement is cancelled after eight seconds, or after the function’s own timeout', async () => {
    const { error, status } = await library.ada.rpc('wait_briefly', { seconds: 5 })
    expect([status, error?.code]).toEqual([503, '57014'])
    const [row] = await library.database.as(superuser, ({ query }) => query("select current_setting('statement_timeout') as own"))
    expect(row).toEqual({ own: '0' })
  })

  test('at most a thousand rows are returned, at the top level and embedded, and the total is still exact', async () => {
    await library.database.keep(superuser, ({ query }) =>
      query("insert into books (title, shelf_id) select 'many ' || n, 1 from generate_series(1, 1200) as n"),
    )
    await library.database.keep(superuser, ({ query }) => query('analyze books'))
    const many = library.anonymous.from('books').select('id', { count: 'exact' }).like('title', 'many%').limit(5000)
    expect(await many).toMatchObject({ status: 206, count: 1200, data: { length: 1000 } })
    const { data } = await library.anonymous.from('shelves').select('books(id)').eq('id', 1).single()
    expect(data?.books).toHaveLength(1000)
    const estimated = await library.anonymous.from('books').select('id', { count: 'estimated', head: true })
    expect(estimated.count).toBe(1204)
  })

  test('a body is limited, whatever length it declares', async () => {
    const big = await library.send('POST', '/tags', { name: 'x'.repeat(1024 * 1024) })
    expect(big.status).toBe(413)
    const { status, sent } = await pourInto(library.url, '/rest/v1/tags', {
      apikey: library.keys.publishable,
      authorization: `Bearer ${library.adaToken}`,
    })
    expect(status).toBe(413)
    expect(sent).toBeLessThan(40)
  })

  test('a lost database connection fails one request, but not the server', async () => {
    // The client sends the request only when its promise is awaited.
    const waiting = Promise.resolve(library.ada.rpc('wait', { seconds: 5 }))
    await expect
      .poll(() =>
        library.database.keep(superuser, ({ query }) =>
          query('select pg_terminate_backend(pid) from pg_stat_activity where query like \'%"wait"%\' and pid <> pg_backend_pid()'),
        ),
      )
      .not.toEqual([])
    expect((await waiting).status).toBe(503)
    expect((await library.anonymous.from('tags').select('id').limit(1)).status).toBe(200)
  })
})

/** Sends a body of unknown length, a megabyte at a time, until the server stops it or far too much was sent. */
async function pourInto(url: string, path: string, headers: Record<string, string>) {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  const lines = Object.entries({ host: hostname, 'content-type': 'application/json', 'transfer-encoding': 'chunked', ...headers })
  socket.write(`POST ${path} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`)
  const answers: string[] = []
  socket.on('data', (data) => answers.push(String(data)))
  socket.on('error', () => {})
  const megabyte = ' '.repeat(1024 * 1024)
  let sent = 0
  while (sent < 100 && answers.length === 0 && socket.writable) {
    sent++
    await new Promise((resolve) => socket.write(`100000\r\n${megabyte}\r\n`, resolve))
  }
  await expect.poll(() => answers).not.toEqual([])
  socket.destroy()
  return { status: Number(answers[0]?.split(' ')[1]), sent }
}
