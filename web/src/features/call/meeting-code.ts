// The code of a meeting: a convenience for people on the telephone, no key.

export const LONGEST_CODE = 50
export const LONGEST_NAME = 50

/** As people type it: in any case, with blanks. */
export const normalizeCode = (typed: string) => typed.replaceAll(/\s/g, '').toUpperCase()
