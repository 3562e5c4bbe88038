// Limits and lists that the database enforces, for pages and functions that need them without a request.
// `supabase/tests/same-rules.test.ts` compares each of them with the database.

/** In the order of the language menu. The first is the default. */
export const LANGUAGES = ['tr', 'az', 'en', 'ru', 'ar', 'fr'] as const

/** The ten zones that doctors can choose. They also come first in the patients' list. */
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

/** The interval between a doctor's slots, counted from the start of each window of working hours. */
export const SLOT_STEP_MINUTES = 15

/** The default gap after each appointment. */
export const SESSION_GAP_MINUTES = 10

/** The file types that can be shared, by extension. Some systems use a second name for the same type. */
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

/** The maximum lengths are in characters. */
export const MAX_COMPLAINT_LENGTH = 2000
export const MAX_NOTE_LENGTH = 5000
/** Applies to rejections, cancellations, leave and messages about a move. */
export const MAX_REASON_LENGTH = 500
export const MAX_TEMPLATE_TITLE_LENGTH = 100
/** Applies to a first or last name, and to the name in a contact message. */
export const MAX_NAME_LENGTH = 100
export const MAX_PHONE_LENGTH = 40
export const MAX_MEDICAL_HISTORY_LENGTH = 5000
/** Applies to the doctor's record. */
export const MAX_DOCTOR_TITLE_LENGTH = 60
export const MAX_BIOGRAPHY_LENGTH = 4000
export const MAX_LICENCE_NUMBER_LENGTH = 60
export const MAX_LICENCE_AUTHORITY_LENGTH = 150
/** Applies to a message to the company. Only bots fill in the honeypot. */
export const MAX_CONTACT_MESSAGE_LENGTH = 2000
export const MAX_HONEYPOT_LENGTH = 200

/** The interval between the heartbeats of an open waiting room page. */
export const HEARTBEAT_MS = 12_000

/** Applies to one chat message, after trimming. */
export const MAX_MESSAGE_LENGTH = 2000

/** The version of the consent to keeping health data: the date of its wording. A changed wording gets a new date. */
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

/** The reference of a contact message, in its mails and on the page. */
export const referenceOf = (id: string) => id.slice(0, 8).toUpperCase()
