// One's own data: taken along, or erased.
import * as z from 'zod/mini'
import { company } from '../../../../supabase/functions/_shared/company.ts'
import { unwrap } from '../../lib/errors.ts'
import { safeName } from '../../lib/file-names.ts'
import { supabase } from '../../lib/supabase.ts'
import { browserZone, todayIn } from '../../lib/zones.ts'
import { type ZipEntry, zip } from './zip.ts'

const Exported = z.looseObject({ files: z.array(z.looseObject({ file_path: z.string(), file_name: z.string(), file_type: z.string() })) })

/** An archive of the common kind ends at 4 GiB. */
const MOST_BYTES = 4_000_000_000

export interface DataDownload {
  name: string
  content: Blob
  /** Names of the files that could not be fetched. */
  missing: string[]
}

/** One JSON file; with files, an archive of it and them, each under the path that the JSON gives. */
export async function collectMyData(onProgress: (done: number, all: number) => void): Promise<DataDownload> {
  const data = Exported.parse(unwrap<unknown>(await supabase.rpc('export_my_data')))
  const name = `${company.brand.toLowerCase()}-data-${todayIn(browserZone())}`
  const json = new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' })
  const { files } = data
  const entries: ZipEntry[] = []
  const missing: string[] = []
  let size = 0
  for (const [index, { file_path, file_name, file_type }] of files.entries()) {
    onProgress(index, files.length)
    const content = await fetchFile(file_path)
    size += content?.size ?? 0
    if (content && size < MOST_BYTES) entries.push({ name: `files/${safeName(file_path, file_type)}`, content })
    else missing.push(safeName(file_name, file_type))
  }
  if (!entries.length) return { name: `${name}.json`, content: json, missing }
  return { name: `${name}.zip`, content: await zip([{ name: 'data.json', content: json }, ...entries]), missing }
}

async function fetchFile(path: string) {
  const { data } = await supabase.storage.from('appointment-files').download(path)
  return data
}

/** Raises `confirmation_does_not_match`, `doctor_has_open_appointments` or `last_admin`. */
export async function eraseMyAccount(confirmation: string) {
  unwrap(await supabase.rpc('erase_my_account', { confirmation }))
}
