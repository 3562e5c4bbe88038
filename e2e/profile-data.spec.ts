// Exporting the user's own data, and erasing it with the account. Each story makes its own people.
import { pressOn, setUp, WORDS } from './authenticator.ts'
import { inDays } from './booking-form.ts'
import { expect, test } from './fixtures.ts'
import { book, change, storedProfile, tokenStatus } from './profile-page.ts'

test('the export contains all of the user’s data as JSON, and names files that could not be fetched', async ({ cast, site, request }) => {
  const [ada, doctor] = [await cast.person('Ada'), await cast.doctor('Ece')]
  await cast.write('PATCH', `/rest/v1/profiles?user_id=eq.${ada.id}`, { medical_history: 'Penisilin alerjisi' })
  const id = await book(cast, ada, doctor, inDays(7), 'Baş dönmesi')
  await change(cast, doctor, id, { status: 'confirmed', notes: 'Su için.' })
  const page = await ada.open('/profile')
  const take = async () => {
    const waiting = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Verilerimi indir' }).click()
    const download = await waiting
    expect(download.suggestedFilename()).toMatch(/^bkv-data-\d{4}-\d\d-\d\d\.json$/)
    const chunks: Buffer[] = []
    for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer)
    return JSON.parse(Buffer.concat(chunks).toString('utf8')) as Record<string, unknown>
  }
  expect(await take()).toMatchObject({
    account: { id: ada.id, email: ada.email },
    profile: { first_name: 'Ada', last_name: 'Öykü', medical_history: 'Penisilin alerjisi' },
    appointments: [
      { id, patient_complaint: 'Baş dönmesi', notes: 'Su için.', status: 'confirmed', doctor: doctor.name.replace('Dr. ', '') },
    ],
    files: [],
  })
  await expect(page.getByText('Verileriniz indirildi.')).toBeVisible()

  // Adds a record whose file is lost.
  const record = {
    appointment_id: id,
    file_name: 'Tahlil sonucu.pdf',
    file_path: `${id}/1-tahlil.pdf`,
    file_size: 4,
    file_type: 'application/pdf',
  }
  const stored = `${site.url}/storage/v1/object/appointment-files/${record.file_path}`
  const headers = { apikey: site.secretKey }
  await request.post(stored, { headers: { ...headers, 'content-type': 'application/pdf' }, data: Buffer.from('%PDF') })
  await cast.write('POST', '/rest/v1/appointment_files', { ...record, uploaded_by: ada.id })
  expect((await request.delete(stored, { headers })).ok()).toBe(true)
  expect(await take()).toMatchObject({ files: [record] })
  await expect(page.getByRole('alert').filter({ hasText: 'İndirilen veriler tam değil: 1 dosya alınamadı.' })).toContainText(
    'Tahlil sonucu.pdf',
  )
})

test('the export asks for the second factor where the session lacks it, and goes on afterwards', async ({ cast }) => {
  const ada = await cast.person('Ada')
  const page = await ada.open('/profile')
  const { app } = await setUp(page, WORDS.tr)
  await pressOn(page, WORDS.tr.saved)
  // Responds as to a session that lost its factor without this page knowing.
  let asked = 0
  await page.route('**/rpc/export_my_data', async (route) => {
    asked += 1
    const refusal = { code: 'P0001', message: 'second_factor_needed', details: null, hint: null }
    return asked <= 2 ? route.fulfill({ status: 400, json: refusal }) : route.fallback()
  })
  const password = page.getByLabel(WORDS.tr.password, { exact: true })
  const start = page.getByRole('button', { name: 'Verilerimi indir' })
  await start.click()
  await expect(password).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(password).toBeHidden()
  await expect(page.getByText('Veriler indirilemedi')).toBeHidden()
  await start.click()
  await expect(password).toBeFocused()
  await page.keyboard.type(ada.password)
  await page.keyboard.press('Enter')
  const download = page.waitForEvent('download')
  await expect(page.getByRole('textbox', { name: WORDS.tr.code })).toBeFocused()
  await page.keyboard.type(app.next())
  await page.keyboard.press('Enter')
  expect((await download).suggestedFilename()).toMatch(/^bkv-data-/)
})

test('an account is erased only after its address was typed, and permanently', async ({ cast }) => {
  const [ada, doctor] = [await cast.person('Ada'), await cast.doctor('Ece')]
  const id = await book(cast, ada, doctor, inDays(7), 'Gizli kalsın')
  const page = await ada.open('/profile')
  await page.getByRole('button', { name: 'Hesabımı sil' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('Bu işlem geri alınamaz.')
  await expect(dialog).toContainText('Randevuların doktoru, tarihi, saati ve durumu')
  await dialog.getByRole('button', { name: 'Hesabımı kalıcı olarak sil' }).click()
  await expect(dialog.getByText('Bu alan gerekli.')).toBeVisible()
  await dialog.getByRole('textbox').fill('baska@example.com')
  await dialog.getByRole('button', { name: 'Hesabımı kalıcı olarak sil' }).click()
  await expect(dialog.getByText('Yazdığınız adres hesabınızın adresi değil. Hiçbir şey silinmedi.')).toBeVisible()
  await expect(dialog.getByRole('textbox')).toBeFocused()
  expect(await storedProfile(cast, ada)).toMatchObject({ first_name: 'Ada' })

  await dialog.getByRole('textbox').fill(ada.email.toUpperCase())
  await dialog.getByRole('button', { name: 'Hesabımı kalıcı olarak sil' }).click()
  await expect(page.getByText('Hesabınız silindi')).toBeVisible()
  await expect(page).toHaveURL(/\/$/)
  await expect(page.getByRole('banner').getByRole('link', { name: 'Giriş Yap' })).toBeVisible()
  await expect.poll(() => page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('sb-')))).toEqual([])
  expect(await tokenStatus(page, ada.email, ada.password)).toBe(400)
  const kept = await cast.act(doctor, 'GET', `/rest/v1/appointments?id=eq.${id}&select=status,patient_complaint`)
  expect(kept.body).toEqual([{ status: 'cancelled', patient_complaint: null }])
})

test('a doctor with open appointments is told to settle them first', { tag: '@long' }, async ({ cast }) => {
  const doctor = await cast.doctor('Ece')
  await book(cast, await cast.person('Ada'), doctor, inDays(7), 'Kontrol')
  const page = await doctor.open('/profile')
  await page.getByRole('button', { name: 'Hesabımı sil' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('Hastalarınızın randevu kayıtlarında doktor olarak adınız')
  await dialog.getByRole('textbox').fill(doctor.email)
  await dialog.getByRole('button', { name: 'Hesabımı kalıcı olarak sil' }).click()
  await expect(dialog.getByRole('alert').filter({ hasText: 'Hesap silinemedi' })).toContainText('açık randevularınız var')
  await dialog.getByRole('button', { name: 'Hesabım kalsın' }).click()
  await expect(page.getByRole('button', { name: 'Hesabımı sil' })).toBeFocused()
})
