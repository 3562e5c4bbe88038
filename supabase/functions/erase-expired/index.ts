// Runs every night: erases data whose retention period is over, files of erased data, uploads without a record, and unused photos.
import { type Call, forSecretKey, unwrap } from '../_shared/serve.ts'

const FILES_AT_ONCE = 100
const MAX_ROUNDS = 50
const BUCKETS = ['appointment-files', 'doctor-photos', 'site-photos']

export default {
  fetch: forSecretKey(async ({ asServiceRole }) => {
    const rows = unwrap(await asServiceRole.rpc('erase_expired'))
    const orphans = unwrap(await asServiceRole.rpc('queue_orphaned_files'))
    let files = 0
    for (const bucket of BUCKETS) files += await removeFiles(asServiceRole, bucket)
    return { ...Object.fromEntries(rows.map(({ what, erased }) => [what, erased])), orphans, files }
  }),
}

// Only the storage service can delete the contents of files. If it is unavailable, the list stays; everything else is already erased.
async function removeFiles(db: Call['asServiceRole'], bucket: string) {
  let removed = 0
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const paths = unwrap(await db.rpc('list_files_to_remove', { most: FILES_AT_ONCE, bucket }))
    if (paths.length === 0) break
    const { error } = await db.storage.from(bucket).remove(paths)
    // oxlint-disable-next-line no-console -- Functions log to the console on both backends.
    if (error) console.error(`Files could not be removed: ${error.name}`)
    const forgotten = error ? 0 : unwrap(await db.rpc('forget_removed_files', { paths, bucket }))
    if (forgotten === 0) break
    removed += forgotten
  }
  return removed
}
