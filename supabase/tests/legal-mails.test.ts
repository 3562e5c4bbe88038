// A new version of a legal document, announced by an admin and sent through a real mail server.
import { expect, test } from 'vitest'
import { addPerson, idOf, superuser } from './clinic.ts'
import { useClinicWithMail } from './clinic-mail.ts'

const clinic = useClinicWithMail()

test('everybody with an account gets one mail in their language, with a link to the document', async () => {
  await clinic.keep(superuser, async (session) => {
    await addPerson(session, 'claire', { first_name: 'Claire', last_name: 'Test', language: 'fr' })
    await addPerson(session, 'gone')
    await session.query('update auth.users set deleted_at = now() where id = $1', [idOf('gone')])
  })
  const nigar = await clinic.clientOf('nigar')
  const { data: recipients } = await nigar.rpc('count_legal_recipients')
  expect((await nigar.rpc('announce_legal_document', { document: 'privacy', version: '2026-11-18' })).error).toBeNull()
  await clinic.deliver()
  const mails = await clinic.collect()
  expect(mails).toHaveLength(recipients ?? 0)
  const french = mails.find(({ to }) => to?.some(({ address }) => address === 'claire@example.test'))
  expect(french?.subject).toBe('Politique de confidentialité\u00a0: nouvelle version – BKV')
  expect(french?.text).toContain('18 novembre 2026')
  expect(french?.html).toMatch(/href="[^"]+\/fr\/privacy"/)
  const english = mails.find(({ to }) => to?.some(({ address }) => address === 'leyla@example.test'))
  expect(english?.subject).toBe('Privacy policy: new version – BKV')

  // Announces it again, and delivers again: nobody gets a second mail.
  const again = await nigar.rpc('announce_legal_document', { document: 'privacy', version: '2026-11-18' })
  expect(again.error?.message).toBe('legal_already_announced')
  await clinic.deliver()
  expect(await clinic.collect()).toEqual([])
})
