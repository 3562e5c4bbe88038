// Shared by the stories about calls: an appointment whose room is open, and checks that video is really playing.
import type { Page } from '@playwright/test'
import type { Cast } from './cast.ts'
import { expect } from './fixtures.ts'

/** Opens any confirmed appointment on a site that was started with this code. */
export const TEST_CODE = 'Prova 2026'

const MINUTE_MS = 60_000

interface Wishes {
  inMinutes?: number
  status?: 'pending' | 'confirmed'
}

/** A confirmed appointment that begins in `inMinutes` minutes, in a time zone where the day is not about to end. */
export async function consultation(cast: Cast, { inMinutes = 5, status = 'confirmed' }: Wishes = {}) {
  const start = new Date(Math.ceil(Date.now() / MINUTE_MS + inMinutes) * MINUTE_MS)
  const timezone = start.getUTCHours() < 18 ? 'Europe/Istanbul' : 'America/New_York'
  const clock = new Intl.DateTimeFormat('en-GB', { timeZone: timezone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(start)
  const day = new Intl.DateTimeFormat('en-CA', { timeZone: timezone }).format(start)
  const wishes = { timezone, session_duration: 30, hours: { start_time: clock, end_time: '00:00' } }
  const [doctor, patient] = [await cast.doctor('Deniz', wishes), await cast.person('Ela')]
  const id = await cast.appointment(patient, doctor, day, clock, status)
  const code = `BKV-${id.slice(0, 8).toUpperCase()}-${day.slice(2).replaceAll('-', '')}`
  return { doctor, patient, id, code, start }
}

/** Sets a page's clock forward to just after a moment. The clock was installed before the page was opened, and runs on from there. */
export async function setForward(page: Page, moment: Date) {
  await page.clock.fastForward(moment.getTime() + 1000 - (await page.evaluate(() => Date.now())))
}

export const remote = (page: Page) => page.getByLabel(/^Görüntü: /)
export const own = (page: Page) => page.getByRole('button', { name: /^Kendi görüntünüz/ })
export const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

/** The video is visible and playing; a hidden one counts frames too. */
export async function expectMoving(page: Page, picture = remote(page)) {
  await expect(picture).toBeVisible({ timeout: 20_000 })
  const frames = () =>
    picture.evaluate((video: HTMLVideoElement) => (video.videoWidth ? video.getVideoPlaybackQuality().totalVideoFrames : 0))
  await expect.poll(frames, { timeout: 20_000 }).toBeGreaterThan(0)
  const before = await frames()
  await expect.poll(frames).toBeGreaterThan(before + 3)
  await expect(picture).toBeVisible()
}

/** A playing video, and no notice that a camera or microphone is off. */
async function expectSeenAndHeard(page: Page) {
  await expect(page.getByText(/ mikrofonunu kapattı$/)).toHaveCount(0)
  await expect(page.getByText('Kamera kapalı')).toHaveCount(0)
  await expectMoving(page)
}

/** Opens the call for both, and waits until they see each other. */
export async function meet(cast: Cast) {
  const { doctor, patient, id } = await consultation(cast)
  const [hers, theirs] = await Promise.all([patient, doctor].map((each) => each.open(`/call/${id}`)))
  if (!hers || !theirs) throw new Error('there are two')
  for (const page of [hers, theirs]) await press(page, 'Hemen Görüşmeyi Başlat')
  await expectTalking(hers, theirs)
  return { doctor, patient, id, hers, theirs }
}

export async function expectTalking(...pages: Page[]) {
  for (const page of pages) await expect(page.getByText(/ ile görüşüyorsunuz$/)).toBeVisible({ timeout: 20_000 })
  await Promise.all(pages.map((page) => expectSeenAndHeard(page)))
}

/** The loudest moment of the other person's sound within the next second. */
export const loudness = (page: Page) =>
  remote(page).evaluate(async (video: HTMLVideoElement) => {
    if (!(video.srcObject instanceof MediaStream)) return 0
    const context = new AudioContext()
    const analyser = context.createAnalyser()
    context.createMediaStreamSource(video.srcObject).connect(analyser)
    const samples = new Float32Array(analyser.fftSize)
    let loudest = 0
    const until = performance.now() + 1000
    while (performance.now() < until) {
      await new Promise((resolve) => setTimeout(resolve, 20))
      analyser.getFloatTimeDomainData(samples)
      loudest = Math.max(loudest, ...samples)
    }
    await context.close()
    return loudest
  })
