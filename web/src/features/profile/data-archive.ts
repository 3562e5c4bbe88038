// A person's data as one download: a JSON file, or a ZIP with it and the person's files.
import { safeName } from '../../lib/file-names.ts'

export interface ExportedFile {
  file_path: string
  file_name: string
  file_type: string
}

export interface DataArchive {
  extension: 'json' | 'zip'
  content: Blob
  /** Names of the files that could not be fetched. */
  missing: string[]
}

interface ArchiveOptions {
  fetchFile: (path: string) => Promise<Blob | null>
  onProgress: (done: number, all: number) => void
}

/** Stores each file under its path in the JSON. Fetches the files one after the other while writing the archive. */
export async function archiveData(data: { files: ExportedFile[] }, { fetchFile, onProgress }: ArchiveOptions): Promise<DataArchive> {
  const { files } = data
  const json = new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' })
  const missing: string[] = []
  if (files.length === 0) return { extension: 'json', content: json, missing }

  async function* entries() {
    yield { name: 'data.json', input: json }
    for (const [index, { file_path, file_name, file_type }] of files.entries()) {
      onProgress(index, files.length)
      const input = await fetchFile(file_path)
      if (input) yield { name: `files/${safeName(file_path, file_type)}`, input }
      else missing.push(safeName(file_name, file_type))
    }
  }

  // Loaded on demand, because few people ever export their data.
  const { downloadZip } = await import('client-zip')
  const content = await downloadZip(entries()).blob()
  return missing.length < files.length ? { extension: 'zip', content, missing } : { extension: 'json', content: json, missing }
}
