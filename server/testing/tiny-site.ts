import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const ROUTES = { languages: ['en'], defaultLanguage: 'en', pages: ['/'], app: [] as string[], developers: [] }

/** Writes a built site with one empty page. */
export function writeTinySite(folder: string, routes: Partial<typeof ROUTES> = {}) {
  mkdirSync(join(folder, 'client'), { recursive: true })
  writeFileSync(join(folder, 'routes.json'), JSON.stringify({ ...ROUTES, ...routes }))
  const config = '<script id="config" type="application/json">"__CONFIG__"</script>'
  writeFileSync(join(folder, 'client/index.html'), `<!doctype html><title>site</title>${config}`)
}
