// One long call with one fault after the other. Before it, measures how long joining takes, and the processor time of a call in which
// nothing happens.
import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import type { OnCleanUp, Row } from '../other-browsers/stage.ts'
import { FAULTS, type Fault, randomFrom, sequenceOf } from './faults.ts'
import { medianAndWorst, recoveryRow, row, seconds } from './figures.ts'
import { mediaAgain, pressToFirstFrame } from './media.ts'
import { browserCpuSeconds, type Call, openCall, pagesOf, press, reopen, start } from './people.ts'
import { startSite } from './site.ts'

const JOINS = Number(process.env['JOINS'] ?? 30)
const COUNT = Number(process.env['FAULTS'] ?? 60)
const SEED = Number(process.env['SEED'] ?? 1)
const CALM_MS = 30_000
const TICKS_PER_SECOND = 100
const SETTLE_MS = 300

export async function longCall(onCleanUp: OnCleanUp): Promise<Row[]> {
  const call = await openCall(await startSite(onCleanUp), onCleanUp)
  return [await measureJoining(call), await measureCpu(call), ...(COUNT > 0 ? await causeFaults(call) : [])]
}

/** Both are at the entrance. The patient goes in and waits; then the doctor presses. */
async function measureJoining(call: Call): Promise<Row> {
  const { patient, doctor } = call
  const times: number[] = []
  // The first time is not counted: it starts the function that opens rooms.
  for (let n = 0; n <= JOINS; n++) {
    await start(patient)
    await patient.page.getByText(/ bekleniyor$/).waitFor()
    await doctor.page.getByRole('button', { name: 'Hemen Görüşmeyi Başlat', exact: true }).waitFor()
    await start(doctor)
    const time = await pressToFirstFrame(doctor.page)
    if (n > 0) times.push(time)
    await mediaAgain({ pages: () => pagesOf(call), from: performance.now() })
    if (n === JOINS) break
    for (const { page } of [patient, doctor]) await press(page, 'Görüşmeyi bitir')
  }
  return row('from the press to the first frame', true, `${times.length} times, ${medianAndWorst(times)}`)
}

async function measureCpu(call: Call): Promise<Row> {
  const read = async () => [await browserCpuSeconds(call.patient), await browserCpuSeconds(call.doctor), treeCpuSeconds(call.site.pid())]
  const before = await read()
  await sleep(CALM_MS)
  const [patient = 0, doctor = 0, server = 0] = (await read()).map((after, index) => ((after - (before[index] ?? 0)) * 60_000) / CALM_MS)
  return row(
    'processor time per minute of call',
    true,
    `patient's browser ${patient.toFixed(1)} s, doctor's browser ${doctor.toFixed(1)} s, server with PostgreSQL ${server.toFixed(2)} s`,
  )
}

/** Processor time of everything that descends from a process, including what has ended meanwhile. */
function treeCpuSeconds(root: number) {
  const processes = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((id) => {
      try {
        // The name in parentheses may contain blanks.
        const fields = readFileSync(`/proc/${id}/stat`, 'utf8')
          .replace(/^.*\) /s, '')
          .split(' ')
        return [{ id: Number(id), parent: Number(fields[1]), ticks: fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) }]
      } catch {
        return []
      }
    })
  const ticksBelow = (id: number): number =>
    processes.filter(({ parent }) => parent === id).reduce((sum, child) => sum + child.ticks + ticksBelow(child.id), 0)
  return ticksBelow(root) / TICKS_PER_SECOND
}

async function causeFaults(call: Call): Promise<Row[]> {
  const random = randomFrom(SEED)
  const recoveries = new Map<string, (number | undefined)[]>(FAULTS.map(({ name }) => [name, []]))
  const began = performance.now()
  const sequence = sequenceOf(COUNT, random)
  for (const [index, fault] of sequence.entries()) {
    const [side, other] = random() < 0.5 ? [call.patient, call.doctor] : [call.doctor, call.patient]
    const recovery = await recover(call, fault, { side, other, random }).catch((error: unknown) => {
      process.stderr.write(`  ${String(error)}\n`)
      return undefined
    })
    const who = side === call.patient ? 'patient' : 'doctor'
    process.stderr.write(`  ${index + 1}/${COUNT} ${fault.name} (${who}): ${recovery === undefined ? 'not back' : seconds(recovery)}\n`)
    recoveries.get(fault.name)?.push(recovery)
    if (recovery === undefined) await beginAnew(call)
    await sleep(SETTLE_MS)
  }
  const minutes = ((performance.now() - began) / 60_000).toFixed(1)
  const all = [...recoveries.values()].flat()
  return [
    recoveryRow(`one call of ${minutes} minutes with ${all.length} faults (seed ${SEED}): media both ways again`, all),
    ...[...recoveries].filter(([, times]) => times.length > 0).map(([name, times]) => recoveryRow(name, times)),
  ]
}

async function recover(call: Call, fault: Fault, scene: Pick<Parameters<Fault['happen']>[0], 'side' | 'other' | 'random'>) {
  const from = await fault.happen({ call, ...scene })
  const recovery = await mediaAgain({ pages: () => pagesOf(call), from, sound: fault.isAboutSound ? 'energy' : 'packets' })
  // The next fault begins only when both pages are connected to the server again.
  const isBack = (page: Page) => page.getByText('Sunucuya yeniden bağlanılıyor; görüşmeniz sürüyor.').waitFor({ state: 'hidden' })
  await Promise.all(pagesOf(call).map(isBack))
  return recovery
}

/** Starts over after a fault that the call did not survive. */
async function beginAnew(call: Call) {
  for (const side of [call.patient, call.doctor]) {
    const old = side.page
    await reopen(side, call.id)
    await old.close()
  }
  await mediaAgain({ pages: () => pagesOf(call), from: performance.now() })
}
