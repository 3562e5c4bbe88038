import { readFile } from 'node:fs/promises'
import { addressOf, expectAccessible, LANGUAGES } from './access.ts'
import { expect, test } from './fixtures.ts'
import { anAdmin } from './management.ts'

test('an admin sees a contact message arrive, answers it, sends its mail again, and downloads the audit log of one person', async ({
  cast,
}) => {
  const admin = await anAdmin(cast)
  const sender = `${crypto.randomUUID()}@story.example`
  const page = await admin.open('/admin')
  const open = page.getByRole('link', { name: 'mesaj yanıt bekliyor' })
  const shown = async () => ((await open.count()) > 0 ? Number.parseInt(await open.innerText()) : 0)
  await page.waitForLoadState('networkidle')
  const before = await shown()
  const visitor = await cast.visitor()
  await visitor.goto('/contact?service=legal#write')
  await visitor.getByLabel('Ad soyad').fill('Kamran Öykü')
  await visitor.getByLabel('E-posta').fill(sender)
  await visitor.getByLabel('Mesajınız').fill('Bir sorum var.')
  await visitor.getByRole('button', { name: 'Mesajı Gönder' }).click()
  await expect(visitor.getByText('Mesajınız başarıyla gönderildi.')).toBeVisible()
  const [, reference = ''] = /Referans no: (\w+)/.exec(await visitor.getByRole('main').innerText()) ?? []

  // The list updates without a reload.
  await expect.poll(shown, { timeout: 20_000 }).toBeGreaterThan(before)
  await open.click()
  await expect(page).toHaveURL('/admin/logs?tab=messages&open=1')
  const message = page.getByRole('listitem').filter({ hasText: sender })
  await expect(message).toContainText('Bir sorum var.')
  await expect(message).toContainText('Hukuk')
  await expect(message).toContainText(reference)
  await expect(message.getByText('Yanıt bekliyor', { exact: true })).toBeVisible()
  await expect(message.getByRole('link', { name: 'Kamran Öykü' })).toHaveAttribute(
    'href',
    new RegExp(`^mailto:${sender}.*BKV%20\\(${reference}\\)`),
  )
  await page.getByRole('switch', { name: 'Yalnızca yanıt bekleyenler' }).click()
  const handle = message.getByRole('button', { name: 'Sonuçlandı olarak işaretle' })
  const place = await handle.boundingBox()
  await handle.click()
  await expect(message.getByRole('button', { name: 'Yeniden aç' })).toBeVisible()
  // The button keeps its place and its size.
  expect(await message.getByRole('button', { name: 'Yeniden aç' }).boundingBox()).toEqual(place)
  await expect(message.getByText('Yanıt bekliyor', { exact: true })).toHaveCount(0)
  await page.getByRole('switch', { name: 'Yalnızca yanıt bekleyenler' }).click()
  await expect(message).toHaveCount(0)

  await page.getByRole('tab', { name: 'E-postalar' }).click()
  await page.getByLabel('Alıcı').fill(sender)
  const mail = page.getByRole('list', { name: 'E-postalar' }).getByRole('listitem')
  await expect(mail).toHaveText([/İletişim onayı/])
  // A mail that was sent at once shows its time only once.
  await expect(mail).not.toContainText('Gönderildi:')
  await mail.getByRole('button', { name: `Yeniden gönder: İletişim onayı, ${sender}` }).click()
  await expect(mail).toHaveText([/Yeniden gönderim/, /İletişim onayı/])
  // A reload shows the same list.
  await page.reload()
  await expect(page.getByLabel('Alıcı')).toHaveValue(sender)
  await expect(mail).toHaveCount(2)

  await page.getByRole('tab', { name: 'İşlem kaydı' }).click()
  await page.getByLabel('Kişi').fill(admin.email)
  await page.getByRole('button', { name: admin.email }).click()
  const entries = page.getByRole('list', { name: 'İşlem kaydı' }).getByRole('listitem')
  const granted = entries.filter({ hasText: 'Rol verildi' })
  await expect(entries).toHaveText([/E-posta yeniden gönderildi/, /Rol verildi/])
  // A reload shows the same list.
  await page.getByLabel('İşlem', { exact: true }).selectOption('Roller')
  await page.reload()
  await expect(page.getByRole('button', { name: /^Kişi filtresini kaldır: Nigar/ })).toBeVisible()
  await expect(page.getByLabel('İşlem', { exact: true })).toHaveValue('role')
  await expect(entries).toHaveText([/Rol verildi/])
  await page.getByLabel('İşlem', { exact: true }).selectOption('')
  // Pressing the row opens the other details.
  await expect(page.getByRole('tabpanel').getByRole('heading', { level: 2 })).toHaveCount(1)
  await granted.getByText('Rol verildi').click()
  await expect(granted.getByText('role.added')).toBeVisible()
  const waiting = page.waitForEvent('download')
  await page.getByRole('button', { name: 'CSV olarak indir' }).click()
  const text = await readFile(await (await waiting).path(), 'utf8')
  expect(text.codePointAt(0)).toBe(0xfeff)
  expect(text).toContain('role.added')
  // The export itself is in the log.
  await expect(entries.first()).toContainText('İşlem kaydı indirildi')
  await expectAccessible(page)
})

test('an admin reads how many account mails wait and why, without seeing one', async ({ cast, site }) => {
  const admin = await anAdmin(cast)
  const page = await admin.open('/admin/logs?tab=mails')
  await page.clock.install()
  await page.reload()
  await expect(page.getByRole('tabpanel', { name: 'E-postalar' })).toBeVisible()
  const line = page.getByRole('status').filter({ hasText: 'Hesap e-\u2060postaları' })
  await expect(line).toHaveCount(0)

  const recipient = `${crypto.randomUUID()}@story.example`
  await site.asSuperuser(
    `insert into private.mail_outbox
       (kind, recipient, language, payload, account_id, expires_at, last_error, last_error_at, next_attempt_at, dedupe_key)
     values ('account_signup', $1::text, 'tr', '{"sealed": "AAAA"}', gen_random_uuid(), now() + interval '1 hour', 'SMTP CERT_HAS_EXPIRED', now(),
       now() + interval '1 hour', $1::text)`,
    [recipient],
  )
  try {
    // The page requests the figures every minute while it is open.
    await page.clock.runFor(61_000)
    await expect(line).toContainText('Bekliyor: 1')
    await expect(line).toContainText('sertifikası kabul edilmedi')
    await expect(line).toContainText('SMTP CERT_HAS_EXPIRED')
    await expect(line.getByRole('button')).toHaveCount(0)
    await expect(page.getByText(recipient)).toHaveCount(0)
    await expectAccessible(page)
  } finally {
    await site.asSuperuser('delete from private.mail_outbox where recipient = $1', [recipient])
  }
  await page.clock.runFor(61_000)
  await expect(line).toHaveCount(0)
})

test('an admin finds an invitation among the mails and goes on to where it is sent again', { tag: '@long' }, async ({ cast, site }) => {
  const admin = await anAdmin(cast)
  const recipient = `${crypto.randomUUID()}@story.example`
  await site.asSuperuser(
    `insert into private.mail_outbox (kind, recipient, language, state, sent_at, account_id, expires_at, dedupe_key)
     values ('account_invite', $1::text, 'tr', 'sent', now(), gen_random_uuid(), now() + interval '72 hours', $1::text)`,
    [recipient],
  )
  const page = await admin.open(`/admin/logs?tab=mails&state=sent&recipient=${recipient}`)
  const mail = page.getByRole('list', { name: 'E-postalar' }).getByRole('listitem')
  await expect(mail).toHaveText([/Davet/])
  await expect(mail.getByRole('button')).toHaveCount(0)
  await expect(page.getByLabel('Durum')).toHaveValue('sent')
  await mail.getByRole('link', { name: 'Davetlere git' }).click()
  await expect(page.getByRole('tab', { name: 'Açık davetler', selected: true })).toBeVisible()
  await page.goBack()
  await expect(page.getByLabel('Alıcı')).toHaveValue(recipient)
})

test('a phone shows all three tabs, in every language', { tag: '@long' }, async ({ cast }) => {
  const admin = await anAdmin(cast)
  for (const language of LANGUAGES) {
    const page = await admin.open(addressOf(language, '/admin/logs'), { language, viewport: { width: 375, height: 720 } })
    const tabs = page.getByRole('main').getByRole('tab')
    await expect(tabs).toHaveCount(3)
    for (const tab of await tabs.all()) await expect(tab).toBeInViewport({ ratio: 0.99 })
    await expect(page.getByRole('tablist').and(page.locator('[data-cut]'))).toHaveCount(0)
  }
})
