// Uploads demo objects: the files that the project's config.toml names for its buckets, as `supabase seed buckets` does.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { extname, join, relative, resolve, sep } from 'node:path'
import { isTable, readToml } from '../toml.ts'
import type { Storage } from './handler.ts'

const TYPES: Record<string, string> = { '.webp': 'image/webp', '.png': 'image/png', '.jpg': 'image/jpeg', '.pdf': 'application/pdf' }
const MAX_OBJECTS = 200

/** `project` is a standard `supabase/` folder. Existing objects stay unchanged. */
export async function seedObjects(storage: Storage, { project, secretKey }: { project: string; secretKey: string }) {
  for (const { bucket, folder } of bucketFolders(project)) {
    for (const file of filesIn(folder).slice(0, MAX_OBJECTS)) {
      const key = relative(folder, file).split(sep).map(encodeURIComponent).join('/')
      const path = `/object/${encodeURIComponent(bucket)}/${key}`
      const response = await storage.handle(
        new Request(`http://localhost/storage/v1${path}`, {
          method: 'POST',
          headers: {
            apikey: secretKey,
            'content-type': TYPES[extname(file)] ?? 'application/octet-stream',
            'cache-control': 'max-age=3600',
          },
          body: readFileSync(file),
        }),
        path,
        'server',
      )
      const answer = (await response.json()) as { statusCode?: string; message?: string }
      if (!response.ok && answer.statusCode !== '409') throw new Error(`${file} could not be stored: ${answer.message}`)
    }
  }
}

function bucketFolders(project: string) {
  const { storage } = readToml(join(project, 'config.toml'))
  const buckets = isTable(storage) && isTable(storage['buckets']) ? storage['buckets'] : {}
  return Object.entries(buckets).flatMap(([bucket, settings]) => {
    const path = isTable(settings) ? settings['objects_path'] : undefined
    const folder = typeof path === 'string' ? resolve(project, path) : undefined
    return folder && existsSync(folder) ? [{ bucket, folder }] : []
  })
}

const filesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile())
    .toSorted()
