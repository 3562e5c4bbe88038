// Fills a file system during bookings and frees it again. Needs root, because only root can create a small file system.
import { execFileSync } from 'node:child_process'
import { closeSync, openSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '../../server/testing/cluster.ts'
import { freePort } from '../../server/testing/server.ts'
import { type Acknowledged, bookAndCancel, createCaller, findLost, freeTimes, publicKeyOf, signUp } from './people.ts'
import type { Row } from './steps.ts'
import { startSupervised, waitUntilReady } from './supervised-site.ts'

const WHAT = 'a full disk under bookings, then room again'
const SIZE_MB = 260
const ATTEMPTS = 40

export async function fillDisk(onCleanUp: (cleanUp: () => Promise<void>) => void): Promise<Row> {
  const folder = temporaryFolder()
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${SIZE_MB}m,mode=0711`, 'tmpfs', folder], { stdio: 'ignore' })
  } catch {
    return { what: WHAT, result: 'left out', measured: 'a small file system cannot be made here (that needs root)' }
  }
  onCleanUp(async () => void execFileSync('umount', ['-l', folder]))
  const site = await startSupervised(join(folder, 'data'), await freePort())
  onCleanUp(() => site.stop())
  const call = createCaller(site.url, await publicKeyOf(site.url))
  const people = await signUp(call, 4)
  const [reader] = people
  if (!reader) throw new Error('Nobody could sign up.')
  const times = await freeTimes(call, reader)
  const acknowledged: Acknowledged = new Map()
  const book = async (count: number) => {
    const answers = []
    for (let n = 0; n < count; n++) {
      const time = times.shift()
      if (time) answers.push(...(await bookAndCancel(call, people[n % people.length] ?? reader, time, acknowledged)))
    }
    return answers.filter(({ status }) => status === 0 || status >= 500).length
  }
  await book(8)
  const filler = join(folder, 'filler')
  fillUp(filler)
  const refused = await book(ATTEMPTS)
  const reading = await call('/rest/v1/doctors?select=id', { token: reader.token })
  rmSync(filler)
  await waitUntilReady(site.url, 60_000)
  const refusedLater = await book(8)
  const lost = await findLost(call, acknowledged)
  return {
    what: WHAT,
    result: lost === 0 && refusedLater === 0 ? 'passed' : 'FAILED',
    measured: `${refused} writes refused while full, reading answered ${reading.status}; with room again ${refusedLater} of 8 refused; ${lost} of ${acknowledged.size} bookings lost`,
  }
}

function fillUp(file: string) {
  const handle = openSync(file, 'w')
  try {
    for (const bytes of [1024 * 1024, 4096, 512]) {
      const block = Buffer.alloc(bytes)
      for (let written = bytes; written === bytes; ) written = writeSync(handle, block)
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
  } finally {
    closeSync(handle)
  }
}
