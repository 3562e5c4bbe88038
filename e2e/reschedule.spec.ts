import { chooseTime, inDays, openMine, typeDay } from './booking-form.ts'
import { expect, test } from './fixtures.ts'

/** The date in words, with a no-break space between day and month. */
const inWords = (day: string) =>
  new Intl.DateTimeFormat('tr', { day: 'numeric', month: 'long' }).format(new Date(`${day}T12:00`)).replace(' ', '\u00a0')

test('a patient moves a confirmed appointment, the doctor sees it and confirms, then moves it back', async ({ cast }) => {
  const [doctor, patient] = [await cast.doctor('Nermin'), await cast.person('Feride')]
  await cast.appointment(patient, doctor, inDays(6), '10:00', 'confirmed')
  const mine = await patient.open('/appointments')
  const panel = await doctor.open('/doctor')
  await openMine(mine)
  await expect(mine.getByRole('article')).toContainText('10:00')
  await expect(panel.getByRole('article')).toContainText('10:00')

  await mine.getByLabel('Diğer', { exact: true }).click()
  await mine.getByRole('button', { name: 'Saatini değiştir', exact: true }).click()
  const dialog = mine.getByRole('dialog', { name: 'Randevunun saatini değiştirin' })
  await expect(dialog).toContainText('Doktor yeni saati yeniden onaylar')
  // The day of the appointment is shown first, because people rarely move far.
  const chosenDay = dialog.getByRole('group', { name: 'Yakın günler' }).getByRole('radio', { checked: true })
  await expect(chosenDay).toHaveAccessibleName(new RegExp(`^${inWords(inDays(6))}`))
  await typeDay(mine, inDays(8))
  await chooseTime(mine, '14:30')
  await dialog.getByLabel('Doktora mesaj').fill('O gün yoldayım.')
  await dialog.getByRole('button', { name: 'Saati Değiştir' }).click()
  await expect(mine.getByText('Doktor yeni saati onayladığında size haber veririz.')).toBeVisible()
  await expect(dialog).toBeHidden()
  await expect(mine.getByRole('article')).toContainText('14:30')
  await expect(mine.getByRole('article')).toContainText('Saati siz değiştirdiniz.')
  await expect(mine.getByRole('article')).toContainText('Beklemede')

  const card = panel.getByRole('article')
  await expect(panel.getByText('Saati hasta değiştirdi')).toBeVisible()
  await expect(card).toContainText('14:30')
  // The card itself names the previous time.
  await expect(card).toContainText(/Önceki saat: .*10:00/)
  await card.getByRole('button', { name: /^Ayrıntılar/ }).click()
  await expect(card).toContainText('Saati hasta değiştirdi. Önceki saat:')
  await expect(card).toContainText('O gün yoldayım.')
  await card.getByRole('button', { name: 'Onayla' }).click()
  await expect(mine.getByRole('article')).toContainText('Onaylandı')

  await card.getByRole('button', { name: 'Saatini değiştir' }).click()
  await typeDay(panel, inDays(6))
  await chooseTime(panel, '10:00')
  await panel.getByRole('dialog').getByRole('button', { name: 'Saati Değiştir' }).click()
  await expect(mine.getByText('Randevunuzun saati değişti')).toBeVisible()
  await expect(mine.getByRole('article')).toContainText('Saati doktor değiştirdi.')
  await expect(mine.getByRole('article')).toContainText('Onaylandı')
})
