// A database is identified by one URL, whether it is embedded on a socket or remote.
import { createHmac } from 'node:crypto'

export function socketUrl({ folder, user, password, database }: { folder: string; user: string; password: string; database: string }) {
  return `postgres://${encodeURIComponent(user)}:${encodeURIComponent(password)}@${encodeURIComponent(folder)}/${encodeURIComponent(database)}`
}

/** Returns the URL of the same database with another login. */
export function withLogin(url: string, user: string) {
  const other = new URL(url)
  const password = derivePassword(url, user)
  other.username = encodeURIComponent(user)
  other.password = password
  return other.href
}

export function withDatabase(url: string, database: string) {
  const other = new URL(url)
  other.pathname = `/${encodeURIComponent(database)}`
  return other.href
}

/** Derived from the administrator's password, so that several servers on one database agree without another secret. */
export function derivePassword(url: string, user: string) {
  const password = decodeURIComponent(new URL(url).password)
  return createHmac('sha256', password).update(`login:${user}`).digest('base64url')
}
