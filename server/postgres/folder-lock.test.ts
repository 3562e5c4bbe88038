import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../testing/cluster.ts'
import { lockFolder } from './folder-lock.ts'

const HOLDER = `
  import { lockFolder } from ${JSON.stringify(join(import.meta.dirname, 'folder-lock.ts'))}
  await lockFolder(process.argv[1])
  process.stdout.write('locked')
  setInterval(() => {}, 1000)`

test('a folder can be locked once, and again after release', async () => {
  const folder = temporaryFolder()
  const lock = await lockFolder(folder)
  await expect(lockFolder(folder)).rejects.toThrow(`Another server is already running on the data folder ${folder}`)
  await lock.release()
  await (await lockFolder(folder)).release()
})

test('a killed process leaves no lock behind', async () => {
  const folder = temporaryFolder()
  const child = spawn(process.execPath, ['--input-type=module', '-e', HOLDER, folder], { stdio: ['ignore', 'pipe', 'inherit'] })
  await new Promise((resolve) => child.stdout.once('data', resolve))
  await expect(lockFolder(folder)).rejects.toThrow('Another server')
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGKILL')
  await ended
  await (await lockFolder(folder)).release()
})
