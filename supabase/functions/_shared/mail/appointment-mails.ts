// Mails to the patient and the doctor about an appointment. Complaints and notes are not passed in, so no mail can contain them.
import { calendarOf } from '../calendar.ts'
import { company } from '../company.ts'
import { CANCELLATION_REASONS, LANGUAGES } from '../rules.ts'
import { type Block, button, colon, type Fact, facts, note, paragraph } from './blocks.ts'
import { appointedTime } from './clock-block.ts'
import { clockIn, clocksForDoctor, clocksForPatient, clocksInWords, dateOf, dayOf, listOf } from './clocks.ts'
import { escapeHtml } from './escape.ts'
import type { Language } from './language.ts'
import { renderMail, withBrand } from './layout.ts'
import type { Mail } from './mail.ts'
import { greeting, nameOf } from './names.ts'
import { specialtyIn } from './specialties.ts'
import { fill, mailTexts } from './texts.ts'
import { type BookedType, feeFact, typeFact } from './type-facts.ts'

export const appointmentMailKinds = [
  'created',
  'confirmed',
  'cancelled',
  'rejected',
  'called_off',
  'cancelled_by_patient',
  'cancelled_on_request',
  'not_held',
  'expired',
  'rescheduled',
  'reminder_24h',
  'reminder_1h',
] as const

/** The mails that both sides get. */
export type AppointmentMailKind = (typeof appointmentMailKinds)[number]
/** Staff entered a fee. Only the patient's side gets this mail, because only the patient has to agree. */
export const FEE_SET = 'fee_set'
type Kind = AppointmentMailKind | typeof FEE_SET

export interface AppointmentMail {
  kind: Kind
  to: 'patient' | 'doctor'
  recipient: string
  language: Language
  siteUrl: string
  /** The sender. Calendars accept updates of an event only from the same address. */
  sender: string
  /** The time of the event that caused the mail. It is the same at every attempt, so that a provider recognizes the mail. */
  recordedAt?: Date
  /** The guardian who reads the mail in the patient's place. */
  guardian?: Person | undefined
  appointment: BookedType & {
    id: string
    status: string
    starts_at: string
    ends_at: string
    timezone: string
    session_duration: number
    erased_at: string | null
    reschedule_count: number
    previous_starts_at: string | null
    rescheduled_by: string | null
    /** Mails never quote this text or the next one. They only say where to read it. */
    reschedule_message: string | null
    cancellation_reason: string | null
    doctor: {
      id: string
      first_name: string
      last_name: string
      specialization: string
      specialty_code: string | null
      timezone: string
      cancellation_hours: number
    }
    patient: Person & { has_account: boolean }
    /** The people who currently act for a patient without an account. */
    guardians: Person[]
  }
}

interface Person {
  first_name: string | null
  last_name: string | null
  timezone: string
  /** Null means that the zone is only a fallback and must not be called the person's own. */
  timezone_chosen_at: string | null
}

const PAGES = { patient: '/appointments?tab=mine', doctor: '/doctor' }
/** After these the patient's next step is another time with the same doctor. */
const ENDINGS: Kind[] = ['cancelled', 'rejected', 'called_off', 'cancelled_by_patient', 'cancelled_on_request', 'not_held', 'expired']
/** The patient learns the reason that staff chose, or where to read what they wrote. */
const ENDED_BY_STAFF: Kind[] = ['rejected', 'called_off', 'not_held']
/** Mails that tell the patient the fee. */
const STATES_FEE: Kind[] = ['created', 'confirmed', 'rescheduled', FEE_SET]
/** These tell the doctor that the patient was notified. */
const ALSO_TOLD: Kind[] = ['confirmed', 'rejected', 'called_off', 'cancelled_on_request', 'not_held', 'expired']

export function appointmentMail(mail: AppointmentMail): Mail {
  const { kind, to, recipient, language, appointment } = mail
  const texts = mailTexts[language]
  const { toPatient, toDoctor, ...words } = texts.appointment
  const side = to === 'patient' ? toPatient : toDoctor
  const { awaitsAnswer, hasMessage } = side
  const usualNews = kind === FEE_SET ? toPatient.fee_set : side[kind]
  const news = isToldByPhone(mail) ? { ...usualNews, ...words.toldByPhone } : usualNews
  const { doctor, guardians, timezone: zone } = appointment
  const reader = mail.guardian ?? appointment.patient
  const treated = patientOf(mail)
  const startsAt = new Date(appointment.starts_at)
  const patientsZone = reader.timezone_chosen_at ? reader.timezone : undefined
  const linesAt = (instant: Date) => {
    const moment = { startsAt: instant, doctorsZone: zone }
    return to === 'patient'
      ? clocksForPatient(moment, patientsZone, language)
      : clocksForDoctor(moment, { ownZone: doctor.timezone, patientsZone }, language)
  }
  const lines = linesAt(startsAt)
  const clocks = clocksInWords(lines, language)
  // The day next to the times is the day in the first zone.
  const firstZone = (to === 'patient' && patientsZone) || zone
  const doctorName = fill(words.doctorName, { name: `${doctor.first_name} ${doctor.last_name}` })
  const { link, label } = nextStep(mail, side.action)
  const other = to === 'patient' ? doctorName : treated
  const previous = kind === 'rescheduled' && appointment.previous_starts_at ? new Date(appointment.previous_starts_at) : undefined
  const cancelUntil = deadlineOf(mail)
  const inWords = (at: Date) => listOf([dayOf(at, firstZone, language), ...linesAt(at).map(({ text }) => text)], language)
  const onFirstClock = (at: Date) => listOf([dayOf(at, firstZone, language), clockIn(at, firstZone, language)], language)
  const reason = chosenReason(mail)
  const described = [clocks, reason && `${words.cancellationReason}${colon(language)} ${reason}`].filter(Boolean).join('\n')
  const summary = fill(mail.guardian ? words.summaryFor : words.summary, { patient: treated, name: other })
  const calendar = calendarFor(mail, { summary, described, link })
  const companions = to === 'doctor' ? guardians.map(({ first_name, last_name }) => nameOf(first_name, last_name)).filter(isDefined) : []
  const subject = fill(news.subject, { date: dateOf(startsAt, firstZone, language) })

  const blocks: Block[] = [
    paragraph(to === 'patient' ? greeting(texts, reader.first_name, reader.last_name) : fill(texts.greetingByName, { name: doctorName })),
    paragraph(news.body),
    appointedTime({ day: dayOf(startsAt, firstZone, language), lines, isOver: ENDINGS.includes(kind) }),
    facts([
      ...(mail.guardian ? [{ label: words.patient, value: treated, direction: 'auto' as const }] : []),
      to === 'patient'
        ? withPortrait({ label: words.doctor, value: doctorName, direction: 'auto' }, doctor, language)
        : { label: words.patient, value: other, direction: 'auto' },
      ...(companions.length > 0 ? [{ label: words.companion, value: listOf(companions, language), direction: 'auto' as const }] : []),
      ...(previous ? [withOneClock({ label: words.previousTime, value: inWords(previous) }, onFirstClock(previous), true)] : []),
      ...(reason ? [{ label: words.cancellationReason, value: reason }] : []),
      ...typeFact(appointment, language),
      { label: words.duration, value: fill(words.minutes, { count: String(appointment.session_duration) }) },
      ...(to === 'patient' && STATES_FEE.includes(kind) ? feeFact(appointment, firstZone, language) : []),
      ...(cancelUntil ? [withOneClock({ label: words.cancelUntil, value: inWords(cancelUntil) }, onFirstClock(cancelUntil))] : []),
    ]),
    ...(kind === 'rescheduled' && appointment.status === 'pending' ? [paragraph(awaitsAnswer)] : []),
    ...(bringsMessage(mail) ? [paragraph(hasMessage)] : []),
    ...(isRefunded(mail) ? [paragraph(toPatient.refund)] : []),
    button(label, link),
    ...(calendar && calendar.method !== 'CANCEL' ? [note(words.inCalendar)] : []),
    ...(to === 'patient' && !patientsZone ? [note(words.zoneUnknown)] : []),
  ]
  const rendered = renderMail({
    language,
    subject: mail.guardian ? fill(words.subjectFor, { name: treated, subject }) : subject,
    preheader: news.preheader,
    title: news.title,
    blocks,
    reason: fill(words.reason, { brand: company.brand }),
  })
  const replyTo = company.infoEmail ? { replyTo: company.infoEmail } : {}
  return { to: recipient, ...replyTo, ...rendered, ...(calendar ? { calendar } : {}) }
}

/** The doctor as on the site, but with initials: loading a picture would tell the sender that the mail was opened. */
function withPortrait(fact: Fact, doctor: AppointmentMail['appointment']['doctor'], language: Language): Fact {
  const specialty = specialtyIn(doctor, language)
  const initials = [doctor.first_name, doctor.last_name].map((name) => Array.from(name.trim())[0] ?? '').join('')
  return {
    ...fact,
    value: listOf([fact.value, specialty].filter(Boolean), language),
    html: (look) =>
      `<span class="portrait" aria-hidden="true" style="${look.portrait}">${escapeHtml(initials)}</span>` +
      `<span style="${look.beside}"><span dir="auto" style="${look.factValue}">${escapeHtml(fact.value)}</span>` +
      `${specialty && `<br><span class="quiet" style="${look.clockLabel}">${escapeHtml(specialty)}</span>`}</span>`,
  }
}

/** HTML shows both clocks above, so it states the other times of an appointment on the first clock only. */
const withOneClock = (fact: Fact, short: string, isOver = false): Fact => ({
  ...fact,
  html: (look) =>
    isOver
      ? `<span class="quiet" style="${look.struck}">${escapeHtml(short)}</span>`
      : `<span style="${look.factValue}">${escapeHtml(short)}</span>`,
})

/** Opens the page in the language of the mail, by the prefix of the path or, for Turkish, which has none, by the query. */
function nextStep({ kind, to, language, siteUrl, appointment: { id, doctor } }: AppointmentMail, action: string) {
  const { joinCall, toPatient } = mailTexts[language].appointment
  const [path, label] =
    kind === 'reminder_1h'
      ? [`/call/${id}`, joinCall]
      : kind === FEE_SET
        ? [`${PAGES.patient}&appointment=${id}`, toPatient.fee_set.action]
        : to === 'patient' && ENDINGS.includes(kind)
          ? [`/appointments?doctor=${doctor.id}`, toPatient.bookAgain]
          : [PAGES[to], action]
  const link = new URL(path, siteUrl)
  if (language === LANGUAGES[0]) link.searchParams.set('lang', language)
  else link.pathname = `/${language}${link.pathname}`
  return { link: link.href, label }
}

/** The patient's deadline for cancelling. Undefined if it had passed when the mail was recorded. */
function openDeadline({ recordedAt = new Date(), appointment: { starts_at, doctor } }: AppointmentMail) {
  const until = new Date(new Date(starts_at).getTime() - doctor.cancellation_hours * 3_600_000)
  return until > recordedAt ? until : undefined
}

/** Only confirmations and early reminders mention the deadline, and only to the patient. */
const deadlineOf = (mail: AppointmentMail) =>
  mail.to === 'patient' && (mail.kind === 'confirmed' || mail.kind === 'reminder_24h') ? openDeadline(mail) : undefined

/** A cancellation at the patient's request is refunded if it was in time. The texts of the other mails already say what is refunded. */
const isRefunded = (mail: AppointmentMail) =>
  mail.to === 'patient' && mail.kind === 'cancelled_on_request' && openDeadline(mail) !== undefined

/** Only a phone call reaches a patient who has neither an account nor a guardian. */
const isToldByPhone = ({ kind, to, appointment: { patient, guardians, erased_at } }: AppointmentMail) =>
  to === 'doctor' && ALSO_TOLD.includes(kind) && !patient.has_account && guardians.length === 0 && !erased_at

const isDefined = (name: string | undefined) => name !== undefined

function patientOf({ language, appointment: { patient, erased_at } }: AppointmentMail) {
  const words = mailTexts[language].appointment
  return erased_at ? words.erasedPatient : (nameOf(patient.first_name, patient.last_name) ?? words.somePatient)
}

/** The reason that staff chose from the list, in the language of the mail. Unlike free text, it says nothing about anybody's health. */
function chosenReason({ kind, language, appointment: { cancellation_reason: reason } }: AppointmentMail) {
  const code = CANCELLATION_REASONS.find((each) => each === reason)
  return code && code !== 'patient_asked' && ENDED_BY_STAFF.includes(kind) ? mailTexts[language].appointment.reasons[code] : undefined
}

// Whether there is a message to read on the site: from staff about a cancellation, or from the other side about a move.
function bringsMessage(mail: AppointmentMail) {
  const { kind, to, appointment } = mail
  if (ENDED_BY_STAFF.includes(kind))
    return (
      to === 'patient' &&
      appointment.cancellation_reason !== null &&
      !CANCELLATION_REASONS.some((each) => each === appointment.cancellation_reason)
    )
  if (kind !== 'rescheduled' || appointment.reschedule_message === null) return false
  return appointment.rescheduled_by !== to
}

/** The method and sequence number for calendars. Each move uses three numbers: for the request, the confirmation and the cancellation. */
function wordForCalendars({ kind, appointment: { status, reschedule_count } }: AppointmentMail) {
  // These have no calendar file, because the event is in the calendar already.
  if (kind === 'reminder_24h' || kind === 'reminder_1h' || kind === FEE_SET) return undefined
  const first = 3 * reschedule_count
  const isConfirmed = kind === 'confirmed' || (kind === 'rescheduled' && status === 'confirmed')
  if (isConfirmed) return { method: 'REQUEST', status: 'CONFIRMED', sequence: first + 1 } as const
  if (kind === 'created' || kind === 'rescheduled') return { method: 'REQUEST', status: 'TENTATIVE', sequence: first } as const
  return { method: 'CANCEL', status: 'CANCELLED', sequence: first + 2 } as const
}

function calendarFor(mail: AppointmentMail, { summary, described, link }: { summary: string; described: string; link: string }) {
  const { to, recipient, sender, appointment, recordedAt = new Date() } = mail
  const word = wordForCalendars(mail)
  if (!word) return undefined
  const { id, doctor, patient } = appointment
  const { first_name } = to === 'patient' ? (mail.guardian ?? patient) : doctor
  const content = calendarOf({
    ...word,
    id,
    startsAt: new Date(appointment.starts_at),
    endsAt: new Date(appointment.ends_at),
    summary: withBrand(summary, mail.language),
    description: `${described}\n${link}`,
    url: link,
    organizer: { name: company.brand, address: sender },
    attendee: { name: nameOf(first_name) ?? recipient, address: recipient },
    at: recordedAt,
  })
  return { method: word.method, content }
}
