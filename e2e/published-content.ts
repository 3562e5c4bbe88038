// What an admin publishes for a story, through the API as the page does it.
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Cast } from './cast.ts'

const ASSETS = join(import.meta.dirname, '../web/src/assets')

export type Kind = 'project' | 'faq' | 'notice'

export async function anAdmin(cast: Cast) {
  const admin = await cast.person('Nigar')
  await cast.write('POST', '/rest/v1/user_roles', { user_id: admin.id, role: 'admin' })

  async function call<Result>(name: string, data: object) {
    const { status, body } = await cast.act<Result>(admin, 'POST', `/rest/v1/rpc/${name}`, data)
    if (status >= 400) throw new Error(`${name}: ${JSON.stringify(body)}`)
    return body
  }

  async function draft(kind: Kind, body: object, slug: string | null) {
    const content_id = randomUUID()
    const version = await call<number>('save_content_draft', { content_id, kind, slug, body, version: 0 })
    return { content_id, version }
  }

  return {
    draft,
    publish: async (kind: Kind, body: object, slug: string | null = null) => {
      const saved = await draft(kind, body, slug)
      await call('publish_content', saved)
      return saved.content_id
    },
    withdraw: (content_id: string) => cast.act(admin, 'POST', '/rest/v1/rpc/withdraw_content', { content_id }).catch(() => {}),
    tokenOf: async (content_id: string) => {
      const address = `/rest/v1/site_content_drafts?select=preview_token&content_id=eq.${content_id}`
      const { body } = await cast.act<{ preview_token: string }[]>(admin, 'GET', address)
      return body[0]?.preview_token ?? ''
    },
  }
}

/** A photo in all sizes, made of a picture of the site. */
export async function upload({ url, secretKey }: { url: string; secretKey: string }, room: string) {
  const photo = randomUUID()
  const bytes = readFileSync(join(ASSETS, `interior-${room}-1600.webp`))
  for (const size of ['large', 'full', 'small']) {
    const answer = await fetch(`${url}/storage/v1/object/site-photos/${photo}/${size}.webp`, {
      method: 'POST',
      headers: { apikey: secretKey, authorization: `Bearer ${secretKey}`, 'content-type': 'image/webp' },
      body: bytes,
    })
    if (!answer.ok) throw new Error(await answer.text())
  }
  return photo
}

export const inAll = (text: (language: string) => string) =>
  Object.fromEntries(['tr', 'az', 'en', 'ru', 'ar', 'fr'].map((language) => [language, text(language)]))
