import { readFileSync, writeFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { addressOf, expectAccessible, expectNoSidewaysScroll, inEveryLanguage } from './access.ts'
import { inDays } from './booking-form.ts'
import type { Cast } from './cast.ts'
import { consultation } from './consultation.ts'
import { expect, test } from './fixtures.ts'

const REPORT = { name: 'Tahlil sonuçları.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7\n%âãÏÓ\nsonuçlar') }

async function confirmedAppointment(cast: Cast) {
  const [doctor, patient] = [await cast.doctor('Derya'), await cast.person('Can')]
  const id = await cast.appointment(patient, doctor, inDays(7), '10:00', 'confirmed')
  return { doctor, patient, id }
}

async function openFiles(page: Page) {
  // In the doctor's list the files are below the line of the appointment.
  if (page.url().endsWith('/doctor')) await page.getByRole('button', { name: /^Ayrıntılar/ }).click()
  await page.getByRole('button', { name: 'Dosyalar' }).click()
  const dialog = page.getByRole('dialog', { name: 'Dosyalar' })
  await expect(dialog).toBeVisible()
  return dialog
}

test('lets a patient share a file, download the same bytes, and delete it', async ({ cast }) => {
  const { patient } = await confirmedAppointment(cast)
  const page = await patient.open('/appointments')
  const dialog = await openFiles(page)
  await expect(dialog.getByText('Henüz dosya yok')).toBeVisible()
  await dialog.getByLabel(/Dosyaları buraya bırakın/).setInputFiles(REPORT)
  await expect(page.getByText('Dosya başarıyla yüklendi')).toBeVisible()
  const row = dialog.getByRole('list', { name: 'Dosyalar' }).getByRole('listitem')
  await expect(row).toContainText('Tahlil sonuçları.pdf')
  await expect(row).toContainText('Siz')
  const download = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Tahlil sonuçları.pdf dosyasını indir' }).click()
  expect((await download).suggestedFilename()).toBe('Tahlil sonuçları.pdf')
  expect(readFileSync(await (await download).path()).equals(REPORT.buffer)).toBe(true)
  await dialog.getByRole('button', { name: 'Tahlil sonuçları.pdf dosyasını sil' }).click()
  await page.getByRole('dialog', { name: 'Dosya silinsin mi?' }).getByRole('button', { name: 'Dosyayı sil' }).click()
  await expect(page.getByText('Dosya silindi')).toBeVisible()
  await expect(dialog.getByText('Henüz dosya yok')).toBeVisible()
})

test('tells a doctor with the panel open about a file that the patient shares, and opens it', async ({ cast }) => {
  const { doctor, patient } = await confirmedAppointment(cast)
  const [theirs, hers] = [await doctor.open('/doctor'), await patient.open('/appointments')]
  const shown = await openFiles(theirs)
  await expect(shown.getByText('Henüz dosya yok')).toBeVisible()
  await (await openFiles(hers)).getByLabel(/Dosyaları buraya bırakın/).setInputFiles(REPORT)
  await expect(theirs.getByText('Tahlil sonuçları.pdf paylaşıldı')).toBeVisible()
  const row = shown.getByRole('list', { name: 'Dosyalar' }).getByRole('listitem')
  await expect(row).toContainText('Karşı taraf')
  await expect(row.getByRole('button', { name: /sil$/ })).toHaveCount(0)
  const download = theirs.waitForEvent('download')
  await row.getByRole('button', { name: /indir$/ }).click()
  expect(readFileSync(await (await download).path()).equals(REPORT.buffer)).toBe(true)
})

test('shows the pages of a PDF in place where the browser has a viewer, and says so where it has none', { tag: '@long' }, async ({
  cast,
}) => {
  const { doctor, patient } = await confirmedAppointment(cast)
  const hers = await patient.open('/appointments')
  await (await openFiles(hers)).getByLabel(/Dosyaları buraya bırakın/).setInputFiles(REPORT)
  await expect(hers.getByText('Dosya başarıyla yüklendi')).toBeVisible()
  for (const hasViewer of [true, false]) {
    const page = await doctor.browse()
    await page.addInitScript((has) => {
      Object.defineProperty(Navigator.prototype, 'pdfViewerEnabled', { get: () => has })
      // The page may not fetch the blob that it shows, so the story keeps a reference.
      const makeAddress = URL.createObjectURL.bind(URL)
      URL.createObjectURL = (shown: Blob) => {
        Object.assign(window, { shown })
        return makeAddress(shown)
      }
    }, hasViewer)
    await page.goto('/doctor')
    const dialog = await openFiles(page)
    const toggle = dialog.getByRole('button', { name: 'Tahlil sonuçları.pdf önizlemesi' })
    await toggle.click()
    await expect(toggle).toHaveAttribute('aria-expanded', 'true')
    const pages = dialog.getByTitle('Sayfalar: Tahlil sonuçları.pdf')
    const inNewTab = dialog.getByRole('link', { name: 'Yeni sekmede aç' })
    await expect(inNewTab).toHaveAttribute('href', /^blob:/)
    if (hasViewer) await expect(pages).toHaveAttribute('src', (await inNewTab.getAttribute('href')) ?? 'none')
    else await expect(dialog.getByText('Bu tarayıcı PDF sayfalarını burada gösteremiyor.')).toBeVisible()
    await expect(pages).toHaveCount(hasViewer ? 1 : 0)
    const shown = await page.evaluate(async () => {
      const blob = (window as unknown as { shown: Blob }).shown
      return { type: blob.type, text: await blob.text() }
    })
    expect(shown).toEqual({ type: 'application/pdf', text: REPORT.buffer.toString() })
    await toggle.click()
    await expect(inNewTab).toHaveCount(0)
    await page.context().close()
  }
})

test('closes the files to the doctor after a cancellation, while the patient can still download and delete theirs', {
  tag: '@long',
}, async ({ cast }) => {
  const { doctor, patient, id } = await confirmedAppointment(cast)
  const [theirs, hers] = [await doctor.open('/doctor'), await patient.open('/appointments')]
  await (await openFiles(hers)).getByLabel(/Dosyaları buraya bırakın/).setInputFiles(REPORT)
  const shown = await openFiles(theirs)
  await expect(shown.getByText('Tahlil sonuçları.pdf')).toBeVisible()
  await cast.act(doctor, 'PATCH', `/rest/v1/appointments?id=eq.${id}`, { status: 'cancelled' })
  await expect(shown).toBeHidden()
  await expect(theirs.getByText('İptal Edildi').first()).toBeVisible()
  await expect(theirs.getByRole('button', { name: 'Dosyalar' })).toHaveCount(0)

  // With nothing ahead, the page itself opens with the tab for booking.
  await hers.goto('/appointments?tab=mine')
  // Past appointments are rows that unfold.
  await hers.locator('details details > summary').click()
  const dialog = await openFiles(hers)
  await expect(dialog.getByText('Bu randevunun dosyalarını şu anda yalnızca siz görüyorsunuz.')).toBeVisible()
  await expect(dialog.getByText('Bu randevuya artık dosya eklenemiyor.')).toBeVisible()
  await expect(dialog.locator('input[type=file]')).toHaveCount(0)
  const download = hers.waitForEvent('download')
  await dialog.getByRole('button', { name: /indir$/ }).click()
  expect(readFileSync(await (await download).path()).equals(REPORT.buffer)).toBe(true)
  await dialog.getByRole('button', { name: /sil$/ }).click()
  await hers.getByRole('dialog', { name: 'Dosya silinsin mi?' }).getByRole('button', { name: 'Dosyayı sil' }).click()
  await expect(dialog.getByText('Henüz dosya yok')).toBeVisible()
})

test('closes the files beside a call to the doctor when the appointment is cancelled, and keeps them for the patient', {
  tag: '@long',
}, async ({ cast }) => {
  const { doctor, patient, id } = await consultation(cast)
  const pages = await Promise.all([patient, doctor].map((each) => each.open(`/call/${id}`)))
  for (const page of pages) {
    await page.getByRole('button', { name: 'Hemen Görüşmeyi Başlat' }).click()
    await page.getByRole('button', { name: 'Dosyalar' }).click()
    await expect(page.getByRole('complementary', { name: 'Dosyalar' })).toBeVisible()
  }
  const [hers, theirs] = pages as [Page, Page]
  await cast.act(doctor, 'PATCH', `/rest/v1/appointments?id=eq.${id}`, { status: 'cancelled' })
  await expect(theirs.getByRole('complementary', { name: 'Dosyalar' })).toHaveCount(0)
  await expect(theirs.getByRole('button', { name: 'Dosyalar' })).toHaveCount(0)
  await expect(hers.getByRole('complementary', { name: 'Dosyalar' })).toContainText('Bu randevuya artık dosya eklenemiyor.')
})

test('shows and saves a first-release file with a dangerous name under a harmless one', { tag: '@long' }, async ({ cast }) => {
  const { patient } = await confirmedAppointment(cast)
  const page = await patient.open('/appointments')
  // Responds with such a row of the first release, which the database no longer accepts.
  await page.route(/\/rest\/v1\/appointment_files\?select/, async (route) => {
    const answer = await route.fetch()
    const rows = (await answer.json()) as object[]
    await route.fulfill({ response: answer, json: rows.map((row) => ({ ...row, file_name: 'Tahlil\u202Esonucu.hta' })) })
  })
  const dialog = await openFiles(page)
  await dialog.getByLabel(/Dosyaları buraya bırakın/).setInputFiles(REPORT)
  const download = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Tahlilsonucu.pdf dosyasını indir' }).click()
  expect((await download).suggestedFilename()).toBe('Tahlilsonucu.pdf')
  await expect(dialog.getByRole('listitem')).toContainText('Tahlilsonucu.pdf')
})

test('names and skips files that are too large, of the wrong type or mislabelled, and uploads the rest', async ({ cast }, info) => {
  const { patient } = await confirmedAppointment(cast)
  const page = await patient.open('/appointments')
  const dialog = await openFiles(page)
  const choice = dialog.getByLabel(/Dosyaları buraya bırakın/)
  const film = info.outputPath('film.zip')
  writeFileSync(film, Buffer.alloc(50 * 1024 * 1024 + 1))
  await choice.setInputFiles(film)
  await expect(page.getByText('film.zip 50 MB’tan büyük. Lütfen ZIP arşivi kullanın.')).toBeVisible()
  await choice.setInputFiles([
    { name: 'program.exe', mimeType: 'application/x-msdownload', buffer: Buffer.from('MZ') },
    { name: 'resim.png', mimeType: 'image/png', buffer: Buffer.from('no picture at all') },
    REPORT,
  ])
  await expect(page.getByText('program.exe dosya türü desteklenmiyor.')).toBeVisible()
  await expect(page.getByText('resim.png dosya türü desteklenmiyor.')).toBeVisible()
  await expect(dialog.getByRole('list', { name: 'Dosyalar' }).getByRole('listitem')).toHaveCount(1)
})

test('shows the progress of an upload, which can be stopped and then leaves nothing behind', { tag: '@long' }, async ({ cast }) => {
  const { patient } = await confirmedAppointment(cast)
  const page = await patient.open('/appointments')
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', { offline: false, latency: 20, downloadThroughput: -1, uploadThroughput: 200_000 })
  const dialog = await openFiles(page)
  await dialog
    .getByLabel(/Dosyaları buraya bırakın/)
    .setInputFiles({ name: 'uzun.txt', mimeType: 'text/plain', buffer: Buffer.alloc(8_000_000, 'a') })
  await expect(dialog.getByRole('progressbar', { name: 'uzun.txt' })).toBeVisible()
  // The progress bar has the site's colours, not the browser's.
  await expect(dialog.getByRole('progressbar', { name: 'uzun.txt' })).toHaveCSS('appearance', 'none')
  await expect(dialog.getByText(/Yükleniyor: %[1-9]/)).toBeVisible()
  await dialog.getByRole('button', { name: 'uzun.txt yüklemesini durdur' }).click()
  await expect(dialog.getByRole('progressbar')).toHaveCount(0)
  await expect(dialog.getByText('Henüz dosya yok')).toBeVisible()
})

test('has no accessibility violations and no sideways scrolling in the files panel, in any language', { tag: '@long' }, async ({
  cast,
}) => {
  const { patient } = await confirmedAppointment(cast)
  await inEveryLanguage(patient.browse, async (page, language) => {
    await page.goto(addressOf(language, '/appointments'))
    await page.getByRole('article').locator('[aria-haspopup=dialog]').first().click()
    const name = `Tahlil ${language}.pdf`
    await page
      .getByRole('dialog')
      .locator('input[type=file]')
      .setInputFiles({ ...REPORT, name })
    await expect(page.getByRole('dialog').getByRole('listitem').filter({ hasText: name })).toBeVisible()
    await expectAccessible(page, { where: '[role=dialog]' })
    await expectNoSidewaysScroll(page)
  })
})
