// One file out of a folder and back, by the system's own `tar` and `gzip`.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { open, rename, rm } from 'node:fs/promises'

/** Complete or not there at all, and readable by its owner only. */
export async function packFolder(folder: string, file: string) {
  const unfinished = `${file}.unfinished`
  await rm(unfinished, { force: true })
  const out = await open(unfinished, 'wx', 0o600)
  try {
    await runTar(['--create', '--gzip', '--file=-', `--directory=${folder}`, '.'], out.fd)
    await out.sync()
    await rename(unfinished, file)
  } catch (error) {
    await rm(unfinished, { force: true })
    throw error
  } finally {
    await out.close()
  }
}

export async function unpackFolder(file: string, folder: string) {
  await runTar(['--extract', '--gzip', '--no-same-owner', '--no-same-permissions', `--file=${file}`, `--directory=${folder}`], 'ignore')
}

async function runTar(args: string[], stdout: number | 'ignore') {
  const tar = spawn('tar', args, { stdio: ['ignore', stdout, 'pipe'] })
  let said = ''
  tar.stderr?.setEncoding('utf8').on('data', (text: string) => (said = (said + text).slice(0, 2000)))
  const [code] = (await once(tar, 'close')) as [number | null]
  if (code !== 0) throw new Error(`tar failed (exit ${code}): ${said.trim()}`)
}
