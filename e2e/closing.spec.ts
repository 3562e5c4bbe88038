// Past appointments: staff are asked to close them, and unanswered requests expire.
import { inDays } from './booking-form.ts'
import type { Cast } from './cast.ts'
import { expect, test } from './fixtures.ts'
import { anAdmin } from './management.ts'
import { card, figure, mailsTo, stored } from './staff-panel.ts'

/** A confirmed appointment and an unanswered request, both starting at the minute that has just begun. */
async function appointmentsThatHaveBegun(cast: Cast) {
  // Chooses a time zone where the day is not about to end.
  const booked = new Date(Math.ceil(Date.now() / 60_000 + 2) * 60_000)
  const timezone = booked.getUTCHours() < 18 ? 'Europe/Istanbul' : 'America/New_York'
  const clock = new Intl.DateTimeFormat('en-GB', { timeZone: timezone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(
    booked,
  )
  const day = new Intl.DateTimeFormat('en-CA', { timeZone: timezone }).format(booked)
  const wishes = { timezone, session_duration: 15, hours: { start_time: clock, end_time: '00:00' } }
  const [doctor, slow] = [await cast.doctor('Vera', wishes), await cast.doctor('Yavaş', wishes)]
  const confirmed = await cast.appointment(await cast.person('Zeki'), doctor, day, clock, 'confirmed')
  const patient = await cast.person('Ziya')
  const missed = await cast.appointment(patient, slow, day, clock)
  return { start: await cast.begin(booked, confirmed, missed), clock, confirmed, doctor, slow, patient, missed }
}

test('past appointments ask to be closed, and an unanswered request expires for everybody', async ({ cast }) => {
  test.slow()
  const { start, doctor, slow, patient, missed } = await appointmentsThatHaveBegun(cast)
  const page = await doctor.browse()
  // In the database they have begun; the browser's clock is a minute before that.
  await page.clock.install({ time: start.getTime() - 60_000 })
  await page.goto('/doctor')
  await expect(figure(page, 'Bugünkü randevular')).toHaveText('1')
  await expect(card(page, 'Zeki')).toContainText('Onaylandı')
  await expect(card(page, 'Zeki').getByRole('button', { name: 'Tamamla' })).toHaveCount(0)
  const unclosed = page.getByRole('region', { name: '1 görüşme bitti mi?' })
  await expect(unclosed).toHaveCount(0)

  // The appointment has begun, and its fifteen minutes are over.
  await page.clock.fastForward(16 * 60_000)
  await expect(unclosed).toContainText('Zeki Öykü')
  const explanation = unclosed.getByText(/^Saati geçti, ama hâlâ onaylı görünüyor/)
  await expect(explanation).toBeHidden()
  await unclosed.getByText('1 görüşme bitti mi?').click()
  await expect(explanation).toBeVisible()
  // The list below does not repeat the appointment unless it is searched for there.
  await expect(card(page, 'Zeki')).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Tamamlanmayı bekliyor' })).toHaveCount(0)
  await page.goto('/doctor?q=Zeki')
  await expect(page.getByRole('heading', { name: 'Tamamlanmayı bekliyor' })).toBeVisible()
  await expect(card(page, 'Zeki').getByRole('button', { name: 'Tamamla' })).toBeVisible()
  await page.goto('/doctor?status=pending')
  await expect(card(page, 'Zeki')).toHaveCount(0)
  await expect(unclosed).toContainText('Zeki Öykü')
  await page.goto('/doctor')
  await unclosed.getByRole('button', { name: 'Tamamla' }).click()
  await expect(page.getByText('Randevu durumu güncellendi.')).toBeVisible()
  await expect(unclosed).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Bugün ve sonrası' })).toBeFocused()
  await expect(card(page, 'Zeki')).toContainText('Tamamlandı')
  await page.getByRole('tab', { name: 'Hasta Notları' }).click()
  await expect(page.getByRole('region', { name: 'Son görüşmeler' })).toContainText('Notsuz: 1')
  await expect(page.getByRole('heading', { name: 'Zeki Öykü' })).toBeVisible()

  // An upcoming appointment beside it shows that the list has loaded.
  await cast.appointment(await cast.person('Zahide'), await cast.doctor('Zerrin'), inDays(3), '09:00')
  const dashboard = await (await anAdmin(cast)).open('/admin')
  await expect(card(dashboard, 'Zahide')).toBeVisible()
  await expect(card(dashboard, 'Ziya')).toHaveCount(0)
  const waiting = await patient.open('/appointments?tab=mine')
  await cast.write('POST', '/functions/v1/close-appointments', {})
  expect(await stored(cast, slow, missed)).toMatchObject({ status: 'cancelled', cancelled_by: 'expired' })
  await expect(waiting.getByText('Süresi Doldu', { exact: true })).toBeVisible()
  await expect(waiting.getByText('Randevu saati yanıt verilmeden geçti.')).toBeVisible()
  await expect(waiting.getByRole('button', { name: 'İptal Et' })).toHaveCount(0)
  expect(await mailsTo(waiting, patient)).not.toContainEqual(expect.stringContaining('iptal'))
})

test('on a phone the past appointments are one row, which unfolds in place', { tag: '@long' }, async ({ cast }) => {
  const { start, doctor } = await appointmentsThatHaveBegun(cast)
  const page = await doctor.browse({ viewport: { width: 375, height: 812 } })
  await page.clock.install({ time: start.getTime() + 16 * 60_000 })
  await page.goto('/doctor')
  const unclosed = page.getByRole('region', { name: '1 görüşme bitti mi?' })
  const row = unclosed.getByRole('button', { name: '1 görüşme bitti mi?' })
  await expect(row).toHaveAttribute('aria-expanded', 'false')
  await expect(unclosed.getByRole('button')).toHaveCount(1)
  await expect(page.getByRole('heading', { name: 'Tamamlanmayı bekliyor' })).toHaveCount(0)
  await row.press('Enter')
  await expect(row).toHaveAttribute('aria-expanded', 'true')
  await expect(row).toBeFocused()
  await expect(unclosed.getByRole('listitem')).toContainText('Zeki Öykü')
  await expect(unclosed.getByText(/^Saati geçti, ama hâlâ onaylı görünüyor/)).toBeVisible()
  await unclosed.getByRole('button', { name: 'Tamamla' }).click()
  await expect(unclosed).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Bugün ve sonrası' })).toBeFocused()
})

test('a doctor closes an appointment whose patient did not come with one press, and the patient is not told that it was cancelled', async ({
  cast,
}) => {
  const { start, confirmed, doctor } = await appointmentsThatHaveBegun(cast)
  const page = await doctor.browse()
  await page.clock.install({ time: start.getTime() + 16 * 60_000 })
  await page.goto('/doctor')
  await page.getByRole('region', { name: '1 görüşme bitti mi?' }).getByRole('button', { name: 'Gelmedi', exact: true }).click()
  await expect(page.getByText('Randevu durumu güncellendi.')).toBeVisible()
  expect(await stored(cast, doctor, confirmed)).toMatchObject({ status: 'completed', did_not_come: true, cancelled_by: null })
  // A mistake can be undone in the row.
  await expect(card(page, 'Zeki')).toContainText('Gelmedi')
  await card(page, 'Zeki').getByRole('button', { name: '“Gelmedi” işaretini kaldır' }).click()
  await expect(card(page, 'Zeki').getByRole('button', { name: 'Gelmedi olarak işaretle' })).toBeVisible()
  expect(await stored(cast, doctor, confirmed)).toMatchObject({ status: 'completed', did_not_come: false })
})

test('a doctor’s list begins with now: what ended today is one line, and the next patient stands above it', async ({ cast }) => {
  const { clock, confirmed, doctor, slow } = await appointmentsThatHaveBegun(cast)
  await cast.appointment(await cast.person('Zümra'), slow, inDays(2), clock, 'confirmed')
  const page = await slow.open('/doctor')
  const next = page.getByRole('region', { name: 'Sıradaki randevu' })
  await expect(next).toContainText('Zümra Öykü')
  await expect(next.getByRole('button', { name: 'Hasta kartı' })).toBeVisible()
  // Filters narrow the list, but not the cards above it.
  await page.goto('/doctor?status=completed')
  await expect(page.getByText('Bu filtrelere uyan randevu yok.').first()).toBeVisible()
  await expect(next).toContainText('Zümra Öykü')
  await page.goto('/doctor')
  const earlier = page.getByRole('button', { name: 'Bugün daha önce · 1' })
  await expect(earlier).toHaveAttribute('aria-expanded', 'false')
  await expect(card(page, 'Ziya')).toHaveCount(0)
  await earlier.press('Enter')
  await expect(card(page, 'Ziya')).toContainText('Süresi Doldu')

  // The room is open: one press leads into it, above the list. The row stays folded and does not repeat it.
  const panel = await doctor.open('/doctor')
  const now = panel.getByRole('region', { name: 'Sıradaki randevu' })
  await expect(now).toContainText('şimdi')
  await expect(card(panel, 'Zeki').getByRole('button', { name: /^Ayrıntılar/ })).toHaveAttribute('aria-expanded', 'false')
  await expect(now.getByRole('link', { name: 'Görüşmeye gir' })).toHaveAttribute('href', `/call/${confirmed}`)
  await expect(panel.getByRole('link', { name: 'Görüşmeye gir' })).toHaveCount(1)
  await expect(card(panel, 'Zeki').getByRole('button', { name: 'Tamamla' })).toBeVisible()

  // On a phone all actions of the row stay inside it.
  await panel.setViewportSize({ width: 375, height: 812 })
  const within = card(panel, 'Zeki').evaluate((row) => {
    const { left, right } = row.getBoundingClientRect()
    const boxes = [...row.querySelectorAll('a, button')]
      .filter((each) => each.checkVisibility())
      .map((each) => each.getBoundingClientRect())
    return boxes.every((box) => box.left >= left - 1 && box.right <= right + 1) && document.documentElement.scrollWidth <= innerWidth
  })
  expect(await within).toBe(true)
})
