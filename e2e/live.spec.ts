// Live changes: a lost connection, a page that was in the background, a refused channel.
import type { Page, WebSocketRoute } from '@playwright/test'
import { inDays } from './booking-form.ts'
import { expect, test } from './fixtures.ts'
import { anAdmin } from './management.ts'
import { card } from './staff-panel.ts'

/** Lets the story watch and close the page's connection to the server. */
async function holdConnection(page: Page, onJoin: (line: WebSocketRoute, frame: string) => boolean = () => false) {
  const lines: WebSocketRoute[] = []
  const joins: string[] = []
  await page.routeWebSocket(/\/realtime\/v1\/websocket/, (line) => {
    lines.push(line)
    const server = line.connectToServer()
    line.onMessage((message) => {
      const isJoin = typeof message === 'string' && message.includes('"phx_join"')
      if (isJoin) joins.push(message)
      if (!isJoin || !onJoin(line, message)) server.send(message)
    })
  })
  return { lines, joins }
}

test('a lost connection is shown, restored, and what was missed is fetched', async ({ cast }) => {
  const [doctor, patient] = [await cast.doctor('Aras'), await cast.person('Ela')]
  const id = await cast.appointment(patient, doctor, inDays(7), '10:00')
  const page = await patient.browse()
  const { lines } = await holdConnection(page)
  await page.goto('/appointments')
  await expect(page.getByText('Canlı')).toBeVisible()
  await expect(page.getByRole('article')).toContainText('Beklemede')
  const isCut = page.getByText('Yeniden bağlanıyor...').waitFor()
  await lines[0]?.close({ code: 1011 })
  await isCut
  await cast.act(doctor, 'PATCH', `/rest/v1/appointments?id=eq.${id}`, { status: 'confirmed' })
  await expect(page.getByText('Canlı')).toBeVisible({ timeout: 15_000 })
  await expect(page.getByRole('article')).toContainText('Onaylandı')
})

test('every list is loaded once when a page opens, and once more after a reconnection', { tag: '@long' }, async ({ cast }) => {
  const [doctor, patient] = [await cast.doctor('Deren'), await cast.person('Ege')]
  const admin = await anAdmin(cast)
  await cast.appointment(patient, doctor, inDays(7), '10:00')
  for (const [person, path] of [
    [patient, '/appointments'],
    [doctor, '/doctor'],
    [admin, '/admin'],
    [admin, '/admin/appointments'],
  ] as const) {
    const page = await person.browse()
    const { lines } = await holdConnection(page)
    const loads = new Map<string, number>()
    page.on('request', (request) => {
      const asked = `${decodeURIComponent(request.url()).split('/rest/v1/')[1] ?? ''} ${request.postData() ?? ''}`
      // Requests that differ only in the current time load the same list.
      const list = asked.replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'now')
      if (['GET', 'HEAD'].includes(request.method()) || list.startsWith('rpc/list_appointments'))
        loads.set(list, (loads.get(list) ?? 0) + 1)
    })
    const lists = () =>
      [...loads].filter(([list]) => /^(?:appointments|doctor_leave|rpc\/list_appointments)/.test(list)).map(([, times]) => times)
    await page.goto(path, { waitUntil: 'networkidle' })
    await expect(page.getByText('Canlı').first()).toBeVisible()
    await page.waitForLoadState('networkidle')
    await expect.poll(() => lists().length).toBeGreaterThan(0)
    expect(new Set(lists())).toEqual(new Set([1]))
    await lines[0]?.close({ code: 1011 })
    await expect(page.getByText('Yeniden bağlanıyor...').first()).toBeVisible()
    await expect(page.getByText('Canlı').first()).toBeVisible({ timeout: 15_000 })
    await expect.poll(lists).toContain(2)
    expect(Math.max(...lists())).toBe(2)
  }
})

test('a hundred changes at once reload a list a few times, not a hundred times', async ({ cast, site }) => {
  const [doctor, patient, admin] = [await cast.doctor('Doruk'), await cast.person('Ceylin'), await anAdmin(cast)]
  const id = await cast.appointment(patient, doctor, inDays(7), '10:00')
  const page = await admin.browse()
  let loads = 0
  page.on('request', (request) => {
    if (request.method() === 'GET' && request.url().includes('/rest/v1/appointments?')) loads++
  })
  await page.goto('/admin')
  await expect(page.getByText('Canlı')).toBeVisible()
  await expect(card(page, 'Ceylin')).toContainText(doctor.name)
  const before = loads
  await site.asSuperuser(
    `do $$ begin
       for n in 1..100 loop update public.appointments set notes = 'note ' || n where id = '${id}'; end loop;
       update public.appointments set status = 'confirmed' where id = '${id}';
     end $$`,
    [],
  )
  await expect(card(page, 'Ceylin')).toHaveCount(0)
  await page.waitForLoadState('networkidle')
  // Other stories change appointments too.
  expect(loads - before).toBeLessThan(20)
})

test('a person has one channel for appointments, which stays open from page to page', async ({ cast }) => {
  const [doctor, patient] = [await cast.doctor('Derya'), await cast.person('Efe')]
  const id = await cast.appointment(patient, doctor, inDays(7), '10:00')
  const page = await doctor.browse()
  const { joins } = await holdConnection(page)
  const topics = () => joins.flatMap((frame) => (frame.includes('"table":"appointments"') ? [(JSON.parse(frame) as string[])[2]] : []))
  const topic = `realtime:appointments:${doctor.id}`
  await page.goto('/admin')
  await expect(page.getByText('Canlı')).toBeVisible()
  expect(topics()).toEqual([topic])
  await page.getByRole('link', { name: 'Randevularım ve notlar' }).click()
  await expect(page.getByRole('tab', { name: 'Randevularım' })).toBeVisible()
  await expect(page.getByRole('article')).toContainText('Beklemede')
  await expect(page.getByText('Canlı')).toBeVisible()
  await cast.act(doctor, 'PATCH', `/rest/v1/appointments?id=eq.${id}`, { status: 'confirmed' })
  await expect(page.getByRole('article')).toContainText('Onaylandı')
  expect(topics()).toEqual([topic, topic])
})

test('a page that comes back into view fetches what its connection missed', async ({ cast }) => {
  const [doctor, patient] = [await cast.doctor('Berk'), await cast.person('Naz')]
  const id = await cast.appointment(patient, doctor, inDays(7), '10:00')
  const page = await patient.browse()
  // The connection is open, but nothing comes through.
  await page.routeWebSocket(/\/realtime\/v1\/websocket/, () => {})
  await page.goto('/appointments')
  await expect(page.getByRole('article')).toContainText('Beklemede')
  await cast.act(doctor, 'PATCH', `/rest/v1/appointments?id=eq.${id}`, { status: 'confirmed' })
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await expect(page.getByRole('article')).toContainText('Onaylandı')
})

test('a refused channel does not try to join again', { tag: '@long' }, async ({ cast }) => {
  const [doctor, patient] = [await cast.doctor('Cem'), await cast.person('Su')]
  const page = await patient.browse()
  await page.clock.install()
  const { joins } = await holdConnection(page, (line, frame) => {
    if (!frame.includes(':slots')) return false
    const [joinRef, ref, topic] = JSON.parse(frame) as string[]
    line.send(JSON.stringify([joinRef, ref, topic, 'phx_reply', { status: 'error', response: { reason: 'Unauthorized: not you' } }]))
    return true
  })
  await page.goto('/appointments')
  await page.getByRole('button', { name: doctor.name }).click()
  const asked = () => joins.filter((frame) => frame.includes(':slots')).length
  await expect.poll(asked).toBe(1)
  for (let minute = 0; minute < 3; minute++) {
    await page.clock.fastForward(60_000)
    await page.evaluate(() => new Promise(requestAnimationFrame))
  }
  expect(asked()).toBe(1)
})

test('the first join uses the user’s own token', { tag: '@long' }, async ({ cast }) => {
  const patient = await cast.person('Can')
  const page = await patient.browse()
  const { joins } = await holdConnection(page)
  await page.goto('/appointments')
  await expect.poll(() => joins.length).toBeGreaterThan(0)
  const [, , , , payload] = JSON.parse(joins[0] ?? '[]') as [string, string, string, string, { access_token: string }]
  const claims = JSON.parse(Buffer.from(payload.access_token.split('.')[1] ?? '', 'base64url').toString()) as { sub: string }
  expect(claims.sub).toBe(patient.id)
})
