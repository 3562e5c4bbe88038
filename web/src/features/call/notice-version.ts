/** The wording of the notice before video consultations (the texts `notice.…`), by the day it was written. A changed wording gets a new day. */
export const CALL_NOTICE_VERSION = '2026-11-18'
