// The buckets of test-shelves.ts with resumable uploads, and helpers that inspect unfinished ones.
import { existsSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { superuser } from '../testing/database.ts'
import { createUploader, mine } from '../testing/resumable-uploader.ts'
import { startTestServer } from '../testing/server.ts'
import { withShelves } from './test-shelves.ts'

export async function openUploads() {
  const shelves = await withShelves(await startTestServer())
  const folder = join(shelves.dataDir, 'storage/unfinished')
  const sql = (text: string, values: unknown[] = []) => shelves.database.keep(superuser, ({ query }) => query(text, values))
  /** Returns an uploader with a new session. */
  const as = async (name: string) =>
    createUploader(shelves.url, { apikey: shelves.keys.publishable, authorization: `Bearer ${await shelves.tokenOf(name)}` })
  const papers = async () => (await shelves.client('ada')).from('papers')
  return {
    ...shelves,
    sql,
    as,
    uploader: await as('ada'),
    papers,
    bytesOf: async (key: string) =>
      Buffer.from((await (await (await papers()).download(mine(key))).data?.arrayBuffer()) ?? new ArrayBuffer()),
    /** The sizes of the parts on disk. */
    parts: () => (existsSync(folder) ? readdirSync(folder).map((name) => statSync(join(folder, name)).size) : []),
    rows: () => sql('select id from storage.s3_multipart_uploads'),
    async forgetAll() {
      await sql('delete from storage.s3_multipart_uploads')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
