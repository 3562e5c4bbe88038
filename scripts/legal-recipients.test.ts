// The privacy policy names the services that process personal data. This test compares them with all hosts that the code can contact:
// configured addresses, hosts in the code, files that open connections, and the content security policy.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readProject } from '../server/project.ts'
import { securityHeaders } from '../server/web/headers.ts'
import type { LegalDocument } from '../web/src/content/legal-documents.ts'
import { LANGUAGES } from '../web/src/lib/languages.ts'

const ROOT = join(import.meta.dirname, '..')
const source = (path: string) => readFileSync(join(ROOT, path), 'utf8')
const recipientsIn = (language: string) => {
  const document = JSON.parse(source(`web/src/content/legal/privacy.${language}.json`)) as LegalDocument
  return document.sections.find(({ id }) => id === 'recipients')?.blocks ?? []
}

/** The rows of the policy, plus two recipients without a row: `ourselves`, and `whatsApp`, which is only a link. */
type Recipient = 'hosting' | 'mail' | 'files' | 'relay' | 'rooms' | 'ourselves' | 'whatsApp'

// A new variable, host or file below first needs a row in the six policies.
const VARIABLES: Record<string, Recipient> = {
  DATABASE_URL: 'hosting',
  SUPABASE_URL: 'hosting',
  SMTP_URL: 'mail',
  RESEND_API_KEY: 'mail',
  RESEND_API_URL: 'mail',
  MAIL_SINK_URL: 'ourselves',
  S3_ENDPOINT: 'files',
  TURN_URLS: 'relay',
  SITE_URL: 'ourselves',
  DAILY_API_KEY: 'rooms',
  DAILY_API_URL: 'rooms',
}
const HOSTS: Record<string, Recipient> = {
  'api.resend.com': 'mail',
  'api.daily.co': 'rooms',
  'wa.me': 'whatsApp',
  localhost: 'ourselves',
}
/** The files of server and functions that open connections other than to PostgreSQL. The content security policy restricts browsers. */
const CONNECTIONS: Record<string, Recipient> = {
  'server/storage/s3.ts': 'files',
  'supabase/functions/_shared/mail/http.ts': 'mail',
  'supabase/functions/_shared/mail/smtp.ts': 'mail',
  'supabase/functions/daily-room/daily.ts': 'rooms',
}

const isOfTests = (path: string) => /\.test\.tsx?$|\/testing?\b|\/test-[^/]+$/.test(path)
const codeIn = (pattern: string) =>
  globSync(pattern, { cwd: ROOT })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => !isOfTests(path))
    .toSorted()
    .map((path) => ({ path, code: source(path).replaceAll(/^\s*(?:\/\/|\*|\/\*).*$/gm, '') }))
const server = [...codeIn('server/**/*.ts'), ...codeIn('supabase/functions/**/*.ts')]
const browser = codeIn('web/src/**/*.{ts,tsx}')
const matchesIn = (files: { code: string }[], pattern: RegExp) => [
  ...new Set(files.flatMap(({ code }) => [...code.matchAll(pattern)].map(([, found = '']) => found))),
]

describe('the services that the privacy policy names', () => {
  test.each(LANGUAGES)('are those that the code can contact, in %s', (language) => {
    const named = recipientsIn(language).flatMap((block) => (typeof block === 'object' && 'keys' in block ? (block.keys ?? []) : []))
    const contacted = [VARIABLES, HOSTS, CONNECTIONS].flatMap((each) => Object.values(each))
    const others: Recipient[] = ['ourselves', 'whatsApp']
    expect(named.toSorted()).toEqual([...new Set(contacted)].filter((each) => !others.includes(each)).toSorted())
  })

  test.each(LANGUAGES)('do not include WhatsApp, which a separate paragraph warns about, in %s', (language) => {
    const paragraphs = recipientsIn(language).filter((block) => typeof block === 'string')
    expect(paragraphs.filter((text) => /WhatsApp|واتساب/.test(text))).toHaveLength(1)
  })
})

describe('the recipients that the code can contact', () => {
  test('include every address and key from the environment', () => {
    const known = matchesIn(server, /['"[.{ ]([A-Z][A-Z0-9_]*(?:_URLS?|_ENDPOINT|_API_KEY|_HOST|_DSN|_WEBHOOK))\b/g)
    const declared = [...source('supabase/server.toml').matchAll(/^(\w+_(?:URLS?|ENDPOINT|API_KEY|HOST|DSN|WEBHOOK)) = /gm)].map(
      ([, name = '']) => name,
    )
    expect([...new Set([...known, ...declared])].toSorted()).toEqual(Object.keys(VARIABLES).toSorted())
  })

  test('include every host in the code', () => {
    const hosts = matchesIn([...server, ...browser], /(?:https?|wss?|turns?|stun):(?:\/\/)?([a-z0-9-]+(?:\.[a-z0-9-]+)+|localhost)\b/g)
    // These are only names of vocabularies and an example in messages.
    const names = ['www.w3.org', 'schema.org', 'www.sitemaps.org', 'example.com']
    expect(hosts.filter((host) => !names.includes(host)).toSorted()).toEqual(Object.keys(HOSTS).toSorted())
  })

  test('include every file of the server that opens connections', () => {
    const opens =
      /(?<![.\w])fetch\((?!request\b)|client\.fetch\(|createTransport\(|new WebSocket\(|(?:net|tls)\.connect\(|https?\.request\(/
    const found = server.filter(({ code }) => opens.test(code)).map(({ path }) => path)
    expect(found).toEqual(Object.keys(CONNECTIONS).toSorted())
  })

  test('include every origin in the content security policy, which would have to allow analytics', () => {
    const own = { siteUrl: 'https://clinic.example', backendUrl: 'https://clinic.example' }
    const policyWith = (frames: string[]) => securityHeaders({ ...own, frames }, [])['content-security-policy']
    const originsIn = (policy: string) => [...new Set(policy.match(/(?:https?|wss?):\/\/[^\s;]+/g) ?? [])]
    const framesWith = (environment: NodeJS.ProcessEnv) =>
      readProject(join(ROOT, 'supabase'), { environment, production: true, backend: undefined } as Parameters<typeof readProject>[1]).frames
    expect(originsIn(policyWith(framesWith({})))).toEqual(['wss://clinic.example'])
    expect(framesWith({ DAILY_API_KEY: 'x' })).toEqual(['https://*.daily.co'])
  })
})

test('calls are recorded neither by the code nor by the provider of a room', () => {
  const all = [...server, ...browser]
  expect(
    all.filter(({ code }) => /MediaRecorder|startRecording|enable_recording|captureStream/.test(code)).map(({ path }) => path),
  ).toEqual([])
})
