// Files during their upload: what happens when something goes wrong.
import type { Page } from '@playwright/test'
import { inDays } from './booking-form.ts'
import type { Cast } from './cast.ts'
import { expect, test } from './fixtures.ts'

const text = (name: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(`içerik: ${name}`) })

async function openFiles(cast: Cast) {
  const [doctor, patient] = [await cast.doctor('Derya'), await cast.person('Can')]
  const id = await cast.appointment(patient, doctor, inDays(7), '10:00', 'confirmed')
  const page = await patient.open('/appointments')
  await page.getByRole('button', { name: 'Dosyalar' }).click()
  const dialog = page.getByRole('dialog', { name: 'Dosyalar' })
  await expect(dialog.getByText('Henüz dosya yok')).toBeVisible()
  return { doctor, patient, id, page, dialog, choice: dialog.locator('input[type=file]') }
}

/** The file is sent in two chunks. */
const large = (name: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.alloc(8 * 1024 * 1024, 'içerik\n') })

const uploadsIn = (page: Page) => page.getByRole('list', { name: 'Yüklenen dosyalar' }).getByRole('listitem')
const filesIn = (page: Page) => page.getByRole('list', { name: 'Dosyalar', exact: true }).getByRole('listitem')

test('keeps an upload with its name and the reason while offline, and resumes it when back online', async ({ cast }) => {
  const { page, choice } = await openFiles(cast)
  await choice.setInputFiles(text('önce.txt'))
  await expect(page.getByText('Dosya başarıyla yüklendi')).toBeVisible()
  await page.context().setOffline(true)
  await choice.setInputFiles([text('bir.txt'), text('iki.txt')])
  const [first, second] = [uploadsIn(page).filter({ hasText: 'bir.txt' }), uploadsIn(page).filter({ hasText: 'iki.txt' })]
  await expect(first).toContainText('Sunucuya ulaşılamadı. Bağlantı geri gelince yükleme devam eder.')
  await expect(first.getByRole('button', { name: 'Tekrar Dene' })).toBeVisible()
  await expect(second).toContainText('Sırada bekliyor')
  const message = page.getByText('bir.txt yüklenemedi. Sunucuya ulaşılamadı.')
  await expect(message).toBeVisible()
  await expect(page.getByText('yazdıklarınız duruyor')).toHaveCount(0)
  await page.context().setOffline(false)
  await expect(filesIn(page)).toHaveCount(3)
  await expect(uploadsIn(page)).toHaveCount(0)
})

test('lets a failed upload be retried or discarded, without leaving a second copy', async ({ cast }) => {
  const { page, id, patient, choice } = await openFiles(cast)
  // The bytes arrive and the record is written, but its response is lost once.
  await page.route(
    '**/rest/v1/appointment_files',
    async (route) => {
      await route.fetch()
      await route.abort('connectionreset')
    },
    { times: 1 },
  )
  await choice.setInputFiles([text('bir.txt'), text('iki.txt')])
  const first = uploadsIn(page).filter({ hasText: 'bir.txt' })
  await first.getByRole('button', { name: 'Tekrar Dene' }).click()
  await expect(filesIn(page)).toHaveCount(2)
  const records = await cast.act<{ file_name: string }[]>(
    patient,
    'GET',
    `/rest/v1/appointment_files?appointment_id=eq.${id}&order=file_name`,
  )
  expect(records.body.map(({ file_name }) => file_name)).toEqual(['bir.txt', 'iki.txt'])

  await page.route('**/storage/v1/object/**', (route) => route.abort('connectionreset'), { times: 1 })
  await choice.setInputFiles([text('üç.txt'), text('dört.txt')])
  await page.getByRole('button', { name: 'üç.txt yüklemesinden vazgeç' }).click()
  await expect(filesIn(page)).toHaveCount(3)
  await expect(filesIn(page).filter({ hasText: 'dört.txt' })).toBeVisible()
  await expect(uploadsIn(page)).toHaveCount(0)
})

test('asks before leaving with unfinished uploads: staying keeps them, leaving discards them', async ({ cast }) => {
  const { page, dialog, choice } = await openFiles(cast)
  await page.route('**/storage/v1/object/**', (route) => route.abort('connectionreset'))
  await choice.setInputFiles(text('rapor.txt'))
  await expect(uploadsIn(page)).toContainText('Tekrar Dene')
  await dialog.getByRole('button', { name: 'Kapat' }).click()
  const link = page.getByRole('banner').getByRole('link').first()
  await link.click()
  const question = page.getByRole('dialog', { name: 'Yüklemeler bitmedi' })
  await expect(question).toContainText('yüklenmesi bitmeyen dosyalar paylaşılmaz')
  await question.getByRole('button', { name: 'Sayfada kal' }).last().click()
  await expect(page).toHaveURL(/\/appointments$/)
  await page.getByRole('button', { name: 'Dosyalar' }).click()
  await expect(uploadsIn(page)).toContainText('rapor.txt')
  await dialog.getByRole('button', { name: 'Kapat' }).click()

  const asked = page.waitForEvent('dialog')
  await page.close({ runBeforeUnload: true })
  const native = await asked
  expect(native.type()).toBe('beforeunload')
  await native.dismiss()

  await link.click()
  await question.getByRole('button', { name: 'Yüklemeyi bırak ve ayrıl' }).click()
  await expect(page).not.toHaveURL(/\/appointments/)
  await page.goBack()
  await page.getByRole('button', { name: 'Dosyalar' }).click()
  await expect(uploadsIn(page)).toHaveCount(0)
})

test('says once after a reload which upload it interrupted', { tag: '@long' }, async ({ cast }) => {
  const { page, choice } = await openFiles(cast)
  await page.route('**/storage/v1/object/**', (route) => route.abort('connectionreset'))
  await choice.setInputFiles(text('rapor.txt'))
  await expect(uploadsIn(page)).toContainText('Tekrar Dene')
  page.on('dialog', (dialog) => void dialog.accept())
  await page.reload()
  await page.getByRole('button', { name: 'Dosyalar' }).click()
  const message = page.getByText('Sayfa yenilendiği için yükleme yarıda kaldı: rapor.txt. Lütfen yeniden seçin.')
  await expect(message).toBeVisible()
  await page.reload()
  await page.getByRole('button', { name: 'Dosyalar' }).click()
  await expect(page.getByRole('dialog', { name: 'Dosyalar' }).getByText('Henüz dosya yok')).toBeVisible()
  await expect(message).toHaveCount(0)
})

test('names the refused file under the right title for each reason', async ({ cast, site, request }) => {
  const { page, id, choice } = await openFiles(cast)
  // Not searched by role, because toasts are outside the open dialog, which hides them.
  const toast = (title: string, sentence: string) =>
    expect(page.locator('[data-sonner-toast]').filter({ hasText: title }).filter({ hasText: sentence })).toBeVisible()
  await choice.setInputFiles({ name: 'resim.png', mimeType: 'image/png', buffer: Buffer.from('no picture at all') })
  await toast('Desteklenmeyen dosya türü', 'resim.png dosya türü desteklenmiyor.')
  await expect(uploadsIn(page)).toHaveCount(0)

  await choice.setInputFiles(text('kan\ntahlili\u202e.txt'))
  await expect(filesIn(page).filter({ hasText: 'kan tahlili.txt' })).toBeVisible()

  const headers = { apikey: site.secretKey, 'content-type': 'text/plain' }
  for (let n = 0; n < 39; n++) {
    await request.post(`${site.url}/storage/v1/object/appointment-files/${id}/${n}-a.txt`, { headers, data: 'a' })
  }
  await choice.setInputFiles(text('fazla.txt'))
  await toast('Hata', 'fazla.txt yüklenemedi. Bir randevuya en fazla 40 dosya, toplam 500 MB yüklenebilir.')
  await expect(uploadsIn(page)).toContainText('en fazla 40 dosya')
})

test('says that the appointment was cancelled when that is why an upload is refused, and drops it', { tag: '@long' }, async ({ cast }) => {
  const { page, id, doctor, choice } = await openFiles(cast)
  await page.route(
    '**/storage/v1/object/**',
    async (route) => {
      await cast.act(doctor, 'PATCH', `/rest/v1/appointments?id=eq.${id}`, { status: 'cancelled' })
      await route.continue()
    },
    { times: 1 },
  )
  await choice.setInputFiles(text('geç.txt'))
  await expect(page.getByText('geç.txt yüklenemedi. Bu randevuya artık dosya eklenemiyor.')).toBeVisible()
  await expect(uploadsIn(page)).toHaveCount(0)
})

test('a large file survives an outage of the server in the middle, and arrives whole', { tag: '@long' }, async ({ cast }) => {
  // Passing megabytes through the test is slow on a busy machine.
  test.slow()
  const { page, id, patient, choice } = await openFiles(cast)
  let isDown = false
  const sent: string[] = []
  await page.route('**/storage/v1/upload/resumable/**', async (route) => {
    if (isDown) return route.abort('connectionrefused')
    const offset = route.request().headers()['upload-offset']
    if (offset === undefined) return route.continue()
    sent.push(offset)
    // The server is down for the second chunk.
    isDown = sent.length === 2
    return isDown ? route.abort('connectionreset') : route.continue()
  })
  await choice.setInputFiles(large('görüntü.txt'))
  await expect(uploadsIn(page)).toContainText('Bağlantı bekleniyor. %75 yüklendi; kaldığı yerden devam edecek.', { timeout: 30_000 })
  isDown = false
  // The upload would retry by itself, but the pause may be long on a busy machine.
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await expect(filesIn(page).filter({ hasText: 'görüntü.txt' })).toContainText('8 MB', { timeout: 20_000 })
  await expect(uploadsIn(page)).toHaveCount(0)
  const chunk = 6 * 1024 * 1024
  expect(sent).toEqual([0, chunk, chunk].map(String))
  const records = await cast.act<{ file_size: number }[]>(patient, 'GET', `/rest/v1/appointment_files?appointment_id=eq.${id}`)
  expect(records.body).toMatchObject([{ file_size: 8 * 1024 * 1024 }])
})

test('says that the permission ended when the appointment is cancelled during a large upload', { tag: '@long' }, async ({ cast }) => {
  test.slow()
  const { page, id, doctor, choice } = await openFiles(cast)
  await page.route('**/storage/v1/upload/resumable/**', async (route) => {
    if (route.request().headers()['upload-offset'] === String(6 * 1024 * 1024))
      await cast.act(doctor, 'PATCH', `/rest/v1/appointments?id=eq.${id}`, { status: 'cancelled' })
    await route.continue()
  })
  await choice.setInputFiles(large('geç.txt'))
  const sentence = 'geç.txt yüklenemedi. Yükleme sürerken bu randevuya dosya ekleme izniniz sona erdi. Yüklenen kısım silindi.'
  await expect(page.getByText(sentence)).toBeVisible({ timeout: 30_000 })
  await expect(uploadsIn(page)).toHaveCount(0)
})
