// Requests of pages that anybody may read. They do without the Supabase client, which visitors need for nothing else.
import { readSiteConfig } from './config.ts'
import { AppError } from './errors.ts'

const TIMEOUT_MS = 15_000

/** `path` begins after /rest/v1/. With a body it is a POST. */
export async function fetchPublic<Rows>(path: string, { signal, body }: { signal?: AbortSignal; body?: object } = {}): Promise<Rows> {
  const { supabaseUrl, supabaseKey } = readSiteConfig()
  const controller = new AbortController()
  const abort = () => controller.abort()
  const timer = setTimeout(abort, TIMEOUT_MS)
  signal?.addEventListener('abort', abort)
  try {
    const response = await fetch(`${supabaseUrl}/rest/v1/${path}`, {
      headers: { apikey: supabaseKey, ...(body && { 'content-type': 'application/json' }) },
      signal: controller.signal,
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    }).catch((cause: unknown) => {
      throw new AppError('unreachable', {}, { cause })
    })
    if (!response.ok) throw new AppError('failed', {}, { cause: response.status })
    return (await response.json()) as Rows
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', abort)
  }
}
