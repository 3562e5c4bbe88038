import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { temporaryFolder } from '../server/testing/cluster.ts'
import { watchFolders } from './watch-folders.mjs'

let stop = () => {}
afterEach(() => stop())

test('reports every save: in place, by repeated renaming, and in a new folder', async () => {
  const root = temporaryFolder()
  const file = join(root, 'part/file.ts')
  mkdirSync(join(root, 'part'))
  writeFileSync(file, '')
  let count = 0
  const watching = watchFolders([root], () => count++)
  stop = () => watching.stop()
  const reported = async (change: () => void) => {
    const before = count
    change()
    await expect.poll(() => count, { interval: 10 }).toBeGreaterThan(before)
  }
  await reported(() => writeFileSync(file, 'a'))
  for (const text of ['b', 'c', 'd'])
    await reported(() => {
      writeFileSync(`${file}~`, text)
      renameSync(`${file}~`, file)
    })
  await reported(() => mkdirSync(join(root, 'new')))
  await reported(() => writeFileSync(join(root, 'new/other.ts'), ''))
})
