// Text in Latin letters on the Arabic pages: its full stop follows it, and it is aligned with the page.
import type { Locator } from '@playwright/test'
import { inDays } from './booking-form.ts'
import { expect, test } from './fixtures.ts'
import { anAdmin } from './management.ts'

const COMPLAINT = 'Merdiven çıkarken çarpıntı oluyor.'
const NOTE = 'Kontrol gerekirse yeniden.'
const BIO = 'Arapça ve İngilizce görüşür.'
const REASON = 'Kongre (2. gün).'

/** The positions of the last two letters and of the whole text, and the distance from the text to the right edge of its container. */
async function drawn(text: Locator) {
  return text.evaluate((element: HTMLElement) => {
    const words = document.createTreeWalker(element, NodeFilter.SHOW_TEXT).nextNode()
    if (!words) throw new Error('there is no text')
    const length = words.textContent?.length ?? 0
    const box = (from: number, to: number) => {
      const range = document.createRange()
      range.setStart(words, from)
      range.setEnd(words, to)
      return range.getBoundingClientRect()
    }
    let block = element
    while (getComputedStyle(block).display === 'inline' && block.parentElement) block = block.parentElement
    return {
      stop: box(length - 1, length).left,
      letter: box(length - 2, length - 1).left,
      fromRight: block.getBoundingClientRect().right - Number.parseFloat(getComputedStyle(block).paddingRight) - box(0, length).right,
    }
  })
}

async function expectOwnDirection(text: Locator, { startsLine = true } = {}) {
  await expect(text).toBeVisible()
  await expect(async () => {
    const { stop, letter, fromRight } = await drawn(text)
    expect(stop).toBeGreaterThan(letter)
    if (startsLine) expect(fromRight).toBeLessThan(2)
  }).toPass({ timeout: 5000 })
}

test('in Arabic, what a patient and a doctor wrote ends with its full stop, and stays on the right', { tag: '@long' }, async ({ cast }) => {
  const doctor = await cast.doctor('Selin')
  await cast.write('PATCH', `/rest/v1/doctors?id=eq.${doctor.doctorId}`, { bio: BIO })
  await cast.write('POST', '/rest/v1/doctor_leave', { doctor_id: doctor.doctorId, leave_date: inDays(9), reason: REASON })
  const patient = await cast.person('Can', { language: 'ar' })
  const { body } = await cast.act<{ id: string }[]>(patient, 'POST', '/rest/v1/appointments', {
    user_id: patient.id,
    doctor_id: doctor.doctorId,
    appointment_date: inDays(7),
    appointment_time: '10:00',
    patient_complaint: COMPLAINT,
  })
  await cast.act(doctor, 'PATCH', `/rest/v1/appointments?id=eq.${body[0]?.id}`, { notes: NOTE })

  const page = await patient.open('/ar/appointments')
  // The label stands before it on the same line.
  await expectOwnDirection(page.getByText(COMPLAINT), { startsLine: false })
  await page.goto('/ar/doctors?q=Selin')
  const card = page.getByRole('listitem').filter({ hasText: doctor.name.slice(4) })
  await card.getByRole('button', { expanded: false }).click()
  await expectOwnDirection(card.getByText(BIO))

  const panel = await doctor.open('/ar/doctor', { language: 'ar' })
  await expectOwnDirection(panel.getByText(COMPLAINT).first())
  await panel.getByRole('button', { name: /^التفاصيل/ }).click()
  await expectOwnDirection(panel.getByText(NOTE).first())
  await panel.goto('/ar/doctor?tab=availability')
  // The hours of the leave stand before it on the same line.
  await expectOwnDirection(panel.getByText(REASON), { startsLine: false })
  // Firefox would draw its spinner over the digits.
  for (const field of await panel.locator('input[type=number]').all()) await expect(field).toHaveCSS('appearance', 'textfield')
  await expect(panel.locator('input[type=number]')).not.toHaveCount(0)
})

test('in Arabic, a long file name is cut at its end, not at its beginning', { tag: '@long' }, async ({ cast }) => {
  const [doctor, patient] = [await cast.doctor('Selin'), await cast.person('Can', { language: 'ar' })]
  await cast.appointment(patient, doctor, inDays(7), '10:00', 'confirmed')
  const page = await patient.open('/ar/appointments')
  await page.setViewportSize({ width: 375, height: 800 })
  await page.getByRole('button', { name: 'الملفات' }).click()
  const dialog = page.getByRole('dialog')
  const name = `${'Kardiyoloji tahlil sonuçları '.repeat(4)}.txt`
  await dialog.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from('ok') })
  const shown = dialog.getByRole('listitem').getByText(name, { exact: true })
  await expect(shown).toBeVisible()
  const lettersOf = () =>
    shown.evaluate((element) => {
      const text = element.firstChild ?? element
      const letter = (index: number) => {
        const range = document.createRange()
        range.setStart(text, index)
        range.setEnd(text, index + 1)
        return range.getBoundingClientRect().toJSON() as DOMRect
      }
      return {
        first: letter(0),
        last: letter((text.textContent ?? '').length - 1),
        box: element.getBoundingClientRect().toJSON() as DOMRect,
      }
    })
  await expect(async () => {
    const { first, last, box } = await lettersOf()
    expect(first.top).toBeGreaterThanOrEqual(box.top - 1)
    expect(first.left).toBeGreaterThanOrEqual(box.left - 1)
    expect(first.right).toBeLessThanOrEqual(box.right + 1)
    // The part that does not fit is below the visible lines.
    expect(last.top).toBeGreaterThanOrEqual(box.bottom - 1)
  }).toPass({ timeout: 5000 })
})

test('in Arabic the columns of two doctors show where their Latin names begin', { tag: '@long' }, async ({ cast }) => {
  const doctors = [await cast.doctor('Abdurrahmangazi'), await cast.doctor('Nurselcangül')]
  const admin = await anAdmin(cast)
  const address = `/ar/calendar?view=day&day=${inDays(7)}&doctors=${doctors.map(({ doctorId }) => doctorId).join()}`
  const page = await admin.open(address, { language: 'ar', viewport: { width: 375, height: 800 } })
  for (const first of ['Abdurrahmangazi', 'Nurselcangül']) {
    const heading = page.getByRole('columnheader').locator('[title]').filter({ hasText: first })
    await expect(heading).toBeVisible()
    const shown = await heading.evaluate((element, name) => {
      const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
      const text = texts.nextNode()
      const at = text?.textContent?.indexOf(name) ?? -1
      const range = document.createRange()
      if (text) range.setStart(text, at)
      if (text) range.setEnd(text, at + 3)
      const [letters, box] = [range.getBoundingClientRect(), element.getBoundingClientRect()]
      const isInside = letters.left >= box.left - 1 && letters.right <= box.right + 1 && letters.bottom <= box.bottom + 1
      return { isInside, isCut: element.scrollHeight > element.clientHeight || element.scrollWidth > element.clientWidth }
    }, first)
    expect({ first, ...shown }).toEqual({ first, isInside: true, isCut: true })
  }
})
