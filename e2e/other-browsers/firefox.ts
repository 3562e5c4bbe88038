// The main journeys in Firefox, and a call between it and Chromium.
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { addressOf } from '../access.ts'
import type { Doctor } from '../cast.ts'
import { consultation } from '../consultation.ts'
import { expect } from '../fixtures.ts'
import { type DrivenPage, startFirefox } from './bidi.ts'
import { fill, open, press, seeText, signIn, waitFor } from './journeys.ts'
import { firstOf, type OnCleanUp, type Row, type Stage } from './stage.ts'

const FIREFOX = ['/usr/bin/firefox-esr', '/usr/bin/firefox']
const WHAT = 'narrow pages, sign-in, booking, files and a call in Firefox'
/** The languages with the widest texts. */
const LONG_LANGUAGES = ['fr', 'ru', 'ar']
const NARROW = ['/', '/healthcare', '/interior-design', '/about', '/doctors', '/contact', '/faq', '/auth', '/video-test', '/privacy']

export async function firefoxJourneys(stage: Stage, onCleanUp: OnCleanUp): Promise<Row> {
  const executable = firstOf(process.env['FIREFOX'] ? [process.env['FIREFOX']] : FIREFOX)
  if (!executable) return { what: WHAT, result: 'left out', measured: 'Firefox is not installed (Debian: firefox-esr)' }
  const firefox = await startFirefox(executable)
  onCleanUp(firefox.stop)
  const page = await firefox.newPage()
  const times: string[] = []
  const timed = async (name: string, step: () => Promise<void>) => {
    const started = performance.now()
    await step().catch((error: unknown) => {
      throw new Error(`${name}: ${error instanceof Error ? error.message : String(error)}`, { cause: error })
    })
    times.push(`${name} ${((performance.now() - started) / 1000).toFixed(1)} s`)
  }
  await timed('narrow pages', () => openNarrowPages(page, stage))
  const { patient, doctor, id } = await consultation(stage.cast)
  await timed('sign-in', () => signIn(page, stage.url, patient))
  await timed('booking', () => book(page, stage))
  await timed('files', () => shareFile(page, stage))
  await timed('call with Chromium', () => talk(page, stage, { doctor, id }))
  return { what: WHAT, result: 'passed', measured: times.join(', ') }
}

/** Firefox measures some texts a few pixels wider than Chromium does. */
async function openNarrowPages(page: DrivenPage, { url }: Stage) {
  const tooWide: string[] = []
  for (const language of LONG_LANGUAGES)
    for (const path of NARROW) {
      await page.resize(320, 740)
      await open(page, url + addressOf(language, path))
      const overflow = await page.run(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
      if (overflow > 0) tooWide.push(`${addressOf(language, path)} by ${overflow} px`)
    }
  await page.resize(1280, 900)
  if (tooWide.length > 0) throw new Error(`too wide at 320 px: ${tooWide.join(', ')}`)
}

async function book(page: DrivenPage, { url, cast }: Stage) {
  const doctor = await cast.doctor('Umut')
  await open(page, `${url}/appointments`)
  // A patient with an appointment sees their appointments first, once they are loaded.
  await seeText(page, 'Sıradaki randevunuz')
  await press(page, 'Yeni Randevu', '[role=tab]')
  // Presses the text inside the button, because the button's own text begins with the initials in the portrait.
  await press(page, doctor.name, 'li button span')
  // The first day with a free time is chosen already. Tomorrow every hour is free.
  await press(page, '', 'form fieldset label:nth-of-type(2)')
  await press(page, '10:00', 'form fieldset label')
  await fill(page, 'Şikayetiniz', 'Baş ağrısı')
  await press(page, 'Randevu Al', 'form button')
  await seeText(page, 'Randevu Oluşturuldu!')
  await press(page, 'Randevularım', '[role=tab]')
  await waitFor('the appointment', () =>
    page.run(
      (name) =>
        [...document.querySelectorAll('article')].some(({ innerText }) => innerText.includes(name) && innerText.includes('Beklemede')),
      doctor.name,
    ),
  )
}

async function shareFile(page: DrivenPage, { url }: Stage) {
  const file = join(mkdtempSync(join(tmpdir(), 'files-')), 'Tahlil.txt')
  writeFileSync(file, 'sonuçlar')
  await open(page, `${url}/appointments`)
  await press(page, 'Randevularım', '[role=tab]')
  await press(page, 'Dosyalar')
  await waitFor('the files', () => page.run(() => Boolean(document.querySelector('[role=dialog] input[type=file]'))))
  await page.setFiles('[role=dialog] input[type=file]', [file])
  await seeText(page, 'Dosya başarıyla yüklendi')
  await waitFor('the file in the list', () =>
    page.run(() => [...document.querySelectorAll('[role=dialog] li')].some((row) => row.textContent?.includes('Tahlil.txt'))),
  )
}

async function talk(page: DrivenPage, { url, cast }: Stage, { doctor, id }: { doctor: Doctor; id: string }) {
  await open(page, `${url}/call/${id}`)
  await press(page, 'Hemen Görüşmeyi Başlat')
  const theirs = await doctor.open(`/call/${id}`)
  await theirs.getByRole('button', { name: 'Hemen Görüşmeyi Başlat', exact: true }).click()
  await expect(theirs.getByText('Ela Öykü ile görüşüyorsunuz')).toBeVisible({ timeout: 30_000 })
  await expect(theirs.getByLabel(/^Görüntü: /)).toBeVisible()
  await expect
    .poll(() => theirs.getByLabel(/^Görüntü: /).evaluate((video: HTMLVideoElement) => video.getVideoPlaybackQuality().totalVideoFrames), {
      timeout: 20_000,
    })
    .toBeGreaterThan(5)
  await seeText(page, `${doctor.name} ile görüşüyorsunuz`)
  // Compares pixels, because Firefox does not count the frames of a remote stream.
  await waitFor('a moving picture', () => page.run(isPictureMoving))
  await press(page, 'Mikrofonu kapat')
  await expect(theirs.getByText('Ela Öykü mikrofonunu kapattı')).toBeVisible()
  await theirs.getByRole('button', { name: 'Görüşmeyi bitir', exact: true }).click()
  await seeText(page, 'görüşmeden ayrıldı')
  await cast.goHome()
}

/** Runs in the page. */
async function isPictureMoving() {
  const video = document.querySelector<HTMLVideoElement>('video[aria-label^="Görüntü: "]')
  if (!video?.videoWidth || getComputedStyle(video).visibility !== 'visible') return false
  const look = () => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 64, height: 48 })
    const context = canvas.getContext('2d')
    context?.drawImage(video, 0, 0, 64, 48)
    return context?.getImageData(0, 0, 64, 48).data.join() ?? ''
  }
  const before = look()
  await new Promise((resolve) => setTimeout(resolve, 700))
  return look() !== before
}
