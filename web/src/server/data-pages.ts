// The pages that the server renders with data, the sources that each needs, and what it shows of them.
import { type CompanySettings, company } from '../../../supabase/functions/_shared/company.ts'
import { doctorPath, doctorSlug, SHORT_ID, shortIdOf } from '../domain/doctor-address.ts'
import type { NextSlot } from '../domain/next-slots.ts'
import { PROJECTS_BEFORE, projectPagesOf, projectsBefore, projectsPath } from '../domain/project-pages.ts'
import {
  answersIn,
  type FaqRow,
  noticeAsHtml,
  type ProjectRow,
  type ShownAnswer,
  type ShownProjects,
  shownProjects,
} from '../domain/shown-content.ts'
import type { NoticeBody } from '../domain/site-content.ts'
import { type DoctorText, type PublicDoctor, withTexts } from '../features/doctors/list/public-doctors.ts'
import { nearestDoctors } from '../features/doctors/page/nearest-doctors.ts'
import { type PublicFee, type PublicType, withFees } from '../features/doctors/public-types.ts'
import { countByCode } from '../features/services/doctor-counts.ts'
import { translate } from '../lib/i18n.tsx'
import type { Language } from '../lib/languages.ts'
import { isoDay } from '../lib/time/zones.ts'
import type { SourceName } from './data-sources.ts'
import { doctorHead, listOfDoctors, MAX_DESCRIPTION, physician } from './doctor-head.ts'

export type SourceData = Partial<Record<SourceName, unknown>>

interface ViewRequest {
  /** The path without a language prefix. */
  path: string
  language: Language
  data: SourceData
  now: Date
  /** The origin of the site. */
  origin: string
}

/** The content of a page at this moment. */
export interface PageView {
  status: 200 | 404 | 410
  /** Values for the page's components. */
  values: Record<string, unknown>
  /** When the content would change, even if the data stays the same. */
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
  /** Only for a page with a parameter: the last segments of the current addresses, by the keys that they end with. */
  addresses?: { key: string; needs: SourceName[]; of: (data: SourceData) => Record<string, string> }
  viewOf: (request: ViewRequest) => PageView
}

/** The page itself fetches more. */
const MAX_LISTED = 48
const SLOTS_ON_CARD = 3
const MAX_OTHERS = 3
/** The maximum number of notices per day. More would hide the page. */
const MAX_NOTICES = 3
const QUARTER_MS = 15 * 60_000

interface NoticeRow {
  body: NoticeBody
}

export const DATA_PAGES: DataPage[] = [
  {
    pattern: '/healthcare',
    needs: ['doctors'],
    viewOf: ({ data, now }) => ({
      ...viewWithoutData(now),
      values: { doctorCounts: data.doctors && countByCode(data.doctors as PublicDoctor[]) },
    }),
  },
  {
    pattern: '/interior-design',
    needs: ['projects'],
    viewOf: ({ language, data, now }) => ({
      ...viewWithoutData(now),
      values: { projects: shownProjects((data.projects ?? []) as ProjectRow[], language) },
    }),
  },
  {
    pattern: '/interior-design/:projects',
    needs: ['laterProjects'],
    addresses: {
      key: PROJECTS_BEFORE.source,
      needs: ['projectIds'],
      of: (data) => Object.fromEntries(projectPagesOf(countOfProjects(data))),
    },
    viewOf({ path, language, data, now }) {
      const shown = shownProjects((data.laterProjects ?? []) as ProjectRow[], language)
      const values = { projects: shown }
      // Only while the last projects are being taken down.
      if (shown.projects.length === 0) return { ...viewWithoutData(now, 404), values }
      return { ...viewWithoutData(now), values, ...projectsHead(projectsBefore(path), shown, language) }
    },
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
        // Sorted by name for everybody. The page applies the chosen order.
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
          // The names of former doctors are no longer shown, not even in the address.
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
      const others = nearestDoctors(
        doctor,
        doctors,
        slots?.map(({ doctor_id }) => doctor_id),
      ).slice(0, MAX_OTHERS)
      const shown = slots && [...slots.filter(({ doctor_id }) => doctor_id === doctor.id), ...firstSlots(others, slots)]
      const offered = ((data.types ?? []) as PublicType[]).filter(({ doctor_id }) => doctor_id === doctor.id)
      const types = withFees(offered, (data.fees ?? []) as PublicFee[])
      return {
        status: 200,
        // The texts of the others are not shown here.
        values: { doctors: [doctor, ...others.map((each) => ({ ...each, bio: null }))], areAllDoctors: true, types, slots: shown },
        validUntil: validUntil(now, shown),
        ...doctorHead(doctor, language),
        structuredData: [physician(doctor, types, language, origin)],
      }
    },
  },
]

/** A page that shows only the data that every page shows. */
export const viewWithoutData = (now: Date, status: 200 | 404 = 200): PageView => ({
  status,
  values: {},
  validUntil: nextQuarter(now),
  structuredData: [],
})

/** The entered company settings, without empty ones. */
export const companyOf = ({ company: rows }: SourceData) => {
  const [row = {}] = (rows ?? []) as Record<string, unknown>[]
  const isEmpty = (value: unknown) =>
    value === null || (typeof value === 'object' && !Array.isArray(value) && Object.keys(value ?? {}).length === 0)
  return Object.fromEntries(Object.entries(row).filter(([, value]) => !isEmpty(value))) as CompanySettings
}

/** The notices of this day in the company's time zone. */
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

export const projectPathsOf = (data: SourceData) => [...projectPagesOf(countOfProjects(data)).keys()].map(projectsPath)

const countOfProjects = ({ projectIds = [] }: SourceData) => (projectIds as object[]).length

function projectsHead(before: number, { projects }: ShownProjects, language: Language) {
  const range = { from: String(before + 1), to: String(before + projects.length) }
  return {
    title: translate(language, 'interior.projectsMetaTitle', range).replaceAll(/[\u2066-\u2069]/g, ''),
    description: projects
      .map(({ title }) => title.text)
      .join(' · ')
      .slice(0, MAX_DESCRIPTION),
  }
}

function doctorsOf({ doctors, doctorTexts }: SourceData, language: Language) {
  return withTexts((doctors ?? []) as PublicDoctor[], (doctorTexts ?? []) as DoctorText[], language)
}

/** Undefined if the free times are unknown. */
const slotsOf = ({ slots }: SourceData, now: Date) =>
  (slots as NextSlot[] | undefined)?.filter(({ starts_at }) => new Date(starts_at) > now)

const firstSlots = (doctors: PublicDoctor[], slots: NextSlot[]) =>
  doctors.flatMap(({ id }) => slots.filter(({ doctor_id }) => doctor_id === id).slice(0, SLOTS_ON_CARD))

/** Doctors without times come last, sorted by name. */
function soonestFirst(doctors: PublicDoctor[], slots: NextSlot[] = []) {
  const places = new Map([...new Set(slots.map(({ doctor_id }) => doctor_id))].map((id, place) => [id, place]))
  const placeOf = ({ id }: PublicDoctor) => places.get(id) ?? places.size
  return doctors.toSorted((one, other) => placeOf(one) - placeOf(other))
}

/** The next quarter of an hour, when a day may begin in some time zone. */
export const nextQuarter = (now: Date) => (Math.floor(now.getTime() / QUARTER_MS) + 1) * QUARTER_MS

/** Valid until the first time starts or a day begins in some time zone, which can only be at a quarter of an hour. */
function validUntil(now: Date, slots: NextSlot[] = []) {
  const starts = slots.map(({ starts_at }) => Date.parse(starts_at))
  return Math.min(...starts, nextQuarter(now))
}
