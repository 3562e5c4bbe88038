// Everything that the documentation names exists, and its figures match the code.
import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const markdownIn = (folder: string) =>
  readdirSync(join(root, folder))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `${folder}/${name}`)
const decisions = markdownIn('docs/decisions')
const pages = ['README.md', 'CONTRIBUTING.md', ...markdownIn('docs'), ...decisions]
const read = (page: string) => readFileSync(join(root, page), 'utf8')
const sources = globSync('{bench,e2e,scripts,server,supabase,web}/**/*.{ts,tsx,mjs,sql,toml}', { cwd: root, exclude: ['web/dist/**'] })
const topLevel = readdirSync(root)

/** Headings outside of code blocks. */
const headingsOf = (page: string) =>
  [
    ...read(page)
      .replaceAll(/^ *```[\s\S]*?^ *```/gm, '')
      .matchAll(/^(#+) (.+)$/gm),
  ].map(([, level = '', title = '']) => ({ level: level.length, title }))

/** The anchor that GitHub gives a heading. */
const anchorsOf = (page: string) =>
  headingsOf(page).map(({ title }) =>
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

test.each(pages)('every source file that %s names exists', (page) => {
  const named = [...read(page).matchAll(/`((?:[\w.-]+\/)*[\w.-]+\.(?:tsx?|mjs|sql|toml))`/g)].map(([, file = '']) => file)
  // Skips names of files in the `test` folders of upstream repositories.
  const isHere = (file: string) => topLevel.includes(file) || sources.some((each) => each === file || each.endsWith(`/${file}`))
  expect(named.filter((file) => !file.startsWith('test/') && !isHere(file))).toEqual([])
})

test.each(pages)('every npm command in %s exists', (page) => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
  const named = [...read(page).matchAll(/npm run ([\w:-]+)/g)].map(([, name = '']) => name)
  expect(named.filter((name) => !(name in scripts))).toEqual([])
})

test.each(pages)('%s has one title', (page) => {
  expect(headingsOf(page).filter(({ level }) => level === 1)).toHaveLength(1)
})

test.each(decisions)('%s has the form of a decision and the number of its file name', (page) => {
  const [title, ...sections] = headingsOf(page)
  expect(title?.title).toMatch(new RegExp(`^${Number.parseInt(basename(page), 10)}\\. `))
  expect(sections.filter(({ level }) => level === 2).map((each) => each.title)).toEqual(['Context', 'Decision', 'Consequences'])
})

test.each(['docs/security.md', 'docs/reliability.md'])('%s names more than ten tests, which all exist', (page) => {
  const named = [...read(page).matchAll(/`((?:server|supabase|scripts|e2e)\/[^`\s]+\.(?:test|spec)\.ts)`/g)].map(([, file = '']) => file)
  expect(named.length).toBeGreaterThan(10)
  expect(named.filter((file) => !existsSync(join(root, file)))).toEqual([])
})

test('operations.md lists exactly the variables that the configuration reads', () => {
  const asked = [...read('server/config.ts').matchAll(/(?:env\.\w+\(|^ {2})'([A-Z][A-Z\d_]+)'/gm)].map(([, name = '']) => name)
  const ofProject = [...read('supabase/server.toml').matchAll(/^([A-Z][A-Z\d_]+) = "(?!test-url)/gm)].map(([, name = '']) => name)
  const table = /^## Environment$([\s\S]*?)^## /m.exec(read('docs/operations.md'))?.[1] ?? ''
  const listed = [...table.matchAll(/^\| ([^|]+) \|/gm)].flatMap(([, cell = '']) =>
    [...cell.matchAll(/`([A-Z][A-Z\d_]+)`/g)].map(([, name = '']) => name),
  )
  expect(new Set(listed)).toEqual(new Set([...asked, ...ofProject]))
})

test('operations.md has the number of connections that live changes open', () => {
  const pools = sources
    .filter((file) => /^server\/realtime\/[\w-]+\.ts$/.test(file) && !file.endsWith('.test.ts'))
    .map(read)
    .join('\n')
  const connections = [...pools.matchAll(/new pg\.Pool\(.*\bmax: (\d+)/g)].reduce((sum, [, max]) => sum + Number(max), 0)
  expect(read('docs/operations.md')).toContain(`${connections} for live changes`)
})

test('CONTRIBUTING.md lists the files of supabase/ that the site may import', () => {
  const allowed =
    /SHARED_WITH_WEB =\s+.*\(([a-z\\.|-]+)\)/.exec(read('scripts/import-arrows.mjs'))?.[1]?.replaceAll('\\', '').split('|') ?? []
  expect(allowed.length).toBeGreaterThan(3)
  expect(allowed.filter((name) => !read('CONTRIBUTING.md').includes(`\`${name}.ts\``))).toEqual([])
})

test('server/ contains no term of the business domain', () => {
  const nouns = /\b(?:doctor|patient|appointment|clinic|consultation)s?\b/i
  const found = sources
    .filter((file) => /^server\/.*\.(?:ts|sql)$/.test(file) && !/\.test\.ts$|common-passwords\.ts$/.test(file))
    .filter((file) => nouns.test(read(file)))
  expect(found).toEqual([])
})

test('only lib/data/live.ts and the connection test subscribe to channels', () => {
  const listening = sources.filter((file) => /^web\/src\/.*\.tsx?$/.test(file) && /\.channel\(/.test(read(file)))
  expect(listening.toSorted()).toEqual(['web/src/features/call/test/connection.ts', 'web/src/lib/data/live.ts'])
})
