import { projectsRequest, requestOf } from '../domain/shown-content.ts'

// The data of the database that pages show. The server fetches it with a visitor's rights, once for all pages, and again after a message of
// the database on one of these topics, or when it is too old.
interface DataSource {
  /** The part of the address after /rest/v1/. `{language}` stands for the language of the page, `{key}` for the key of its address. */
  path: string
  body?: object
  maxAgeSeconds: number
  /** Whether stale data is shown while the backend cannot be reached. Otherwise pages leave it out. */
  isKept?: boolean
  topics: string[]
}

const CONTENT = { maxAgeSeconds: 60, isKept: true, topics: ['content'] }
const DOCTORS = { maxAgeSeconds: 60, isKept: true, topics: ['doctors'] }

/** The number of times that the database returns for each doctor. */
const SLOTS_OF_EACH = 12

const COMPANY_COLUMNS =
  'brand,legal_names,addresses,phone_azerbaijan,phone_turkey,info_email,support_email,whatsapp,tax_number,permit_number,permit_country,permit_authorities,psychology_coordinator,psychology_coordinator_photo,architects,hours,payment_ways'

export const DATA_SOURCES = {
  // Shown on every page.
  notices: { path: requestOf('notice'), ...CONTENT },
  company: { path: `company_settings?select=${COMPANY_COLUMNS}`, maxAgeSeconds: 60, isKept: true, topics: ['company'] },
  projects: { path: projectsRequest(), ...CONTENT },
  laterProjects: { path: projectsRequest('{key}'), ...CONTENT },
  projectIds: { path: 'site_content?select=id&kind=eq.project&body=not.is.null', ...CONTENT },
  answers: { path: requestOf('faq'), ...CONTENT },
  doctors: { path: 'rpc/get_public_doctors', ...DOCTORS },
  doctorTexts: { path: 'doctor_texts?select=doctor_id,bio&language=eq.{language}', ...DOCTORS },
  retiredDoctors: { path: 'rpc/get_retired_doctors', ...DOCTORS },
  types: { path: 'appointment_types?select=id,doctor_id,names,minutes,who&active=eq.true&order=position,id', ...DOCTORS },
  // Empty unless the company shows fees to everybody. Stale fees are never shown.
  fees: { path: 'rpc/get_public_fees', body: {}, maxAgeSeconds: 60, topics: ['doctors'] },
  // Never shown when stale, because a time may be taken at any moment.
  slots: { path: 'rpc/get_next_slots', body: { per_doctor: SLOTS_OF_EACH }, maxAgeSeconds: 60, topics: ['doctors'] },
} satisfies Record<string, DataSource>

export type SourceName = keyof typeof DATA_SOURCES
