/** The version of the notice before video consultations (the texts `notice.…`): its date. A changed wording gets a new date. */
export const CALL_NOTICE_VERSION = '2026-11-18'
