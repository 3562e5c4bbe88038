// How much one request may bring, by endpoint and role. Everything here is checked before the body is parsed, so that no request can
// keep the event loop busy. docs/compatibility.md lists it for users.

const KIB = 1024
const MIB = 1024 * KIB

/** Bytes of a body. */
export const MAX_BODY_BYTES = {
  /** Rows below /rest/v1. The holder of the secret key is trusted, and loads many rows at once. */
  rows: { anon: 256 * KIB, authenticated: MIB, service_role: 10 * MIB },
  /** Arguments of a function of the database. */
  calls: { anon: 256 * KIB, authenticated: 256 * KIB, service_role: 10 * MIB },
  accounts: 64 * KIB,
  /** What a request about files says besides them; a list of 1000 keys of 1000 characters fits. */
  storage: { anon: 256 * KIB, authenticated: MIB, service_role: MIB },
  /** A field beside the file in a form. */
  formField: 64 * KIB,
  /** A function below /functions/v1, unless the project declares more for it. */
  function: 256 * KIB,
  /** A frame on a WebSocket, and a broadcast by HTTP. */
  message: 256 * KIB,
  /** Mail that is kept in development. */
  keptMail: MIB,
}

/** The most that a project may declare for one of its functions. */
export const MAX_DECLARED_BYTES = 10 * MIB

/** A list, an object, a text, a number: each counts. A megabyte can hold half a million of them, whose parsed form takes a hundredfold. */
export const MAX_JSON_VALUES = 20_000
/** Lists in lists. What is deeper breaks recursions, ours and PostgreSQL's. */
export const MAX_JSON_DEPTH = 100

/** Characters of a token; headers have room for less. */
export const MAX_TOKEN_LENGTH = 16 * KIB

/** Names are compared with similar ones only up to the length of a name in PostgreSQL, and only a few of them. */
export const MAX_COMPARED_LENGTH = 63
export const MAX_COMPARED_ARGUMENTS = 100

const MAX_ECHOED_LENGTH = 100

/** The caller's own text as an error may repeat it. */
export const echoed = (text: string) => (text.length > MAX_ECHOED_LENGTH ? `${text.slice(0, MAX_ECHOED_LENGTH)}…` : text)
