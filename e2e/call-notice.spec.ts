// The notice before the first video consultation.
import { expectAccessible, expectNoSidewaysScroll } from './access.ts'
import { consultation, press } from './consultation.ts'
import { expect, test } from './fixtures.ts'

test('a patient reads the notice before their first call, and never again', async ({ cast }) => {
  const { patient, doctor, id } = await consultation(cast)
  const page = await patient.open('/appointments', { hasReadNotice: false })
  await press(page, 'Hemen Görüşmeyi Başlat')
  // The notice is on the page where camera and microphone are tried, so it adds no step.
  await expect(page.getByRole('region', { name: 'Görüşmeye hazır mısınız?' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Video görüşmeden önce' })).toBeVisible()
  await expect(page.getByRole('main')).toContainText('112')
  await expectNoSidewaysScroll(page)
  await expectAccessible(page, { what: 'notice', where: '#content' })
  await press(page, 'Okudum, görüşmeye katıl')
  await expect(page.getByText('Video görüşme odası hazır!')).toBeVisible({ timeout: 30_000 })
  const read = async () => (await cast.act(patient, 'GET', '/rest/v1/call_notices?select=version,language,patient_id')).body
  await expect.poll(read).toEqual([{ version: '2026-11-18', language: 'tr', patient_id: patient.id }])

  const again = await patient.open(`/call/${id}`, { hasReadNotice: false })
  await press(again, 'Hemen Görüşmeyi Başlat')
  await expect(again.getByText('Video görüşme odası hazır!')).toBeVisible({ timeout: 30_000 })
  // The notice is only for patients.
  const theirs = await doctor.open(`/call/${id}`, { hasReadNotice: false })
  await press(theirs, 'Hemen Görüşmeyi Başlat')
  await expect(theirs.getByText('Video görüşme odası hazır!')).toBeVisible({ timeout: 30_000 })
})
