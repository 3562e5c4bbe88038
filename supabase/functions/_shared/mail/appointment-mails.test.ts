import ICAL from 'ical.js'
import { describe, expect, test } from 'vitest'
import { company } from '../company.ts'
import { companyIn } from '../company-texts.ts'
import { LANGUAGES } from '../rules.ts'
import { type AppointmentMail, appointmentMail, appointmentMailKinds, FEE_SET } from './appointment-mails.ts'
import { dateOf } from './clocks.ts'
import { type Language } from './language.ts'
import { fill, mailTexts } from './texts.ts'

const mail: AppointmentMail = {
  kind: 'confirmed',
  to: 'patient',
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
      first_name: 'Leyla',
      last_name: 'Yıldız',
      timezone: 'Europe/Paris',
      timezone_chosen_at: '2027-01-01T10:00:00Z',
      has_account: true,
    },
    guardians: [],
  },
}

const ENDINGS = ['cancelled', 'rejected', 'called_off', 'cancelled_by_patient', 'cancelled_on_request', 'not_held', 'expired'] as const

/** Turkish addresses have no prefix. */
const pageIn = (language: Language, page: string) =>
  language === 'tr' ? `https://site.example${page}` : `https://site.example/${language}${page}`

const patientNamed = (first_name: string | null, last_name: string | null = null, erased_at: string | null = null) =>
  appointmentMail({
    ...mail,
    to: 'doctor',
    language: 'en',
    appointment: { ...mail.appointment, erased_at, patient: { ...mail.appointment.patient, first_name, last_name } },
  })

describe.each(LANGUAGES)('in %s', (language) => {
  test.each(appointmentMailKinds)(
    '%s goes to patient and doctor, with the day, the times, the other person’s name and the link to the page',
    (kind) => {
      for (const to of ['patient', 'doctor'] as const) {
        const { subject, html, text, to: recipient } = appointmentMail({ ...mail, kind, to, language })
        const texts = mailTexts[language].appointment
        const { [kind]: news } = to === 'patient' ? texts.toPatient : texts.toDoctor
        const startsAt = new Date(mail.appointment.starts_at)
        const date = dateOf(startsAt, to === 'patient' ? 'Europe/Paris' : 'Asia/Baku', language)
        expect(subject).toBe(`${fill(news.subject, { date })} ${language === 'ru' ? '—' : '–'} BKV`)
        expect(recipient).toBe('leyla@example.test')
        for (const part of [text, html]) {
          for (const expected of ['14:00', '11:00', '2027', news.body]) expect(part).toContain(expected.replaceAll("'", '&#39;'))
          expect(part).toContain(to === 'patient' ? 'Rauf Əliyev' : 'Leyla Yıldız')
          const page = to === 'patient' ? '/appointments?' : '/doctor'
          expect(part).toContain(pageIn(language, kind === 'reminder_1h' ? `/call/${mail.appointment.id}` : page))
          expect(part).not.toMatch(/\{\w+\}/)
        }
        expect(html).not.toMatch(/<img|<link|<script|src=|url\(|@import/)
      }
    },
  )
})

test('the patient reads the doctor’s specialty in their own language, next to an arch with initials instead of a picture', () => {
  const { html, text } = appointmentMail({ ...mail, language: 'ar' })
  expect(text).toContain('أمراض القلب')
  expect(html).toContain('أمراض القلب')
  expect(html).toMatch(/aria-hidden="true" style="[^"]*border-radius:21px[^"]*">\p{Lu}\p{Lu}<\/span>/u)
  expect(html).not.toMatch(/<img|url\(/)
})

test('every kind of mail to one reader has a different subject, in every language', () => {
  for (const language of LANGUAGES) {
    const { toPatient, toDoctor } = mailTexts[language].appointment
    for (const side of [toPatient, toDoctor]) {
      expect(new Set(appointmentMailKinds.map((kind) => side[kind].subject)).size).toBe(appointmentMailKinds.length)
    }
  }
})

test.each(LANGUAGES)('in %s the mail about an entered fee contains the amount, and its button leads to the appointment', (language) => {
  const appointment = { ...mail.appointment, type_name: { en: 'Second opinion' }, fee_minor: 9050, fee_currency: 'AZN' }
  const { subject, html, text, calendar } = appointmentMail({ ...mail, kind: FEE_SET, language, appointment })
  const { fee_set: news } = mailTexts[language].appointment.toPatient
  expect(subject).toContain(fill(news.subject, { date: dateOf(new Date(appointment.starts_at), 'Europe/Paris', language) }))
  for (const part of [text, html]) {
    for (const expected of [news.body, news.action, mailTexts[language].appointment.fee.toAgree]) expect(part).toContain(expected)
    expect(part).toMatch(/90[.,]50/)
    expect(part).not.toMatch(/\{\w+\}/)
  }
  const link = new URL(/https:\/\/\S+/.exec(text)?.[0] ?? '')
  expect([link.searchParams.get('tab'), link.searchParams.get('appointment')]).toEqual(['mine', mail.appointment.id])
  expect(calendar).toBeUndefined()
})

describe('the next step', () => {
  const linkIn = ({ text }: { text: string }) => /https:\/\/\S+/.exec(text)?.[0]

  test.each(LANGUAGES)('in %s opens the site in that language, whatever the browser has stored', (language) => {
    const link = new URL(linkIn(appointmentMail({ ...mail, language })) ?? '')
    expect([link.pathname, link.searchParams.get('tab'), link.searchParams.get('lang')]).toEqual(
      language === 'tr' ? ['/appointments', 'mine', 'tr'] : [`/${language}/appointments`, 'mine', null],
    )
    expect(linkIn(appointmentMail({ ...mail, to: 'doctor', language }))).toBe(
      language === 'tr' ? 'https://site.example/doctor?lang=tr' : `https://site.example/${language}/doctor`,
    )
  })

  test('leads the patient to other times of the same doctor after an ending', () => {
    for (const kind of ENDINGS) {
      const sent = appointmentMail({ ...mail, kind, language: 'en' })
      expect(linkIn(sent)).toBe(`https://site.example/en/appointments?doctor=${mail.appointment.doctor.id}`)
      expect(sent.text).toContain('Choose another time')
      expect(appointmentMail({ ...mail, kind, to: 'doctor', language: 'en' }).text).toContain('Open the doctor panel')
    }
  })

  test('leads both to the consultation room an hour before the start', () => {
    for (const to of ['patient', 'doctor'] as const) {
      const sent = appointmentMail({ ...mail, kind: 'reminder_1h', to, language: 'en' })
      expect(linkIn(sent)).toBe(`https://site.example/en/call/${mail.appointment.id}`)
      expect(sent.text).toContain('Open the consultation room')
    }
  })

  test('includes the patient’s cancellation deadline on both clocks unless it has passed', () => {
    const at = (recordedAt: string, kind: AppointmentMail['kind'] = 'reminder_24h') =>
      appointmentMail({ ...mail, kind, language: 'en', recordedAt: new Date(recordedAt) }).text
    const deadline = 'Can be changed or cancelled until: Thursday 14 January 2027, 11:00 your time (Paris), doctor’s time 14:00 (Baku)'
    for (const kind of ['confirmed', 'reminder_24h'] as const) {
      expect(at('2027-01-14T09:59:00Z', kind).replace('Thursday,', 'Thursday')).toContain(deadline)
      expect(at('2027-01-14T10:00:00Z', kind)).not.toContain('Can be changed or cancelled until')
    }
    expect(at('2027-01-10T10:00:00Z', 'reminder_1h')).not.toContain('Can be changed or cancelled until')
  })
})

test('a day and its times form one phrase with the punctuation of the language', () => {
  const at = { ...mail, kind: 'reminder_24h', recordedAt: new Date('2027-01-10T10:00:00Z') } as const
  expect(appointmentMail(at).text).toContain('14 Ocak 2027 Perşembe, sizin saatinizle 11:00 (Paris), doktorun saatiyle 14:00 (Bakü)')
  expect(appointmentMail({ ...at, language: 'ar' }).text).toMatch(/2027، 11:00 .*، 14:00 /)
})

test.each(ENDINGS)('the mail %s strikes its time through', (kind) => {
  expect(appointmentMail({ ...mail, kind }).html).toMatch(/line-through[^>]*><bdi[^>]*>11:00/)
  expect(appointmentMail(mail).html).not.toContain('line-through')
})

test.each(LANGUAGES)('in %s only a timely cancellation, or one by the company, promises a refund', (language) => {
  const { refund } = mailTexts[language].appointment.toPatient
  const at = (kind: AppointmentMail['kind'], recordedAt: string, to: 'patient' | 'doctor' = 'patient') =>
    appointmentMail({ ...mail, kind, to, language, recordedAt: new Date(recordedAt) }).text
  const [inTime, late] = ['2027-01-14T09:59:00Z', '2027-01-14T10:00:00Z']
  expect(at('cancelled_on_request', inTime)).toContain(refund)
  expect(at('cancelled_on_request', late)).not.toContain(refund)
  expect(at('cancelled_on_request', inTime, 'doctor')).not.toContain(refund)
  for (const kind of ['not_held', 'expired', 'rejected'] as const) expect(at(kind, inTime)).not.toContain(refund)
  expect(at('called_off', late)).toContain(refund)
})

test('a patient who asked for the cancellation reads no apology and no reason', () => {
  const appointment = { ...mail.appointment, cancellation_reason: 'patient_asked' }
  const { text } = appointmentMail({ ...mail, kind: 'cancelled_on_request', language: 'en', appointment })
  expect(text).toContain('As you asked')
  expect(text).not.toMatch(/sorry|Reason|request of/)
})

test('the company is named in the language of the mail, and its phone number reads left to right', () => {
  const { html, text } = appointmentMail({ ...mail, language: 'ar' })
  for (const part of [html, text]) expect(part).toContain(companyIn.ar.address)
  expect(html).toContain(`<bdi dir="ltr">${company.phones.azerbaijan}</bdi>`)
  expect(text).toContain(`\u2066${company.phones.azerbaijan}\u2069`)
})

test('patients and doctors are addressed by their full name', () => {
  expect(appointmentMail(mail).text).toContain('\n\nSayın Leyla Yıldız,\n\n')
  expect(appointmentMail({ ...mail, to: 'doctor', language: 'az' }).text).toContain('\n\nHörmətli Dr. Rauf Əliyev,\n\n')
})

/** The visible text of a mail. */
const wordsOf = (html: string) =>
  html
    .replace(/^[\s\S]*<h1/, '<h1')
    .replaceAll(/<[^>]+>|&nbsp;/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .replace('Thursday,', 'Thursday')
    .replace('Friday,', 'Friday')

/** The hours of the curve, grouped by their look. */
function hoursOn(html: string) {
  const looks = [...(/<table[^>]*aria-hidden[\s\S]*?<\/table>/.exec(html)?.[0] ?? '').matchAll(/class="(\w+)"/g)].map(([, look]) => look)
  const hours = (look: string) => looks.flatMap((each, hour) => (each === look ? [hour] : []))
  return { dot: hours('dot'), ring: hours('ring'), day: hours('day') }
}

describe('clocks', () => {
  const { appointment } = mail
  const told = (to: 'patient' | 'doctor', timezone: string, more: { startsAt?: string; isUnknown?: boolean; language?: Language } = {}) => {
    const { startsAt = '2027-01-15T10:00:00Z', isUnknown = false, language = 'en' } = more
    const patient = { ...appointment.patient, timezone, timezone_chosen_at: isUnknown ? null : '2027-01-01T10:00:00Z' }
    const sent = appointmentMail({ ...mail, to, language, appointment: { ...appointment, starts_at: startsAt, patient } })
    // Calendars fold long lines.
    return { ...sent, calendar: sent.calendar?.content.replaceAll('\r\n ', '').replaceAll('\\,', ',') }
  }

  test.each([
    ['Europe/Paris', '2027-01-15T10:00:00Z', '11:00 your time (Paris), doctor’s time 14:00 (Baku)'],
    ['Africa/Cairo', '2027-01-15T10:00:00Z', '12:00 your time (Cairo), doctor’s time 14:00 (Baku)'],
    ['Africa/Cairo', '2027-07-15T10:00:00Z', '13:00 your time (Cairo), doctor’s time 14:00 (Baku)'],
    ['Asia/Riyadh', '2027-01-15T10:00:00Z', '13:00 your time (Riyadh), doctor’s time 14:00 (Baku)'],
    ['Asia/Baku', '2027-01-15T10:00:00Z', '14:00 Baku'],
  ])('a patient in %s reads for %s: %s', (zone, startsAt, clocks) => {
    const { text, calendar } = told('patient', zone, { startsAt })
    expect(text).toContain(clocks)
    expect(calendar).toContain(clocks)
  })

  test('a patient with an unknown zone reads only the doctor’s time, and no time is labelled as their own', () => {
    const { text, calendar } = told('patient', 'Europe/Istanbul', { isUnknown: true })
    expect(text).toContain('14:00 Baku')
    expect(text).toContain('Choose your time zone in your profile')
    for (const part of [text, calendar]) expect(part).not.toMatch(/your time \(|Istanbul/)
    expect(told('patient', 'Europe/Paris').text).not.toContain('Choose your time zone')
  })

  test('the day is that of the patient’s zone, and a time on another day names that day', () => {
    const { subject, text } = told('patient', 'Europe/Paris', { startsAt: '2027-01-15T20:30:00Z' })
    expect(subject).toContain('15 January 2027')
    expect(text).toContain('Friday')
    expect(text).toContain('21:30 your time (Paris), doctor’s time 16 January 00:30 (Baku)')
  })

  test('a doctor reads their own time first, and the patient’s if it is known', () => {
    expect(told('doctor', 'Europe/Paris').text).toContain('14:00 Baku, the patient’s time 11:00 (Paris)')
    expect(told('doctor', 'Europe/Istanbul', { isUnknown: true }).text).not.toMatch(/the patient’s time|Istanbul/)
    expect(told('doctor', 'Europe/Paris', { startsAt: '2027-01-15T20:30:00Z' }).subject).toContain('16 January 2027')
  })

  test('HTML has one line per time, and a curve of the day only if the two times differ', () => {
    const paris = told('patient', 'Europe/Paris').html
    expect(wordsOf(paris)).toContain('Friday 15 January 2027 11:00 Paris · your time 14:00 Baku · doctor’s time')
    expect(hoursOn(paris)).toEqual({ dot: [11], ring: [14], day: [6, 7, 8, 9, 10, 12, 13, 15, 16, 17, 18] })
    for (const zone of ['Asia/Baku', 'Asia/Dubai']) expect(told('patient', zone).html).not.toMatch(/class="(day|night|dot|ring)"/)
  })

  test('the curve keeps two times within one hour apart, in either order and at the ends of the day', () => {
    const at = (zone: string, startsAt: string) => {
      const { dot, ring } = hoursOn(told('patient', zone, { startsAt }).html)
      return [dot, ring]
    }
    // The patient's clock is half an hour ahead of Baku, then half an hour behind, then both are near midnight.
    expect(at('Asia/Kabul', '2027-01-15T10:15:00Z')).toEqual([[15], [14]])
    expect(at('Asia/Tehran', '2027-01-15T10:00:00Z')).toEqual([[14], [15]])
    expect(at('Asia/Kabul', '2027-01-15T19:15:00Z')).toEqual([[23], [22]])
  })

  test('HTML shows the deadline and the previous time on the reader’s own clock only', () => {
    const sent = appointmentMail({ ...mail, language: 'en', recordedAt: new Date('2027-01-10T10:00:00Z') })
    expect(wordsOf(sent.html)).toContain('Can be changed or cancelled until Thursday 14 January 2027, 11:00 Paris Open')
    const moved = { ...appointment, reschedule_count: 1, previous_starts_at: '2027-01-14T09:00:00Z' }
    const { html } = appointmentMail({ ...mail, kind: 'rescheduled', language: 'en', appointment: moved })
    expect(wordsOf(html)).toContain('Previous time Thursday 14 January 2027, 10:00 Paris')
  })

  test.each(LANGUAGES)('in %s each clock names its owner', (language) => {
    const { clockOf } = mailTexts[language].appointment
    const toPatient = wordsOf(told('patient', 'Europe/Paris', { language }).html)
    expect(toPatient).toMatch(new RegExp(`11:00 \\S+ · ${clockOf.reader} 14:00 \\S+ · ${clockOf.doctor}`))
    const toDoctor = wordsOf(told('doctor', 'Europe/Paris', { language }).html)
    expect(toDoctor).toMatch(new RegExp(`14:00 \\S+ · ${clockOf.reader} 11:00 \\S+ · ${clockOf.patient}`))
    const unknown = wordsOf(told('patient', 'Europe/Paris', { language, isUnknown: true }).html)
    expect(unknown).toMatch(new RegExp(`14:00 \\S+ · ${clockOf.doctor}`))
    expect(unknown).not.toContain(`· ${clockOf.reader}`)
  })

  test.each(LANGUAGES)('in %s the plain text contains both times, or the note about an unknown zone', (language) => {
    const { text } = told('patient', 'Africa/Cairo', { language })
    expect(text).toMatch(/12:00[^\n]*14:00/)
    expect(told('patient', 'Africa/Cairo', { language, isUnknown: true }).text).toContain(mailTexts[language].appointment.zoneUnknown)
  })
})

test('the calendar event keeps its id and increases its sequence with every mail', () => {
  const read = (kind: AppointmentMail['kind']) => {
    const { calendar } = appointmentMail({ ...mail, kind })
    const component = new ICAL.Component(ICAL.parse(calendar?.content ?? '') as unknown[])
    const event = new ICAL.Event(component.getFirstSubcomponent('vevent') ?? undefined)
    expect(component.getFirstPropertyValue('method')).toBe(calendar?.method)
    expect([event.startDate.toJSDate(), event.endDate.toJSDate()]).toEqual([
      new Date('2027-01-15T10:00:00Z'),
      new Date('2027-01-15T10:30:00Z'),
    ])
    return [calendar?.method, event.uid, event.sequence, event.summary]
  }
  const { id } = mail.appointment
  const summary = 'Randevu: Dr. Rauf Əliyev – BKV'
  expect([read('created'), read('confirmed'), read('cancelled')]).toEqual([
    ['REQUEST', id, 0, summary],
    ['REQUEST', id, 1, summary],
    ['CANCEL', id, 2, summary],
  ])
})

describe('a move', () => {
  const moved = {
    ...mail.appointment,
    reschedule_count: 1,
    previous_starts_at: '2027-01-14T20:30:00Z',
    rescheduled_by: 'patient',
    reschedule_message: 'Migren',
  }
  const told = (to: 'patient' | 'doctor', status: string, language: Language = 'en', more = {}) =>
    appointmentMail({ ...mail, kind: 'rescheduled', to, language, appointment: { ...moved, status, ...more } })

  test('names the previous time on both clocks, each with its own day', () => {
    expect(told('patient', 'confirmed').text).toMatch(
      /Previous time:? *\n?Thursday,? 14 January 2027, 21:30 your time \(Paris\), doctor’s time 15 January 00:30 \(Baku\)/,
    )
  })

  test.each(LANGUAGES)(
    'in %s says whether it awaits confirmation and where to read the other person’s message, without quoting it',
    (language) => {
      const texts = mailTexts[language].appointment
      for (const part of [told('doctor', 'pending', language).text, told('doctor', 'pending', language).html]) {
        for (const expected of [texts.toDoctor.awaitsAnswer, texts.toDoctor.hasMessage]) expect(part).toContain(expected)
        expect(part).not.toContain('Migren')
      }
      expect(told('patient', 'pending', language).text).toContain(texts.toPatient.awaitsAnswer)
      // The patient wrote the message, so there is nothing new to read.
      expect(told('patient', 'pending', language).text).not.toContain(texts.toPatient.hasMessage)
      expect(told('doctor', 'confirmed', language).text).not.toContain(texts.toDoctor.awaitsAnswer)
    },
  )

  test('increases the calendar sequence, and its confirmation and cancellation increase it further', () => {
    const word = (kind: AppointmentMail['kind'], status: string, reschedule_count: number) => {
      const { calendar } = appointmentMail({ ...mail, kind, appointment: { ...moved, status, reschedule_count } })
      return [
        calendar?.method,
        /STATUS:(\w+)/.exec(calendar?.content ?? '')?.[1],
        Number(/SEQUENCE:(\d+)/.exec(calendar?.content ?? '')?.[1]),
      ]
    }
    expect([
      word('rescheduled', 'pending', 1),
      word('confirmed', 'confirmed', 1),
      word('rescheduled', 'confirmed', 2),
      word('called_off', 'cancelled', 2),
    ]).toEqual([
      ['REQUEST', 'TENTATIVE', 3],
      ['REQUEST', 'CONFIRMED', 4],
      ['REQUEST', 'CONFIRMED', 7],
      ['CANCEL', 'CANCELLED', 8],
    ])
  })
})

test('a free-text reason is announced to the patient but not quoted', () => {
  const appointment = { ...mail.appointment, status: 'cancelled', cancellation_reason: 'Doktor hasta' }
  const { hasMessage } = mailTexts.tr.appointment.toPatient
  for (const kind of ['rejected', 'called_off'] as const) {
    const { text } = appointmentMail({ ...mail, kind, appointment })
    expect(text).toContain(hasMessage)
    expect(text).not.toContain('Doktor hasta')
  }
  expect(appointmentMail({ ...mail, kind: 'called_off' }).text).not.toContain(hasMessage)
})

test('a reason from the list appears in the mail and in the calendar, in the reader’s language', () => {
  const appointment = { ...mail.appointment, status: 'cancelled', cancellation_reason: 'needs_visit' }
  for (const language of ['tr', 'ar', 'fr'] as const) {
    const { reasons, toPatient } = mailTexts[language].appointment
    const { text, calendar } = appointmentMail({ ...mail, kind: 'rejected', language, appointment })
    expect(text).toContain(reasons.needs_visit)
    expect(text).not.toMatch(/needs_visit/)
    expect(text).not.toContain(toPatient.hasMessage)
    // Calendars fold long lines.
    expect(calendar?.content.replaceAll('\r\n ', '').replaceAll('\\', '')).toContain(reasons.needs_visit)
  }
  expect(appointmentMail({ ...mail, kind: 'confirmed', appointment }).text).not.toContain(mailTexts.tr.appointment.reasons.needs_visit)
})

test('the calendar event carries the time of its cause, so that every attempt sends the same content', () => {
  const { calendar } = appointmentMail({ ...mail, recordedAt: new Date('2027-01-02T03:04:05.678Z') })
  expect(calendar?.content).toContain('DTSTAMP:20270102T030405Z\r\n')
})

test('reminders have no calendar file', () => {
  expect(appointmentMail({ ...mail, kind: 'reminder_1h' }).calendar).toBeUndefined()
})

test('neither an erased user nor an advertisement in place of a name is named', () => {
  expect(patientNamed('deleted', 'user', '2027-01-01').text).toContain('A patient who deleted their account')
  expect(patientNamed('deleted', 'user', '2027-01-01').text).not.toContain('deleted user')
  for (const name of ['https://evil.example', 'Visit evil.example', '<b>x</b>', '5000', null]) {
    expect(patientNamed(name).text).toContain('Patient (no name given)')
  }
  expect(patientNamed('Ayşe Nur', 'O’Neil').text).toContain('Ayşe Nur O’Neil')
})

test('the patient reads type and fee with what is booked, confirmed or moved; the doctor reads the type only', () => {
  const booked = { type_name: { en: 'First appointment' }, fee_minor: 12_000, fee_currency: 'AZN', fee_agreed_at: '2027-01-02T10:00:00Z' }
  const told = (kind: AppointmentMail['kind'], to: 'patient' | 'doctor' = 'patient') =>
    appointmentMail({ ...mail, kind, to, language: 'en', appointment: { ...mail.appointment, ...booked } }).text
  for (const kind of ['created', 'confirmed', 'rescheduled'] as const) {
    expect(told(kind)).toContain('Type of appointment: First appointment')
    expect(told(kind)).toMatch(/Fee \(agreed on .*2 January 2027\): .*120\.00.AZN/)
    expect(told(kind, 'doctor')).toContain('First appointment')
    expect(told(kind, 'doctor')).not.toContain('Fee')
  }
  for (const kind of ENDINGS) expect(told(kind)).not.toContain('120.00')
})
