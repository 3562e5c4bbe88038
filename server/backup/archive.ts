// Packs a folder into one file and back, with the system's `tar` and `gzip`.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { open, rename, rm, stat } from 'node:fs/promises'
import { diskFullError } from './space.ts'

/** A backup in progress keeps growing, so a file unchanged for this long is abandoned. */
const ABANDONED_MS = 60 * 60 * 1000

/** Creates a complete file or none, readable by its owner only. The members keep their order. */
export async function packFolder(folder: string, members: string[], file: string) {
  const unfinished = `${file}.unfinished`
  const { mtimeMs } = await stat(unfinished).catch(() => ({ mtimeMs: Infinity }))
  if (Date.now() - mtimeMs > ABANDONED_MS) await rm(unfinished, { force: true })
  const out = await open(unfinished, 'wx', 0o600).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
    throw new Error(`${unfinished} exists: another backup is being written. If none is, delete that file; after an hour it is ignored.`)
  })
  try {
    const problem = await runTar(['--create', '--gzip', '--file=-', `--directory=${folder}`, ...members], out.fd)
    if (problem?.includes('No space left')) throw diskFullError(file)
    if (problem) throw new Error(`The backup could not be written: ${problem}`)
    await out.sync()
    await rename(unfinished, file)
  } catch (error) {
    await rm(unfinished, { force: true })
    throw error
  } finally {
    await out.close()
  }
}

/** Returns the error if the file is damaged. The readable part is in the folder nevertheless. */
export async function unpackFolder(file: string, folder: string) {
  const problem = await runTar(
    ['--extract', '--gzip', '--no-same-owner', '--no-same-permissions', `--file=${file}`, `--directory=${folder}`],
    'ignore',
  )
  if (problem?.includes('No space left')) throw diskFullError(folder)
  return problem
}

/** Returns the first line of the error output, without the names of the programs, or undefined on success. */
async function runTar(args: string[], stdout: number | 'ignore') {
  const tar = spawn('tar', args, { stdio: ['ignore', stdout, 'pipe'], env: { ...process.env, LC_ALL: 'C' } })
  let said = ''
  tar.stderr?.setEncoding('utf8').on('data', (text: string) => (said = (said + text).slice(0, 2000)))
  const [code] = (await once(tar, 'close')) as [number | null]
  if (code === 0) return undefined
  if (said.includes('No space left')) return 'No space left on device'
  const line = said.split('\n').find((text) => text.trim() !== '') ?? `tar failed with ${code}`
  return line.replace(/^(?:(?:tar|gzip|stdin|\(child\)): *)+/, '')
}
