// Texts about calls: names, opening times and reasons why a call is not possible.

import { titledName } from '../../domain/titled-name.ts'
import { type ErrorTexts, textOf } from '../../lib/errors.ts'
import type { TextKey, Values } from '../../lib/i18n.tsx'
import type { Language } from '../../lib/languages.ts'
import type { DeviceFault } from '../../lib/media.ts'
import { formatDay } from '../../lib/time/dates.ts'
import { browserZone, cityOf, clockIn, isoDay } from '../../lib/time/zones.ts'
import type { Availability } from './availability.ts'
import type { CallDetails } from './queries.ts'

/** The toast id of a call, which has one message at a time. */
export const CALL_NEWS = 'call'

type Translate = (key: TextKey, values?: Values) => string

const STATES = { open: 'call.isOpen', unconfirmed: 'call.awaiting', ended: 'call.endedForPatient', over: 'call.over' } as const

interface I18n {
  t: Translate
  language: Language
}

interface Clock {
  /** The reader's time zone. */
  zone: string
  now: Date
  /** The reader's day that is shown above the text, so that the text need not repeat it. */
  namedDay?: string
}

export const availabilityText = (availability: Availability, i18n: I18n, clock: Clock) =>
  availability.state === 'early' ? earlyText(availability.minutes, i18n, clock) : i18n.t(STATES[availability.state])

const MINUTE_MS = 60_000
const LAST_MINUTES = 60

/** Gives the minutes only within the last hour. Before that it names the day and time at which the room opens. */
export function earlyText(minutes: number, { t, language }: I18n, { zone, now, namedDay }: Clock) {
  if (minutes <= LAST_MINUTES) return t('call.early', { n: minutes, count: minutes })
  // Rounds down to the minute, because `minutes` was rounded up and rooms open on full minutes.
  const opensAt = new Date(Math.floor((now.getTime() + minutes * MINUTE_MS) / MINUTE_MS) * MINUTE_MS)
  const day = isoDay(opensAt, zone)
  const clock = t('appointments.clock', { time: clockIn(opensAt, zone), city: cityOf(zone, language) })
  return day === namedDay ? t('call.opensThatDay', { clock }) : t('call.opensAt', { day: formatDay(day, language), clock })
}

/** Reasons why the room refuses a user. A retry would not help soon. */
export const REFUSALS: ErrorTexts = {
  room_too_early: 'call.early',
  wrong_code: 'call.wrongCode',
  not_yours: 'call.notYours',
  room_not_confirmed: 'call.needsConfirmation',
  room_over: 'call.over',
  call_ended: 'call.endedForPatient',
}

const FAULTS: ErrorTexts = {
  ...REFUSALS,
  too_many_calls: 'call.tooMany',
  provider_failed: 'call.providerFailed',
  // The usual text speaks of unsaved input, which does not exist here.
  unreachable: 'error.notLoaded',
}

export function roomErrorText(error: unknown, i18n: I18n, zone = browserZone()) {
  const { t } = i18n
  const { key, values } = textOf(error, FAULTS)
  if (key === 'call.early') return earlyText(Number(values['minutes']), i18n, { zone, now: new Date() })
  return t(key, key === 'call.wrongCode' ? { code: String(values['expected']) } : values)
}

export const DEVICE_FAULTS: Record<DeviceFault, TextKey> = {
  denied: 'call.denied',
  missing: 'call.missing',
  busy: 'call.busy',
  unsupported: 'call.deviceFailed',
  insecure: 'call.deviceFailed',
  failed: 'call.deviceFailed',
}

export interface KnownName {
  /** The name with the title in the reader's language. */
  full: string
  /** The name without the title. Empty if unknown. */
  plain: string
}

/** The names of both sides, as recorded in the appointment. */
export function namesOf({ doctor, patient, part }: CallDetails, t: Translate): { own: KnownName; other: KnownName } {
  const names = {
    doctor: { full: titledName(doctor, t), plain: plainName(doctor) },
    patient: { full: plainName(patient) || t('call.patient'), plain: plainName(patient) },
  }
  return part === 'doctor' ? { own: names.doctor, other: names.patient } : { own: names.patient, other: names.doctor }
}

/** The data for a portrait. Patients have initials instead of a photo. Undefined if the name is unknown. */
export function portraitOf(person: CallDetails['doctor'] | CallDetails['patient']) {
  const { first_name, last_name } = person ?? {}
  if (!first_name && !last_name) return undefined
  return {
    first_name: first_name ?? '',
    last_name: last_name ?? '',
    photo_path: person && 'photo_path' in person ? person.photo_path : null,
  }
}

const plainName = (person: { first_name: string | null; last_name: string | null } | null) =>
  [person?.first_name, person?.last_name].filter(Boolean).join(' ')

/** The name of the other person in the call. For a patient without an account it is a guardian, who joins under their own name. */
export function nameInCall(details: CallDetails, told: string | undefined, t: Translate) {
  const { other } = namesOf(details, t)
  const isGuardian = details.part === 'doctor' && details.patient?.has_account === false
  return told && isGuardian ? t('call.guardianFor', { guardian: told, patient: other.full }) : shownName(told, other)
}

/** The name under which somebody joined. If it is the known name, its title is shown in the reader's language. */
export function shownName(told: string | undefined, known: KnownName) {
  const isOwnName = !told || (known.plain !== '' && told.endsWith(known.plain))
  return isOwnName ? known.full : told
}

/** Why a call is over, by the status of its appointment. */
export const OVER_REASONS: Record<CallDetails['status'], TextKey> = {
  completed: 'call.isCompleted',
  cancelled: 'call.isCancelled',
  // Pending means that the patient has moved the appointment, so it must be confirmed again.
  pending: 'call.isMoved',
  confirmed: 'call.doctorEndedText',
}

/** A one-line text, for a user whose screen shows something else at the moment. */
export const overText = ({ status }: CallDetails): TextKey => (status === 'confirmed' ? 'call.doctorEnded' : OVER_REASONS[status])
