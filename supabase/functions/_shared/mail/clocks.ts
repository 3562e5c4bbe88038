// When something is, as the clocks of those concerned show it: "14:00 Baku, your time 11:00".
import type { Language } from './language.ts'
import { fill, mailTexts } from './texts.ts'

export interface Moment {
  startsAt: Date
  /** Where the appointment's own clock hangs. */
  zone: string
  /** Where the reader is. */
  readersZone: string
  /** Where the patient is, when the reader is not the patient. */
  patientsZone?: string
}

/** Other clocks are named only where they show something else. */
export function clocksOf({ startsAt, zone, readersZone, patientsZone }: Moment, language: Language): string {
  const texts = mailTexts[language].appointment
  const own = wallClock(startsAt, zone)
  const others = [
    { text: texts.yourClock, clock: wallClock(startsAt, readersZone) },
    ...(patientsZone ? [{ text: texts.patientsClock, clock: wallClock(startsAt, patientsZone) }] : []),
  ].filter(({ clock }) => clock.day !== own.day || clock.time !== own.time)
  return [
    fill(texts.clock, { time: own.time, city: cityOf(zone, language) }),
    ...others.map(({ text, clock }) =>
      fill(text, { time: clock.day === own.day ? clock.time : `${shortDay(clock.day, language)} ${clock.time}` }),
    ),
  ].join(language === 'ar' ? '، ' : ', ')
}

/** The day in words, as it is in a zone. */
export const dayOf = (instant: Date, zone: string, language: Language) => inWords(wallClock(instant, zone).day, language, 'full')

export const dateOf = (instant: Date, zone: string, language: Language) => inWords(wallClock(instant, zone).day, language, 'date')

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
  return new Intl.DateTimeFormat(locale, { ...DAY_STYLES[style], timeZone: 'UTC' }).format(date)
}

// Deno, where hosted functions run, has no Azerbaijani, like the browsers it shares its engine with. The site has the same words.
function inAzerbaijani(date: Date, style: DayStyle) {
  const dayMonth = `${date.getUTCDate()} ${AZERBAIJANI_MONTHS[date.getUTCMonth()]}`
  if (style === 'dayMonth') return dayMonth
  const withYear = `${dayMonth} ${date.getUTCFullYear()}`
  return style === 'date' ? withYear : `${withYear}, ${AZERBAIJANI_WEEKDAYS[date.getUTCDay()]}`
}

const AZERBAIJANI_MONTHS = ['yanvar', 'fevral', 'mart', 'aprel', 'may', 'iyun', 'iyul', 'avqust', 'sentyabr', 'oktyabr', 'noyabr', 'dekabr']
const AZERBAIJANI_WEEKDAYS = ['bazar', 'bazar ertəsi', 'çərşənbə axşamı', 'çərşənbə', 'cümə axşamı', 'cümə', 'şənbə']

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

function cityOf(zone: string, language: Language) {
  return CITIES[zone]?.[language] ?? zone.split('/').at(-1)?.replaceAll('_', ' ') ?? zone
}

const CITIES: Record<string, Record<Language, string>> = {
  'Europe/Istanbul': { tr: 'İstanbul', az: 'İstanbul', en: 'Istanbul', ru: 'Стамбул', ar: 'إسطنبول', fr: 'Istanbul' },
  'Asia/Baku': { tr: 'Bakü', az: 'Bakı', en: 'Baku', ru: 'Баку', ar: 'باكو', fr: 'Bakou' },
  'Europe/Moscow': { tr: 'Moskova', az: 'Moskva', en: 'Moscow', ru: 'Москва', ar: 'موسكو', fr: 'Moscou' },
  'Asia/Dubai': { tr: 'Dubai', az: 'Dubay', en: 'Dubai', ru: 'Дубай', ar: 'دبي', fr: 'Dubaï' },
  'Europe/Berlin': { tr: 'Berlin', az: 'Berlin', en: 'Berlin', ru: 'Берлин', ar: 'برلين', fr: 'Berlin' },
  'Europe/London': { tr: 'Londra', az: 'London', en: 'London', ru: 'Лондон', ar: 'لندن', fr: 'Londres' },
  'America/New_York': { tr: 'New York', az: 'Nyu-York', en: 'New York', ru: 'Нью-Йорк', ar: 'نيويورك', fr: 'New York' },
  'Asia/Tehran': { tr: 'Tahran', az: 'Tehran', en: 'Tehran', ru: 'Тегеран', ar: 'طهران', fr: 'Téhéran' },
  'Asia/Ashgabat': { tr: 'Aşkabat', az: 'Aşqabad', en: 'Ashgabat', ru: 'Ашхабад', ar: 'عشق آباد', fr: 'Achgabat' },
  'Asia/Tashkent': { tr: 'Taşkent', az: 'Daşkənd', en: 'Tashkent', ru: 'Ташкент', ar: 'طشقند', fr: 'Tachkent' },
}
