// Delivery of mails about the appointment of a patient without an account.
import { expect, test } from 'vitest'
import { emailOf, idOf, superuser } from '../../tests/clinic.ts'
import { useClinicWithMail } from '../../tests/clinic-mail.ts'
import { addChild, addGuardian, arrangeFor } from '../../tests/patients.ts'

const clinic = useClinicWithMail()

test('the mails to both guardians and the doctor name the patient', async () => {
  await clinic.keep(superuser, async (session) => {
    const child = await addChild(session, 'leyla')
    await addGuardian(session, child, 'murat')
    await session.query("update guardians set declared_at = now() - interval '1 day' where guardian_id = $1", [idOf('leyla')])
    await session.query("update profiles set language = 'tr' where user_id = $1", [idOf('murat')])
    await arrangeFor(session, child, clinic.rauf, { status: 'pending' })
  })
  expect(await clinic.deliver()).toMatchObject({ status: 200, answer: { sent: 3, failed: 0 } })
  const mails = new Map((await clinic.collect()).map((mail) => [mail.to?.[0]?.address, mail]))
  expect(mails.get(emailOf('leyla'))?.subject).toContain('For Can Test: ')
  expect(mails.get(emailOf('murat'))?.subject).toContain('Can Test için: ')
  expect(mails.get(emailOf('rauf'))?.text).toContain('Accompanied by: leyla Test, murat Test')
})

test('a guardian who leaves before the mail goes out does not get it', async () => {
  await clinic.keep(superuser, async (session) => {
    const child = await addChild(session, 'leyla')
    await arrangeFor(session, child, clinic.aylin, { status: 'pending' })
    await session.query('delete from guardians where patient_id = $1', [child])
  })
  await clinic.deliver()
  expect((await clinic.collect()).map((mail) => mail.to?.[0]?.address)).toEqual(['praxis.kaya@example.test'])
})
