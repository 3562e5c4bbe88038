// Measures the media that a page receives (visible video frames, audio packets) and how long it takes until both flow both ways.
import { setTimeout as sleep } from 'node:timers/promises'
import type { BrowserContext, Page } from '@playwright/test'
import { LIMIT_MS } from './figures.ts'

const SAMPLE_MS = 80
/**
 * Media flows while no counter stops for longer than this. The fake microphone beeps about once a second, so its loudness pauses longer.
 */
const MAX_GAP_MS = { packets: 600, energy: 1800 }
/** Media counts as back once it has flowed without a pause for this long. The reported time ends at the beginning of that span. */
const STEADY_MS = 1000
const GIVE_UP_MS = 30_000

interface Reading {
  /** Undefined unless the other person's video is visible and not dimmed. */
  frames: number | undefined
  packets: number
  energy: number
}

interface Watched {
  call: {
    read: () => Promise<Reading>
    restartIce: () => void
    cutLine: (forMs: number) => void
    /** The types of the two candidates that the last connection uses. */
    route: () => Promise<string>
    pressedAt: number
    firstFrameAt: number
  }
}

/** Runs in the page, before its own scripts. */
function watch() {
  const connections: RTCPeerConnection[] = []
  const sockets: WebSocket[] = []
  let isCut = false
  const NativeConnection = RTCPeerConnection
  const NativeSocket = WebSocket
  const isRemote = (video: HTMLVideoElement) => (video.getAttribute('aria-label') ?? '').startsWith('Görüntü: ')
  const last = () => connections.findLast(({ connectionState }) => connectionState !== 'closed')

  const call = {
    pressedAt: 0,
    firstFrameAt: 0,
    async read() {
      const video = [...document.querySelectorAll('video')].find(isRemote)
      const isSeen = video?.checkVisibility({ visibilityProperty: true }) && video.videoWidth > 0 && getComputedStyle(video).opacity === '1'
      let [packets, energy] = [0, 0]
      for (const record of ((await last()?.getStats()) ?? new Map()).values()) {
        if (record.type !== 'inbound-rtp' || record.kind !== 'audio') continue
        packets += record.packetsReceived ?? 0
        energy += record.totalAudioEnergy ?? 0
      }
      return { frames: isSeen ? video?.getVideoPlaybackQuality().totalVideoFrames : undefined, packets, energy }
    },
    async route() {
      const report = new Map<string, Record<string, unknown>>((await last()?.getStats()) ?? [])
      const transport = [...report.values()].find(({ type }) => type === 'transport')
      const pair = report.get(String(transport?.['selectedCandidatePairId']))
      const typeOf = (id: unknown) => String(report.get(String(id))?.['candidateType'])
      return `${typeOf(pair?.['localCandidateId'])} → ${typeOf(pair?.['remoteCandidateId'])}`
    },
    restartIce: () => last()?.restartIce(),
    cutLine(forMs: number) {
      isCut = true
      setTimeout(() => (isCut = false), forMs)
      for (const socket of sockets.splice(0)) socket.close()
    },
  }
  Object.assign(window, {
    call,
    RTCPeerConnection: class extends NativeConnection {
      constructor(...options: ConstructorParameters<typeof RTCPeerConnection>) {
        super(...options)
        connections.push(this)
      }
    },
    WebSocket: class extends NativeSocket {
      constructor(address: string | URL, protocols?: string | string[]) {
        // The server opens no socket at that path.
        super(isCut ? new URL('/nothing', address) : address, protocols)
        sockets.push(this)
      }
    },
  })
  addEventListener('click', () => (call.pressedAt = performance.now()), { capture: true })
  const followed = new WeakSet<HTMLVideoElement>()
  const follow = () => {
    for (const video of document.querySelectorAll('video')) {
      if (!isRemote(video) || followed.has(video)) continue
      followed.add(video)
      video.requestVideoFrameCallback(() => (call.firstFrameAt = performance.now()))
    }
  }
  new MutationObserver(follow).observe(document, { childList: true, subtree: true, attributeFilter: ['aria-label'] })
}

export const watchMedia = (context: BrowserContext) => context.addInitScript(watch)

const inPage = (page: Page) => page.evaluate(() => (window as unknown as Watched).call.read())
export const restartIce = (page: Page) => page.evaluate(() => (window as unknown as Watched).call.restartIce())
export const cutLine = (page: Page, forMs: number) =>
  page.evaluate((duration) => (window as unknown as Watched).call.cutLine(duration), forMs)
export const routeOf = (page: Page) => page.evaluate(() => (window as unknown as Watched).call.route())

/** How long after the last press the first frame was shown, in milliseconds. */
export async function pressToFirstFrame(page: Page) {
  await page.waitForFunction(() => {
    const { pressedAt, firstFrameAt } = (window as unknown as Watched).call
    return firstFrameAt > pressedAt
  })
  return page.evaluate(() => {
    const { pressedAt, firstFrameAt } = (window as unknown as Watched).call
    return firstFrameAt - pressedAt
  })
}

/** One counter that grows while its medium arrives. */
class Flow {
  readonly #maxGapMs: number
  #last: number | undefined
  #grewAt = 0
  #since: number | undefined

  constructor(maxGapMs: number) {
    this.#maxGapMs = maxGapMs
  }

  take(value: number | undefined, now: number) {
    if (this.#since !== undefined && now - this.#grewAt > this.#maxGapMs) this.#since = undefined
    if (value === undefined) this.#since = undefined
    else if (this.#last !== undefined && value !== this.#last) {
      this.#grewAt = now
      this.#since ??= now
    }
    this.#last = value
  }

  get since() {
    return this.#since
  }
}

interface Wishes {
  pages: () => Page[]
  /** When the fault ended, by performance.now(). */
  from: number
  /** With `energy`, sound must be heard, not only arrive. */
  sound?: 'packets' | 'energy'
  /** False where the connection may be too poor for video. */
  isVideoWanted?: boolean
}

/** Resolves with the time from the end of the fault until media flows both ways, in milliseconds; undefined if it does not. */
export async function mediaAgain({ pages, from, sound = 'packets', isVideoWanted = true }: Wishes) {
  const flows = pages().map(() => ({ video: new Flow(MAX_GAP_MS.packets), sound: new Flow(MAX_GAP_MS[sound]) }))
  let isLate = false
  while (performance.now() - from < GIVE_UP_MS) {
    const readings = await Promise.all(pages().map((page) => inPage(page).catch(() => undefined)))
    const now = performance.now()
    const since = flows.flatMap(({ video, sound: heard }, index) => {
      video.take(readings[index]?.frames, now)
      heard.take(readings[index]?.[sound], now)
      return isVideoWanted ? [video.since, heard.since] : [heard.since]
    })
    const latest = since.reduce((a, b) => (a === undefined || b === undefined ? undefined : Math.max(a, b)))
    if (latest !== undefined && now - latest >= STEADY_MS) return latest - from
    // Read the messages on both pages now: they name the cause, and may change later.
    if (!isLate && now - from > LIMIT_MS + STEADY_MS) {
      isLate = true
      await tellWhy(pages())
    }
    await sleep(SAMPLE_MS)
  }
  await tellWhy(pages())
  return undefined
}

async function tellWhy(pages: Page[]) {
  for (const page of pages) process.stderr.write(`  ${await describe(page).catch(String)}\n`)
}

/** What a page shows and receives, to find out why there is no media. */
const describe = async (page: Page) => JSON.stringify([await inPage(page), await page.getByRole('main').innerText()])
