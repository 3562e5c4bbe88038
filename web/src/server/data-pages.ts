// Which pages the server renders with data, of what, and what each takes of it.
import { type CompanySettings, company } from '../../../supabase/functions/_shared/company.ts'
import { doctorPath, doctorSlug, SHORT_ID, shortIdOf } from '../domain/doctor-address.ts'
import type { NextSlot } from '../domain/next-slots.ts'
import { answersIn, type FaqRow, noticeAsHtml, type ProjectRow, type ShownAnswer, shownProjects } from '../domain/shown-content.ts'
import type { NoticeBody } from '../domain/site-content.ts'
import { type DoctorText, type PublicDoctor, withTexts } from '../features/doctors/list/public-doctors.ts'
import { type PublicFee, type PublicType, withFees } from '../features/doctors/public-types.ts'
import { translate } from '../lib/i18n.tsx'
import type { Language } from '../lib/languages.ts'
import { isoDay } from '../lib/time/zones.ts'
import type { SourceName } from './data-sources.ts'
import { doctorHead, listOfDoctors, physician } from './doctor-head.ts'

export type SourceData = Partial<Record<SourceName, unknown>>

interface ViewRequest {
  /** Without a language. */
  path: string
  language: Language
  data: SourceData
  now: Date
  /** The origin of the site. */
  origin: string
}

/** What a page shows at this moment. */
export interface PageView {
  status: 200 | 404 | 410
  /** For the page's components. */
  values: Record<string, unknown>
  /** When it would show something else, even if the data stay as they are. */
  validUntil: number
  title?: string
  description?: string
  shareImage?: string | undefined
  structuredData: object[]
  /** Further entries of the structured data about questions. */
  questions?: ShownAnswer[]
}

interface DataPage {
  pattern: string
  needs: SourceName[]
  /** For a parameter: the last segments of the present addresses by the keys that they end with. */
  addresses?: { key: string; needs: SourceName[]; of: (data: SourceData) => Record<string, string> }
  viewOf: (request: ViewRequest) => PageView
}

/** More are fetched by the page itself. */
const MAX_LISTED = 48
const SLOTS_ON_CARD = 3
const MAX_OTHERS = 3
/** Of one day. More would hide the page. */
const MAX_NOTICES = 3
const QUARTER_MS = 15 * 60_000

interface NoticeRow {
  body: NoticeBody
}

export const DATA_PAGES: DataPage[] = [
  {
    pattern: '/interior-design',
    needs: ['projects'],
    viewOf: ({ language, data, now }) => ({
      ...viewWithoutData(now),
      values: { projects: shownProjects((data.projects ?? []) as ProjectRow[], language) },
    }),
  },
  {
    pattern: '/faq',
    needs: ['answers'],
    viewOf({ language, data, now }) {
      const answers = answersIn((data.answers ?? []) as FaqRow[], language)
      return { ...viewWithoutData(now), values: { answers }, questions: answers }
    },
  },
  {
    pattern: '/doctors',
    needs: ['doctors', 'doctorTexts', 'slots'],
    viewOf({ language, data, now, origin }) {
      const doctors = doctorsOf(data, language)
      const slots = slotsOf(data, now)
      const listed = soonestFirst(doctors, slots).slice(0, MAX_LISTED)
      const shown = slots && firstSlots(listed, slots)
      return {
        status: 200,
        // By name, as everybody gets them: the page puts them in the chosen order.
        values: { doctors: doctors.filter((each) => listed.includes(each)), areAllDoctors: listed.length === doctors.length, slots: shown },
        validUntil: validUntil(now, shown),
        structuredData: listed.length > 0 ? [listOfDoctors(listed, language, origin)] : [],
      }
    },
  },
  {
    pattern: '/doctors/:doctor',
    needs: ['doctors', 'doctorTexts', 'types', 'fees', 'slots'],
    addresses: {
      key: SHORT_ID.source,
      needs: ['doctors', 'retiredDoctors'],
      of: ({ doctors = [], retiredDoctors = [] }) =>
        Object.fromEntries([
          // Their names are no longer shown, not even in the address.
          ...(retiredDoctors as { short_id: string }[]).map(({ short_id }) => [short_id, short_id]),
          ...(doctors as PublicDoctor[]).map((doctor) => [shortIdOf(doctor.id), doctorSlug(doctor)]),
        ]) as Record<string, string>,
    },
    viewOf({ path, language, data, now, origin }) {
      const doctors = doctorsOf(data, language)
      const slots = slotsOf(data, now)
      const doctor = doctors.find((each) => doctorPath(each) === path)
      if (!doctor) {
        const others = soonestFirst(doctors, slots).slice(0, MAX_OTHERS)
        const shown = slots && firstSlots(others, slots)
        const title = translate(language, 'doctorPage.goneMetaTitle')
        return {
          status: 410,
          values: { doctors: others, areAllDoctors: true, slots: shown },
          validUntil: validUntil(now, shown),
          title,
          structuredData: [],
        }
      }
      const shown = slots?.filter(({ doctor_id }) => doctor_id === doctor.id)
      const offered = ((data.types ?? []) as PublicType[]).filter(({ doctor_id }) => doctor_id === doctor.id)
      const types = withFees(offered, (data.fees ?? []) as PublicFee[])
      return {
        status: 200,
        values: { doctors: [doctor], areAllDoctors: true, types, slots: shown },
        validUntil: validUntil(now, shown),
        ...doctorHead(doctor, language),
        structuredData: [physician(doctor, types, language, origin)],
      }
    },
  },
]

/** A page that shows nothing of the database but what every page shows. */
export const viewWithoutData = (now: Date, status: 200 | 404 = 200): PageView => ({
  status,
  values: {},
  validUntil: nextQuarter(now),
  structuredData: [],
})

/** What was entered about the company, without what was not. */
export const companyOf = ({ company: rows }: SourceData) => {
  const [row = {}] = (rows ?? []) as Record<string, unknown>[]
  const isEmpty = (value: unknown) =>
    value === null || (typeof value === 'object' && !Array.isArray(value) && Object.keys(value ?? {}).length === 0)
  return Object.fromEntries(Object.entries(row).filter(([, value]) => !isEmpty(value))) as CompanySettings
}

/** Those of this day in the time zone of the company. */
export const noticesOf = ({ notices }: SourceData, now: Date) => {
  const today = isoDay(now, company.timezone)
  const isItsDay = ({ body: { from, until } }: NoticeRow) => (!from || from <= today) && (!until || today <= until)
  return ((notices ?? []) as NoticeRow[])
    .filter(isItsDay)
    .slice(0, MAX_NOTICES)
    .map(({ body }) => noticeAsHtml(body))
}

/** The addresses of a page with a parameter. */
export const addressesOfPage = (pattern: string, data: SourceData) =>
  DATA_PAGES.find((page) => page.pattern === pattern)?.addresses?.of(data) ?? {}

export const doctorPathsOf = ({ doctors = [] }: SourceData) => (doctors as PublicDoctor[]).map(doctorPath)

function doctorsOf({ doctors, doctorTexts }: SourceData, language: Language) {
  return withTexts((doctors ?? []) as PublicDoctor[], (doctorTexts ?? []) as DoctorText[], language)
}

/** Undefined if the free times are not known. */
const slotsOf = ({ slots }: SourceData, now: Date) =>
  (slots as NextSlot[] | undefined)?.filter(({ starts_at }) => new Date(starts_at) > now)

const firstSlots = (doctors: PublicDoctor[], slots: NextSlot[]) =>
  doctors.flatMap(({ id }) => slots.filter(({ doctor_id }) => doctor_id === id).slice(0, SLOTS_ON_CARD))

/** Those without times last, by name. */
function soonestFirst(doctors: PublicDoctor[], slots: NextSlot[] = []) {
  const places = new Map([...new Set(slots.map(({ doctor_id }) => doctor_id))].map((id, place) => [id, place]))
  const placeOf = ({ id }: PublicDoctor) => places.get(id) ?? places.size
  return doctors.toSorted((one, other) => placeOf(one) - placeOf(other))
}

/** Somewhere a day begins. */
export const nextQuarter = (now: Date) => (Math.floor(now.getTime() / QUARTER_MS) + 1) * QUARTER_MS

/** Until the first time starts, or somewhere a day begins, which is a quarter of an hour in every time zone. */
function validUntil(now: Date, slots: NextSlot[] = []) {
  const starts = slots.map(({ starts_at }) => Date.parse(starts_at))
  return Math.min(...starts, nextQuarter(now))
}
