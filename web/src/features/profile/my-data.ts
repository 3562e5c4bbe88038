// Exports the signed-in person's data.
import * as z from 'zod/mini'
import { company } from '../../../../supabase/functions/_shared/company.ts'
import { loadStorage, supabase } from '../../lib/data/supabase.ts'
import { unwrap } from '../../lib/errors.ts'
import { reauthenticated } from '../../lib/session/reauthentication.ts'
import { browserZone, todayIn } from '../../lib/time/zones.ts'
import { archiveData } from './data-archive.ts'

const Exported = z.looseObject({ files: z.array(z.looseObject({ file_path: z.string(), file_name: z.string(), file_type: z.string() })) })

export interface DataDownload {
  name: string
  content: Blob
  /** Names of the files that could not be fetched. */
  missing: string[]
}

export async function collectMyData(onProgress: (done: number, all: number) => void): Promise<DataDownload> {
  const data = Exported.parse(await reauthenticated(async () => unwrap<unknown>(await supabase.rpc('export_my_data'))))
  const { extension, ...archive } = await archiveData(data, { fetchFile, onProgress })
  return { name: `${company.brand.toLowerCase()}-data-${todayIn(browserZone())}.${extension}`, ...archive }
}

async function fetchFile(path: string) {
  const { data } = await (await loadStorage()).from('appointment-files').download(path)
  return data
}
