// Stores mail in the data folder if no mail transport is configured, and shows it at /dev/mail. Development only.
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { MAX_BODY_BYTES } from '../request-limits.ts'
import { BodyError, parseObject, readBody } from '../wire.ts'
import type { KeptMail } from './kept-mail.ts'
import { listPage, mailPage, pageHeaders } from './mail-pages.ts'

const KEPT = 100
const FILE = /^(\d{13}-[0-9a-f]{8})\.json$/

export function createMailSink({ folder, secret }: { folder: string; secret: string }) {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  let latest = 0

  const newestFirst = async () =>
    (await readdir(folder))
      .filter((name) => FILE.test(name))
      .toSorted()
      .toReversed()

  async function keep(mail: Omit<KeptMail, 'id' | 'at'>) {
    // Keeps the order of two mails within one millisecond.
    latest = Math.max(Date.now(), latest + 1)
    const id = `${latest}-${randomBytes(4).toString('hex')}`
    const file = join(folder, `${id}.json`)
    await writeFile(`${file}.new`, JSON.stringify({ id, at: new Date(latest).toISOString(), ...mail }), { mode: 0o600 })
    await rename(`${file}.new`, file)
    const surplus = (await newestFirst()).slice(KEPT)
    await Promise.all(surplus.map((name) => rm(join(folder, name), { force: true })))
    return id
  }

  async function list() {
    const mails = await Promise.all((await newestFirst()).map((name) => readMail(join(folder, name))))
    return mails.filter((mail) => mail !== undefined)
  }

  return {
    /** Called by the mail transport: JSON with the secret as bearer token. */
    async receive(request: Request): Promise<Response> {
      if (request.method !== 'POST') return Response.json({ message: 'Only POST is answered' }, { status: 405 })
      if (!isSame(request.headers.get('authorization') ?? '', `Bearer ${secret}`)) {
        return Response.json({ message: 'Not allowed' }, { status: 401 })
      }
      const body = await readMailIn(request)
      if (body === undefined) return Response.json({ message: 'The mail is too large' }, { status: 413 })
      const mail = asMail(body)
      if (!mail) return Response.json({ message: 'That is not a mail' }, { status: 400 })
      return Response.json({ id: await keep(mail) }, { status: 201 })
    },

    /** Called by developers. `path` is the part after /dev/mail: empty, `/<id>`, or `.json` (`?to=` filters by recipient). */
    async show(request: Request, path: string): Promise<Response> {
      if (request.method !== 'GET' && request.method !== 'HEAD') return new Response('Only GET is answered', { status: 405 })
      if (path === '.json') {
        const to = new URL(request.url).searchParams.get('to')
        const mails = (await list()).filter((mail) => to === null || mail.to === to)
        return Response.json(mails, { headers: { 'cache-control': 'no-store' } })
      }
      if (path === '' || path === '/') return page(listPage(await list()))
      const file = `${path.slice(1)}.json`
      const mail = path.startsWith('/') && FILE.test(file) ? await readMail(join(folder, file)) : undefined
      return mail ? page(mailPage(mail)) : new Response('Not found', { status: 404 })
    },
  }
}

const page = (html: string) => new Response(html, { headers: pageHeaders })

async function readMail(file: string) {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as KeptMail
  } catch {
    // A file that was pruned in the meantime or damaged must not hide the others.
    return undefined
  }
}

async function readMailIn(request: Request) {
  try {
    return (await readBody(request, { maxBytes: MAX_BODY_BYTES.keptMail })).toString('utf8')
  } catch (error) {
    if (error instanceof BodyError && error.fault === 'too large') return undefined
    throw error
  }
}

function asMail(body: string): Omit<KeptMail, 'id' | 'at'> | undefined {
  const { from = '', to, subject, html, text, replyTo, attachments = [] } = parseObject(body) ?? {}
  if (typeof from !== 'string' || typeof to !== 'string' || typeof subject !== 'string') return undefined
  if (typeof html !== 'string' || typeof text !== 'string' || !Array.isArray(attachments)) return undefined
  return {
    from,
    to,
    subject,
    html,
    text,
    ...(typeof replyTo === 'string' ? { replyTo } : {}),
    attachments: (attachments as Record<string, unknown>[]).map(({ filename, contentType, content }) => ({
      filename: String(filename),
      contentType: String(contentType),
      content: String(content),
    })),
  }
}

function isSame(given: string, expected: string) {
  const digest = (value: string) => createHash('sha256').update(value).digest()
  return timingSafeEqual(digest(given), digest(expected))
}
