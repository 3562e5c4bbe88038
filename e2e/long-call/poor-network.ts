// A call in its own network (`unshare --net`) that loses packets or is slow. Nothing outside it is affected.
import { execFileSync } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import type { OnCleanUp, Row } from '../other-browsers/stage.ts'
import { row, seconds } from './figures.ts'
import { mediaAgain } from './media.ts'
import { type Call, openCall, pagesOf, start } from './people.ts'
import { startSite } from './site.ts'

const LAST_MS = 20_000
const LOSSES = [5, 20]
const RATES = [600, 150]

const run = (program: string, ...parameters: string[]) => execFileSync(program, parameters, { stdio: ['ignore', 'ignore', 'pipe'] })

interface Weather {
  what: string
  begin: () => void
  end: () => void
}

/** Uses netem where the kernel has it, and otherwise a rule of nftables. */
const loss = (percent: number): Weather => ({
  what: `${percent} % of all packets lost`,
  begin() {
    try {
      run('tc', 'qdisc', 'add', 'dev', 'lo', 'root', 'netem', 'loss', `${percent}%`)
    } catch {
      const rule = `meta l4proto udp numgen random mod 100 < ${percent} drop`
      run('nft', `add table inet call; add chain inet call input { type filter hook input priority 0; }; add rule inet call input ${rule}`)
    }
  },
  end() {
    try {
      run('nft', 'delete table inet call')
    } catch {
      run('tc', 'qdisc', 'del', 'dev', 'lo', 'root')
    }
  },
})

/** Limits both directions together, along with everything else that the two browsers send. */
const rate = (kilobits: number): Weather => ({
  what: `${kilobits} kbit/s for both directions together`,
  begin: () => run('tc', 'qdisc', 'add', 'dev', 'lo', 'root', 'tbf', 'rate', `${kilobits}kbit`, 'burst', '70k', 'latency', '400ms'),
  end: () => run('tc', 'qdisc', 'del', 'dev', 'lo', 'root'),
})

const SAID_WITHIN_MS = 5000

/** Texts of the page about the video, under our names for them. */
const WORDS = {
  'video given up': /görüntünüz gönderilmiyor|yalnızca sesle katılıyor/,
  'video stands still': /görüntüsü dondu/,
  'connection interrupted': /bağlantı kesildi, yeniden kuruluyor/,
}

async function saidOfVideo(page: Page) {
  for (const [what, words] of Object.entries(WORDS)) if (await page.getByText(words).count()) return what
  return undefined
}

/** Waits for a text about the video on both pages. A call that is just testing whether video works again shows one soon. */
async function saidByBoth(call: Call) {
  const until = performance.now() + SAID_WITHIN_MS
  for (;;) {
    const said = await Promise.all(pagesOf(call).map(saidOfVideo))
    if (said.every(Boolean) || performance.now() > until) return said
    await sleep(250)
  }
}

const POOR_NETWORKS = [...LOSSES.map(loss), ...RATES.map(rate)]

export async function poorNetwork(onCleanUp: OnCleanUp): Promise<Row[]> {
  run('ip', 'link', 'set', 'lo', 'up')
  const call = await openCall(await startSite(onCleanUp), onCleanUp)
  const again = (isVideoWanted: boolean) => mediaAgain({ pages: () => pagesOf(call), from: performance.now(), isVideoWanted })
  await start(call.patient)
  await start(call.doctor)
  if ((await again(true)) === undefined) throw new Error('There was no call to begin with.')
  const rows: Row[] = []
  for (const { what, begin, end } of POOR_NETWORKS) {
    process.stderr.write(`  ${what}\n`)
    try {
      begin()
    } catch (error) {
      rows.push({ what, result: 'left out', measured: `this kernel cannot do it: ${String(error).split('\n').at(-1)?.trim()}` })
      continue
    }
    await sleep(LAST_MS)
    const heard = await again(false)
    const said = await saidByBoth(call)
    // If both pages say something about the video, the measurement does not wait for it.
    const hasWords = said.every(Boolean)
    const seen = hasWords ? undefined : await again(true)
    end()
    const back = await again(false)
    const video = hasWords
      ? `as both pages say: ${[...new Set(said)].join(', ')}`
      : seen === undefined
        ? 'video stands still without a word'
        : 'video plays'
    const isGood = heard !== undefined && back !== undefined && (seen !== undefined || hasWords)
    rows.push(
      row(
        what,
        isGood,
        `sound ${heard === undefined ? 'is lost' : 'flows both ways'}, ${video}; ${seconds(back ?? 30_000)} after it was over sound flows`,
      ),
    )
  }
  return rows
}
