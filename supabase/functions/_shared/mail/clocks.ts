// The time of an appointment in the time zones of its two people: "11:00 your time (Paris), doctor’s time 14:00 (Baku)".
import { AZERBAIJANI } from '../azerbaijani.ts'
import { cityOf } from '../cities.ts'
import type { Language } from './language.ts'
import { fill, mailTexts } from './texts.ts'

interface Moment {
  startsAt: Date
  /** The time zone that the appointment was booked in. */
  doctorsZone: string
}

export interface ClockLine {
  text: string
  /** For example '14:00'. */
  time: string
  city: string
  /** Whose time it is. Undefined if the appointment's zone is no longer the zone of either person. */
  owner?: 'reader' | 'doctor' | 'patient' | undefined
  /** The short form of the day, if it differs from the day of the mail. */
  day?: string | undefined
}

/** For the patient: their own time first, the doctor's second. If the patient's zone is unknown, only the doctor's, labelled as such. */
export function clocksForPatient({ startsAt, doctorsZone }: Moment, ownZone: string | undefined, language: Language): ClockLine[] {
  const texts = mailTexts[language].appointment
  if (!ownZone || cityOf(ownZone, language) === cityOf(doctorsZone, language))
    return [firstLine(startsAt, doctorsZone, language, ownZone ? 'reader' : 'doctor')]
  const { day } = wallClock(startsAt, ownZone)
  return [
    line(texts.yourClock, { at: startsAt, zone: ownZone, owner: 'reader', dayBeside: day }, language),
    line(texts.doctorsClock, { at: startsAt, zone: doctorsZone, owner: 'doctor', dayBeside: day }, language),
  ]
}

/** For the doctor: the appointment's zone first. The doctor's current zone and the patient's follow only if the time differs there. */
export function clocksForDoctor(
  { startsAt, doctorsZone }: Moment,
  { ownZone, patientsZone }: { ownZone: string; patientsZone: string | undefined },
  language: Language,
): ClockLine[] {
  const texts = mailTexts[language].appointment
  const first = wallClock(startsAt, doctorsZone)
  const differs = (zone: string) => {
    const { day, time } = wallClock(startsAt, zone)
    return day !== first.day || time !== first.time
  }
  return [
    firstLine(startsAt, doctorsZone, language, differs(ownZone) ? undefined : 'reader'),
    ...(differs(ownZone) ? [line(texts.yourClock, { at: startsAt, zone: ownZone, owner: 'reader', dayBeside: first.day }, language)] : []),
    ...(patientsZone && differs(patientsZone)
      ? [line(texts.patientsClock, { at: startsAt, zone: patientsZone, owner: 'patient', dayBeside: first.day }, language)]
      : []),
  ]
}

export const listOf = (parts: string[], language: Language) => parts.join(language === 'ar' ? '، ' : ', ')

/** All times in one sentence. */
export const clocksInWords = (lines: ClockLine[], language: Language) =>
  capitalized(
    listOf(
      lines.map(({ text }) => text),
      language,
    ),
    language,
  )

export const clockIn = (at: Date, zone: string, language: Language) =>
  fill(mailTexts[language].appointment.clock, { time: wallClock(at, zone).time, city: cityOf(zone, language) })

const firstLine = (at: Date, zone: string, language: Language, owner: ClockLine['owner']): ClockLine => ({
  text: clockIn(at, zone, language),
  time: wallClock(at, zone).time,
  city: cityOf(zone, language),
  owner,
})

interface OwnedMoment {
  at: Date
  zone: string
  owner: ClockLine['owner']
  /** The day of the mail. */
  dayBeside: string
}

/** Includes the day if it differs from the day of the mail. */
function line(text: string, { at, zone, owner, dayBeside }: OwnedMoment, language: Language): ClockLine {
  const { day, time } = wallClock(at, zone)
  const city = cityOf(zone, language)
  const otherDay = day === dayBeside ? undefined : shortDay(day, language)
  return { text: fill(text, { time: otherDay ? `${otherDay} ${time}` : time, city }), time, city, owner, day: otherDay }
}

const capitalized = (text: string, language: Language) => text.charAt(0).toLocaleUpperCase(language) + text.slice(1)

/** The day in words, in the given zone. */
export const dayOf = (instant: Date, zone: string, language: Language) => inWords(wallClock(instant, zone).day, language, 'full')

export const dateOf = (instant: Date, zone: string, language: Language) => inWords(wallClock(instant, zone).day, language, 'date')

/** A day such as '2026-11-19' in words. */
export const dateInWords = (day: string, language: Language) => inWords(day, language, 'date')

const shortDay = (day: string, language: Language) => inWords(day, language, 'dayMonth')

type DayStyle = 'full' | 'date' | 'dayMonth'

const DAY_STYLES: Record<DayStyle, Intl.DateTimeFormatOptions> = {
  full: { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' },
  date: { day: 'numeric', month: 'long', year: 'numeric' },
  dayMonth: { day: 'numeric', month: 'long' },
}

function inWords(day: string, language: Language, style: DayStyle) {
  const date = new Date(`${day}T00:00:00Z`)
  if (language === 'az') return inAzerbaijani(date, style)
  const locale = ({ ar: 'ar-u-nu-latn', en: 'en-GB' } as Partial<Record<Language, string>>)[language] ?? language
  const words = new Intl.DateTimeFormat(locale, { ...DAY_STYLES[style], timeZone: 'UTC' }).format(date)
  // The Russian abbreviation of 'year' must not begin a line.
  return words.replace(/\sг\./, '\u00a0г.')
}

// Deno, where hosted functions run, has no Azerbaijani.
function inAzerbaijani(date: Date, style: DayStyle) {
  const dayMonth = `${date.getUTCDate()} ${AZERBAIJANI.months[date.getUTCMonth()]}`
  if (style === 'dayMonth') return dayMonth
  const withYear = `${dayMonth} ${date.getUTCFullYear()}`
  return style === 'date' ? withYear : `${withYear}, ${AZERBAIJANI.weekdays[date.getUTCDay()]}`
}

function wallClock(instant: Date, zone: string) {
  const options = { timeZone: zone, hourCycle: 'h23' } as const
  const parts = new Intl.DateTimeFormat('en-GB', {
    ...options,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  }).formatToParts(instant)
  const part = (type: string) => parts.find((each) => each.type === type)?.value ?? ''
  return { day: `${part('year')}-${part('month')}-${part('day')}`, time: `${part('hour')}:${part('minute')}` }
}
