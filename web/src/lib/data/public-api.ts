// Requests of public pages. They do not use the Supabase client, which visitors need for nothing else.
import { takeEarlyAnswer } from '../load/early-answers.ts'
import { readSiteConfig } from './config.ts'

/** The server responded, but not with the requested data. Any other error means that the server was not reached. */
export class RefusedRequest extends Error {}

const TIMEOUT_MS = 15_000

/** `path` is the part after /rest/v1/. A request with a body is a POST. */
export async function fetchPublic<Rows>(path: string, { signal, body }: { signal?: AbortSignal; body?: object } = {}): Promise<Rows> {
  const { supabaseUrl, supabaseKey } = readSiteConfig()
  const controller = new AbortController()
  const abort = () => controller.abort()
  const timer = setTimeout(abort, TIMEOUT_MS)
  signal?.addEventListener('abort', abort)
  try {
    const address = `${supabaseUrl}/rest/v1/${path}`
    const request = {
      headers: { apikey: supabaseKey, ...(body && { 'content-type': 'application/json' }) },
      signal: controller.signal,
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    }
    const response = await (takeEarlyAnswer(address, request) ?? fetch(address, request))
    if (!response.ok) throw new RefusedRequest(String(response.status))
    return (await response.json()) as Rows
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', abort)
  }
}
