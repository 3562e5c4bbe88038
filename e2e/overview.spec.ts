// The owner's overview: what an admin reads there, and that nobody else can read it.
import { readFile } from 'node:fs/promises'
import { expectAccessible, expectNoSidewaysScroll } from './access.ts'
import { expect, test } from './fixtures.ts'
import { anAdmin } from './management.ts'

test('an admin reads the overview by week and month, opens a table and downloads it as CSV', async ({ cast, site }) => {
  const doctor = await cast.doctor('Aylin')
  const patient = await cast.person('Leyla')
  // Inserts the appointments of six weeks ago directly, because nobody can book the past.
  await site.asSuperuser(
    `insert into appointments (user_id, doctor_id, appointment_date, appointment_time, patient_complaint, status)
     select $1, $2, (now() at time zone d.timezone)::date - 42, '10:00', 'Test', 'completed' from doctors d where d.id = $2`,
    [patient.id, doctor.doctorId],
  )
  await site.asSuperuser(
    `insert into appointments (user_id, doctor_id, appointment_date, appointment_time, patient_complaint, status, cancelled_by, cancellation_reason)
     select $1, $2, (now() at time zone d.timezone)::date - 41, '11:00', 'Test', 'cancelled', 'doctor', 'needs_visit' from doctors d where d.id = $2`,
    [patient.id, doctor.doctorId],
  )
  const admin = await anAdmin(cast)
  const page = await admin.open('/admin')
  await page.getByRole('link', { name: 'Genel bakış' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Genel bakış' })).toBeVisible()
  const figures = page.getByRole('region', { name: 'Bu hafta' })
  await expect(figures.getByText('Doluluk', { exact: true })).toBeVisible()
  await expect(page.getByRole('group', { name: 'Randevuların sonucu' })).toBeVisible()
  await expectAccessible(page)

  const hours = page.getByRole('group', { name: 'Doluluk' })
  await hours.getByText('Tablo', { exact: true }).click()
  await expect(hours.getByRole('row').filter({ hasText: doctor.name }).first()).toBeVisible()

  const reasons = page.getByRole('group', { name: 'İptallerimizin nedenleri' })
  await expect(reasons.getByRole('row').filter({ hasText: 'Yüz yüze muayene gerekti' })).toBeVisible()

  await page.getByRole('tab', { name: 'Aylar' }).click()
  await expect(page).toHaveURL('/admin/overview?unit=month')
  await expect(page.getByRole('region', { name: 'Bu ay' })).toBeVisible()
  // A reload shows the same figures.
  await page.reload()
  await expect(page.getByRole('tab', { name: 'Aylar' })).toHaveAttribute('aria-selected', 'true')

  const patients = page.getByRole('group', { name: 'Hastalar', exact: true })
  const waiting = page.waitForEvent('download')
  await patients.getByRole('button', { name: 'CSV indir' }).click()
  const file = await readFile(await (await waiting).path(), 'utf8')
  expect(file.split('\r\n')[0]).toContain('Dönem,Yeni hasta,Tekrar gelen hasta')
  expect(file.split('\r\n')).toHaveLength(14)
  // An exact number could identify this single patient.
  expect(file).toContain('< 5')

  await page.setViewportSize({ width: 360, height: 740 })
  await expectNoSidewaysScroll(page)
})

test('a doctor is not shown the overview', async ({ cast }) => {
  const doctor = await cast.doctor('Rauf')
  const page = await doctor.open('/admin/overview')
  await expect(page.getByRole('heading', { name: 'Genel bakış' })).toHaveCount(0)
  await expect(page.getByText('Erişim Reddedildi')).toBeVisible()
})
