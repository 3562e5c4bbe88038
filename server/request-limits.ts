// Request limits by endpoint and role. Everything here is checked before the body is parsed, so that no request can block the event loop.
// docs/compatibility.md lists it for users.

const KIB = 1024
const MIB = 1024 * KIB

/** The maximum body size in bytes. */
export const MAX_BODY_BYTES = {
  /** Rows below /rest/v1. The holder of the secret key is trusted to load many rows at once. */
  rows: { anon: 256 * KIB, authenticated: MIB, service_role: 10 * MIB },
  /** Arguments of a database function. */
  calls: { anon: 256 * KIB, authenticated: 256 * KIB, service_role: 10 * MIB },
  accounts: 64 * KIB,
  /** Storage requests other than uploads; a list of 1000 keys of 1000 characters fits. */
  storage: { anon: 256 * KIB, authenticated: MIB, service_role: MIB },
  /** A text field next to the file in a form. */
  formField: 64 * KIB,
  /** A function below /functions/v1, unless the project declares more for it. */
  function: 256 * KIB,
  /** A WebSocket frame, and a broadcast over HTTP. */
  message: 256 * KIB,
  /** Mail that is stored in development. */
  keptMail: MIB,
}

/** The maximum that a project may declare for a function. */
export const MAX_DECLARED_BYTES = 10 * MIB

/**
 * Every list, object, text and number counts. A megabyte can contain half a million of them, whose parsed form takes a hundred times the
 * memory.
 */
export const MAX_JSON_VALUES = 20_000
/** Deeper nesting breaks recursive functions, ours and PostgreSQL's. */
export const MAX_JSON_DEPTH = 100

/** Characters of a token. The HTTP parser limits headers further. */
export const MAX_TOKEN_LENGTH = 16 * KIB

/** Names are compared for hints only up to the length of a name in PostgreSQL, and only a few of them. */
export const MAX_COMPARED_LENGTH = 63
export const MAX_COMPARED_ARGUMENTS = 100

const MAX_ECHOED_LENGTH = 100

/** Shortens the caller's text for an error message. */
export const echoed = (text: string) => (text.length > MAX_ECHOED_LENGTH ? `${text.slice(0, MAX_ECHOED_LENGTH)}…` : text)
