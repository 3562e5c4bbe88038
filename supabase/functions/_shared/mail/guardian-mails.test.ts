// Mails about the appointment of a patient without an account.
import { describe, expect, test } from 'vitest'
import { LANGUAGES } from '../rules.ts'
import { type AppointmentMail, appointmentMail, appointmentMailKinds } from './appointment-mails.ts'
import { dateOf } from './clocks.ts'
import { fill, mailTexts } from './texts.ts'

const leyla = { first_name: 'Leyla', last_name: 'Yıldız', timezone: 'Europe/Paris', timezone_chosen_at: '2027-01-01T10:00:00Z' }

const mail: AppointmentMail = {
  kind: 'confirmed',
  to: 'patient',
  guardian: leyla,
  recipient: 'leyla@example.test',
  language: 'tr',
  siteUrl: 'https://site.example',
  sender: 'no-reply@bkv.example.com',
  appointment: {
    id: '6f1c2a52-9d7a-4a39-8f0e-0f6c4b0c9d11',
    status: 'confirmed',
    starts_at: '2027-01-15T10:00:00+00:00',
    ends_at: '2027-01-15T10:30:00+00:00',
    timezone: 'Asia/Baku',
    session_duration: 30,
    erased_at: null,
    reschedule_count: 0,
    previous_starts_at: null,
    rescheduled_by: null,
    reschedule_message: null,
    type_name: null,
    fee_minor: null,
    fee_currency: null,
    fee_agreed_at: null,
    cancellation_reason: null,
    doctor: {
      id: '9b0c2a52-9d7a-4a39-8f0e-0f6c4b0c9d12',
      first_name: 'Rauf',
      last_name: 'Əliyev',
      timezone: 'Asia/Baku',
      cancellation_hours: 24,
      specialization: 'Kardiyoloji',
      specialty_code: 'kardiyoloji',
    },
    patient: {
      first_name: 'Can',
      last_name: 'Demir',
      timezone: 'Asia/Baku',
      timezone_chosen_at: '2027-01-01T10:00:00Z',
      has_account: false,
    },
    guardians: [leyla],
  },
}

describe.each(LANGUAGES)('in %s', (language) => {
  test.each(appointmentMailKinds)('%s tells a guardian, in their own zone, which patient it is about', (kind) => {
    const { subject, text, html, calendar } = appointmentMail({ ...mail, kind, language })
    const texts = mailTexts[language].appointment
    const date = dateOf(new Date(mail.appointment.starts_at), 'Europe/Paris', language)
    const forWhom = fill(texts.subjectFor, { name: 'Can Demir', subject: fill(texts.toPatient[kind].subject, { date }) })
    expect(subject).toBe(`${forWhom} ${language === 'ru' ? '—' : '–'} BKV`)
    for (const part of [text, html]) for (const expected of ['Leyla', 'Can Demir', 'Rauf Əliyev', '11:00']) expect(part).toContain(expected)
    const file = calendar?.content.replaceAll('\r\n ', '') ?? ''
    const named = ['Can Demir', 'leyla@example.test'].filter((each) => file.includes(each))
    expect(named).toHaveLength(calendar ? 2 : 0)
  })

  test('the reminder an hour before the start leads a guardian to the room', () => {
    const { text, html } = appointmentMail({ ...mail, kind: 'reminder_1h', language })
    for (const part of [text, html]) expect(part).toContain(`/call/${mail.appointment.id}`)
  })

  test('the doctor reads who the patient is and who accompanies them', () => {
    const { text } = appointmentMail({ ...mail, guardian: undefined, to: 'doctor', recipient: 'rauf@example.test', language })
    const words = mailTexts[language].appointment
    expect(text).toMatch(new RegExp(`${words.patient}\\s?: .?Can Demir`))
    expect(text).toMatch(new RegExp(`${words.companion}\\s?: .?Leyla Yıldız`))
  })

  test('the doctor reads that reception phones a patient without a guardian, instead of that the patient was notified', () => {
    const { text } = appointmentMail({
      ...mail,
      guardian: undefined,
      to: 'doctor',
      language,
      appointment: { ...mail.appointment, guardians: [] },
    })
    const words = mailTexts[language].appointment
    expect(text).toContain(words.toldByPhone.body)
    expect(text).not.toContain(words.toDoctor.confirmed.body)
    expect(text).not.toContain(words.companion)
  })
})

test('a mail to a guardian replaces a patient’s name that cannot be a name', () => {
  const patient = { ...mail.appointment.patient, first_name: 'www.spam.example', last_name: null }
  const { subject, text } = appointmentMail({ ...mail, language: 'en', appointment: { ...mail.appointment, patient } })
  expect(subject).toContain('For Patient (no name given): ')
  expect(text).not.toContain('spam')
})
