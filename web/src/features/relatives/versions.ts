/**
 * The versions of the declarations and of the consent for a child, named by the day they were written. A changed wording gets a new day.
 */
export const DECLARATION_VERSION = '2026-11-18'
export const CHILD_CONSENT_VERSION = '2026-11-18'
