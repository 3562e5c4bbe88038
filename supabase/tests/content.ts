// Sample entries of the site's content, saved and published by an admin.
import { randomUUID } from 'node:crypto'
import type { Session } from './clinic.ts'

export const PHOTO = '0b54b14f-7a4f-4a5e-9d53-6f1c2f3a4b5c'

export const project = (more: object = {}) => ({
  titles: { tr: 'Beyaz mutfak', en: 'White kitchen' },
  places: { tr: 'Bakü' },
  year: 2025,
  area_m2: 24,
  texts: { tr: 'Işık **güneyden** gelir.' },
  photos: [{ path: PHOTO, alts: { tr: 'Pencerenin önünde ada' } }],
  ...more,
})
export const faq = (more: object = {}) => ({
  category: 'services',
  questions: { tr: 'Hangi şehirlerde çalışıyorsunuz?' },
  answers: { tr: 'Bakü ve İstanbul.' },
  ...more,
})
export const notice = (more: object = {}) => ({ texts: { tr: 'Yarın kapalıyız.' }, from: null, until: '2026-12-31', ...more })

const kindOf = (body: object) => ('titles' in body ? 'project' : 'category' in body ? 'faq' : 'notice')

interface Target {
  id?: string
  kind?: string
  slug?: string | null
  version?: number
}

/** Saves the draft as nigar and returns its id. */
export async function save(session: Session, body: object, { id = randomUUID(), kind = kindOf(body), version = 0, slug }: Target = {}) {
  const stays = slug === undefined && version > 0
  const [known] = stays ? await session.query<{ slug: string }>('select slug from site_content where id = $1', [id]) : []
  const own = slug === undefined ? (known?.slug ?? (kind === 'notice' ? null : `entry-${id}`)) : slug
  await session.as('nigar', ({ query }) =>
    query('select save_content_draft($1, $2, $3, $4, $5)', [id, kind, own, JSON.stringify(body), version]),
  )
  return id
}

export async function publish(session: Session, id: string, version = 1) {
  const [row] = await session.as('nigar', ({ query }) =>
    query<{ number: number }>('select publish_content($1, $2) as number', [id, version]),
  )
  return row?.number
}
