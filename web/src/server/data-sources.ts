import { projectsRequest, requestOf } from '../domain/shown-content.ts'

// What pages show of the database. The server asks for it as a visitor, once for all pages, and again after a message of the database on
// one of these topics, or when it is too old.
interface DataSource {
  /** Begins after /rest/v1/. */
  path: string
  body?: object
  maxAgeSeconds: number
  /** Shown while the backend cannot be reached. Without, pages leave it out then. */
  isKept?: boolean
  topics: string[]
}

const CONTENT = { maxAgeSeconds: 60, isKept: true, topics: ['content'] }
const DOCTORS = { maxAgeSeconds: 60, isKept: true, topics: ['doctors'] }

/** As many as the database returns for each doctor. */
const SLOTS_OF_EACH = 12

const COMPANY_COLUMNS =
  'brand,legal_names,addresses,phone_azerbaijan,phone_turkey,info_email,support_email,whatsapp,tax_number,permit_number,permit_country,permit_authorities,psychology_coordinator,architects,hours,payment_ways'

export const DATA_SOURCES = {
  // On every page.
  notices: { path: requestOf('notice'), ...CONTENT },
  company: { path: `company_settings?select=${COMPANY_COLUMNS}`, maxAgeSeconds: 60, isKept: true, topics: ['company'] },
  projects: { path: projectsRequest(), ...CONTENT },
  answers: { path: requestOf('faq'), ...CONTENT },
  doctors: { path: 'rpc/get_public_doctors', ...DOCTORS },
  doctorTexts: { path: 'doctor_texts?select=doctor_id,bio&language=eq.{language}', ...DOCTORS },
  retiredDoctors: { path: 'rpc/get_retired_doctors', ...DOCTORS },
  types: { path: 'appointment_types?select=id,doctor_id,names,minutes,who&active=eq.true&order=position,id', ...DOCTORS },
  // Empty unless the company shows fees to everybody. None is shown that may have changed.
  fees: { path: 'rpc/get_public_fees', body: {}, maxAgeSeconds: 60, topics: ['doctors'] },
  // A time may be taken at any moment, so it is not kept.
  slots: { path: 'rpc/get_next_slots', body: { per_doctor: SLOTS_OF_EACH }, maxAgeSeconds: 60, topics: ['doctors'] },
} satisfies Record<string, DataSource>

export type SourceName = keyof typeof DATA_SOURCES
