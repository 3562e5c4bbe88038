// The waiting room: the doctor sees who has arrived, and the patient reads what the doctor answers.
import type { Page } from '@playwright/test'
import { expectAccessible, expectNoSidewaysScroll } from './access.ts'
import type { Cast, Person } from './cast.ts'
import { consultation, expectTalking, press } from './consultation.ts'
import { expect, test } from './fixtures.ts'
import { waitingUntilItListens } from './listening.ts'

const MINUTE_MS = 60_000
/** The first call of a run starts the function that opens rooms. */
const ROOM_OPENS = { timeout: 30_000 }
const ARRIVED = 'Doktorunuz, geldiğinizi ekranında görüyor.'

const waiting = (page: Page, count: number) => page.getByRole('region', { name: `${count} hasta bekliyor` })

/** Replaces the browser's notifications, which nobody can press in a test, and lets a story put the tab into the background. */
async function withNotifications(page: Page) {
  await page.addInitScript(() => {
    const shown: string[] = []
    class StoredNotification extends EventTarget {
      static permission: NotificationPermission = 'default'
      static asked = 0
      static async requestPermission() {
        StoredNotification.asked += 1
        return (StoredNotification.permission = 'granted')
      }
      constructor(title: string) {
        super()
        shown.push(title)
      }
      close() {}
    }
    const tab = { isHidden: false, shown, asked: () => StoredNotification.asked }
    Object.defineProperty(document, 'visibilityState', { get: () => (tab.isHidden ? 'hidden' : 'visible') })
    Object.assign(window, { Notification: StoredNotification, tab })
  })
}
interface Tab {
  tab: { isHidden: boolean; shown: string[]; asked: () => number }
}
const hide = (page: Page) => page.evaluate(() => void ((window as unknown as Tab).tab.isHidden = true))
const notifications = (page: Page) => page.evaluate(() => (window as unknown as Tab).tab.shown)
const timesAsked = (page: Page) => page.evaluate(() => (window as unknown as Tab).tab.asked())

test('shows the doctor who has arrived, and the patient what the doctor answers', { tag: '@long' }, async ({ cast }) => {
  const { doctor, patient, id } = await consultation(cast)
  const panel = await doctor.open('/doctor')
  const title = await panel.title()
  const hers = await patient.browse()
  await withNotifications(hers)
  await hers.goto(`/call/${id}`)
  await press(hers, 'Hemen Görüşmeyi Başlat')
  await expect(hers.getByText(ARRIVED)).toBeVisible(ROOM_OPENS)
  await expect(waiting(panel, 1)).toContainText('Ela Öykü')
  await expect(waiting(panel, 1)).toContainText('Az önce geldi')
  await expect(panel).toHaveTitle(`(1) Ela Öykü bekliyor · ${title}`)
  // The card above the list is the way in, which the row does not repeat.
  await expect(panel.getByRole('article', { name: 'Ela Öykü' })).toBeVisible()
  await expect(panel.getByRole('link', { name: 'Görüşmeye gir' })).toHaveCount(0)

  // The browser asks for permission after a press of the button, never by itself.
  expect(await timesAsked(hers)).toBe(0)
  await press(hers, 'Sıra bana gelince bildirim gönder')
  await expect(hers.getByText(/^Başka bir sekmedeyken de bildirim alacaksınız/)).toBeVisible()
  await hide(hers)

  await press(panel, 'Ela Öykü için: 5 dakika sonra')
  const soon = 'Doktorunuz yaklaşık 5 dakika içinde sizinle olacak.'
  await expect(hers.getByText(soon)).toBeVisible()
  await expect.poll(() => notifications(hers)).toEqual([soon])
  await expect(hers).toHaveTitle(new RegExp(`^${soon} · `))
  await expect(waiting(panel, 1)).toContainText('“5 dakika sonra” yanıtı verildi')

  await press(panel, 'Ses açık')
  await panel.reload()
  await expect(panel.getByRole('button', { name: 'Ses kapalı' })).toBeVisible()

  const calendar = waitingUntilItListens(await panel.context().newPage())
  await calendar.goto('/calendar')
  await expect(waiting(calendar, 1)).toContainText('Ela Öykü')
  await press(calendar, 'Ela Öykü ile şimdi görüş')
  await expect(calendar).toHaveURL(`/call/${id}`)
  await expectTalking(hers, calendar)
  // Accepts either notification, because the answer or the doctor may come first.
  await expect
    .poll(async () => (await notifications(hers)).at(-1))
    .toMatch(/^Doktorunuz (sizi şimdi görüşmeye alıyor|görüşmeye katıldı)\.$/)
  await expect(panel.getByRole('region', { name: /hasta bekliyor$/ })).toHaveCount(0)
  await expect(panel).toHaveTitle(title)
})

test('lists several patients in order of arrival, and tells each of them where they stand', { tag: '@long' }, async ({ cast }) => {
  test.slow()
  const { doctor, first, second } = await twoInARow(cast)
  const hers = await first.patient.open(`/call/${first.id}`)
  const his = await second.patient.open(`/call/${second.id}`)
  const panel = await doctor.open('/doctor')

  await press(his, 'Hemen Görüşmeyi Başlat')
  await expect(his.getByText(/^Randevunuz \d+ dakika sonra başlıyor\.$/)).toBeVisible(ROOM_OPENS)
  await expect(waiting(panel, 1)).toContainText('Can Öykü')
  await press(hers, 'Hemen Görüşmeyi Başlat')
  await expect(hers.getByText(ARRIVED)).toBeVisible(ROOM_OPENS)
  await expect(waiting(panel, 2).getByRole('listitem')).toContainText(['Can Öykü', 'Ela Öykü'])
  await expect(panel).toHaveTitle(/^\(2\) Can Öykü bekliyor · /)
  await expect(his.getByText('Sizden önce 1 hasta bekliyor.')).toBeVisible()

  const other = waitingUntilItListens(await panel.context().newPage())
  await other.goto('/calendar')
  await press(panel, 'Ela Öykü ile şimdi görüş')
  await expectTalking(hers, panel)
  await expect(his.getByText('Doktorunuz şu anda başka bir görüşmede.')).toBeVisible()
  await expect(waiting(other, 1)).toContainText('Can Öykü')
  await his.goto('/faq')
  await expect(other.getByRole('region', { name: /hasta bekliyor$/ })).toHaveCount(0)
})

test('reads right to left on a phone, and works with the keyboard alone', { tag: '@long' }, async ({ cast }) => {
  const { doctor, patient, id } = await consultation(cast)
  const page = await doctor.open('/doctor', { language: 'ar', viewport: { width: 375, height: 800 } })
  const arrive = () => cast.act(patient, 'POST', '/rest/v1/rpc/wait_for_doctor', { appointment_id: id })
  expect((await arrive()).status).toBe(200)
  const list = page.getByRole('region', { name: 'مريض واحد في الانتظار' })
  await expect(list).toContainText('Ela Öykü')
  await expectAccessible(page, { what: 'panel', where: 'main' })
  await expectNoSidewaysScroll(page)
  await arrive()
  await list.getByRole('button', { name: 'الصوت مفعل' }).focus()
  await page.keyboard.press('Tab')
  await expect(list.getByRole('button', { name: /^بطاقة المريض/ })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(list.getByRole('button', { name: /^بعد 5 دقائق/ })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(list).toContainText('أجبتم «بعد 5 دقائق»')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`/call/${id}`)
})

/** Two appointments of fifteen minutes, one after the other; the first has just begun, and so the room of the second is open. */
async function twoInARow(cast: Cast) {
  const start = new Date(Math.ceil(Date.now() / MINUTE_MS + 2) * MINUTE_MS)
  // Chooses a time zone where the day is not about to end.
  const timezone = start.getUTCHours() < 18 ? 'Europe/Istanbul' : 'America/New_York'
  const day = new Intl.DateTimeFormat('en-CA', { timeZone: timezone }).format(start)
  const clockAfter = (minutes: number) =>
    new Intl.DateTimeFormat('en-GB', { timeZone: timezone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(
      start.getTime() + minutes * MINUTE_MS,
    )
  const wishes = { timezone, session_duration: 15, hours: { start_time: clockAfter(0), end_time: '00:00' } }
  const [doctor, ela, can] = await Promise.all([cast.doctor('Deniz', wishes), cast.person('Ela'), cast.person('Can')])
  await cast.write('PATCH', `/rest/v1/doctors?id=eq.${doctor.doctorId}`, { gap_minutes: 0 })
  const book = async (patient: Person, minutes: number) => ({
    patient,
    id: await cast.appointment(patient, doctor, day, clockAfter(minutes), 'confirmed'),
  })
  const [first, second] = [await book(ela, 0), await book(can, 15)]
  await cast.begin(start, first.id, second.id)
  return { doctor, first, second }
}
