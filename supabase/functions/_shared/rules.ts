// Limits and lists that the database enforces, for pages and functions that need them without a request.
// `supabase/tests/same-rules.test.ts` compares each of them with the database.

/** In the order in which they are offered. The first is the default. */
export const LANGUAGES = ['tr', 'az', 'en', 'ru', 'ar', 'fr'] as const

/** The ten zones that doctors can have. They are also at the top of the patients' list. */
export const OFFERED_ZONES = [
  'Europe/Istanbul',
  'Asia/Baku',
  'Europe/Moscow',
  'Asia/Dubai',
  'Europe/Berlin',
  'Europe/London',
  'America/New_York',
  'Asia/Tehran',
  'Asia/Ashgabat',
  'Asia/Tashkent',
]

/** A doctor's times start this often, counted from the start of each window of working hours. */
export const SLOT_STEP_MINUTES = 15

/** Kept free after each appointment of a doctor who has not chosen otherwise. */
export const SESSION_GAP_MINUTES = 10

/** The types of files that can be shared, by extension. Some systems use a second name for the same type. */
export const FILE_TYPES = [
  { extension: 'pdf', type: 'application/pdf' },
  { extension: 'jpg', type: 'image/jpeg' },
  { extension: 'jpeg', type: 'image/jpeg' },
  { extension: 'png', type: 'image/png' },
  { extension: 'gif', type: 'image/gif' },
  { extension: 'txt', type: 'text/plain' },
  { extension: 'doc', type: 'application/msword' },
  { extension: 'docx', type: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document' },
  { extension: 'zip', type: 'application/zip', alias: 'application/x-zip-compressed' },
  { extension: 'rar', type: 'application/vnd.rar', alias: 'application/x-rar-compressed' },
]

export const MAX_FILE_BYTES = 50 * 1024 * 1024
export const MAX_FILES_PER_APPOINTMENT = 40
export const MAX_BYTES_PER_APPOINTMENT = 500 * 1024 * 1024

/** Lengths of texts, in characters. */
export const MAX_COMPLAINT_LENGTH = 2000
export const MAX_NOTE_LENGTH = 5000
/** For a rejection or cancellation, a message about a move, and leave. */
export const MAX_REASON_LENGTH = 500
export const MAX_TEMPLATE_TITLE_LENGTH = 100
/** For a first or last name, and the name in a contact message. */
export const MAX_NAME_LENGTH = 100
export const MAX_PHONE_LENGTH = 40
export const MAX_MEDICAL_HISTORY_LENGTH = 5000
/** In a doctor's record. */
export const MAX_DOCTOR_TITLE_LENGTH = 60
export const MAX_BIOGRAPHY_LENGTH = 4000
export const MAX_LICENCE_NUMBER_LENGTH = 60
export const MAX_LICENCE_AUTHORITY_LENGTH = 150
/** In a message to the company. Only bots fill in the honeypot. */
export const MAX_CONTACT_MESSAGE_LENGTH = 2000
export const MAX_HONEYPOT_LENGTH = 200

/** How often an open page of the waiting room says that it is still there. */
export const HEARTBEAT_MS = 12_000

/** For one chat message, in characters after trimming. */
export const MAX_MESSAGE_LENGTH = 2000

/** The wording of the consent to keeping health data, by the day it was written. A changed wording gets a new day. */
export const HEALTH_CONSENT_VERSION = '2026-11-16'

/** The reasons that staff can choose from when they reject or cancel. `cancellation_reason` has one of these codes, or free text. */
export const CANCELLATION_REASONS = [
  'doctor_unavailable',
  'other_time',
  'other_specialty',
  'needs_visit',
  'more_information',
  'duplicate',
  'patient_asked',
] as const
export type CancellationReason = (typeof CANCELLATION_REASONS)[number]

/** The lines of business that a contact message can be about, in the order of the navigation. */
export const SERVICES = ['healthcare', 'import-export', 'interior-design', 'real-estate', 'legal'] as const
export type Service = (typeof SERVICES)[number]

export const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** How a contact message is called in its mails and on the page. */
export const referenceOf = (id: string) => id.slice(0, 8).toUpperCase()
