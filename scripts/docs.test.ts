// What the documentation points to is there.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const pages = [
  'README.md',
  'CONTRIBUTING.md',
  ...readdirSync(join(root, 'docs'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
]
const read = (page: string) => readFileSync(join(root, page), 'utf8')

/** The anchor that GitHub gives a heading. */
const anchorsOf = (page: string) =>
  [...read(page).matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  )

test.each(pages)('every link in %s leads to a file, and to a heading in it', (page) => {
  const links = [...read(page).matchAll(/\]\((?!https?:|mailto:)([^)#\s]*)(?:#([^)\s]+))?\)/g)]
  const broken = links.filter(([, file = '', anchor]) => {
    const target = file ? join(dirname(page), file) : page
    if (!existsSync(join(root, target))) return true
    return anchor !== undefined && !anchorsOf(target).includes(anchor)
  })
  expect(broken.map(([link]) => link)).toEqual([])
})

test.each(['docs/security.md', 'docs/reliability.md'])('%s names tests that exist, many of them', (page) => {
  const named = [...read(page).matchAll(/`((?:server|supabase|scripts|e2e)\/[^`\s]+\.(?:test|spec)\.ts)`/g)].map(([, file = '']) => file)
  expect(named.length).toBeGreaterThan(10)
  expect(named.filter((file) => !existsSync(join(root, file)))).toEqual([])
})
