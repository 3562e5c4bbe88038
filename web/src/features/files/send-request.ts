// Sends one request and reports upload progress.
import { readSiteConfig } from '../../lib/data/config.ts'
import { readToken, through } from '../../lib/data/supabase.ts'
import { AppError } from '../../lib/errors.ts'

/** The connection counts as lost after this long without progress or a response. */
const STALL_TIMEOUT_MS = 120_000
const ANSWER_HEADERS = ['location', 'upload-offset']

export interface Sending {
  method: string
  /** Relative to /storage/v1/. */
  url: string
  headers?: Record<string, string>
  body?: FormData | Blob
  signal: AbortSignal
  /** Applies only while the body is being sent. The response may take longer. */
  stallTimeoutMs?: number
  onProgress?: (loaded: number, total: number) => void
}

/** Sends the request with the token of the current session. */
export async function sendRequest(sending: Sending): Promise<Response> {
  const { supabaseUrl, supabaseKey } = readSiteConfig()
  const token = await readToken()
  const headers = { apikey: supabaseKey, authorization: `Bearer ${token ?? supabaseKey}`, ...sending.headers }
  const send = through(async (input, init) => transmit(input as string, new Headers(init?.headers), sending))
  const address = new URL(sending.url, `${supabaseUrl}/storage/v1/`)
  // The server chooses an upload's address, so this check keeps the token from going to another origin.
  if (address.origin !== new URL(supabaseUrl).origin) throw new AppError('failed')
  const answer = await send(address.href, { method: sending.method, headers })
  if (answer.status === 401) throw new AppError('signed_out')
  return answer
}

// XMLHttpRequest, because fetch does not report upload progress.
async function transmit(url: string, headers: Headers, { method, body, signal, stallTimeoutMs = STALL_TIMEOUT_MS, onProgress }: Sending) {
  return new Promise<Response>((resolve, reject) => {
    // The request was cancelled while it waited for a new token.
    if (signal.aborted) return reject(new AppError('aborted'))
    const request = new XMLHttpRequest()
    let timer: ReturnType<typeof setTimeout> | undefined
    const wait = (timeoutMs: number) => {
      clearTimeout(timer)
      timer = setTimeout(() => request.abort(), timeoutMs)
    }
    request.open(method, url)
    for (const [name, value] of headers) request.setRequestHeader(name, value)
    request.upload.addEventListener('progress', ({ loaded, total }) => {
      wait(loaded < total ? stallTimeoutMs : STALL_TIMEOUT_MS)
      onProgress?.(loaded, total)
    })
    request.addEventListener('load', () => resolve(toResponse(request)))
    request.addEventListener('error', () => reject(new AppError('unreachable')))
    request.addEventListener('abort', () => reject(new AppError(signal.aborted ? 'aborted' : 'unreachable')))
    const abort = () => request.abort()
    request.addEventListener('loadend', () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', abort)
    })
    signal.addEventListener('abort', abort)
    wait(stallTimeoutMs)
    return request.send(body ?? null)
  })
}

function toResponse(request: XMLHttpRequest) {
  const { status, responseText } = request
  const headers = new Headers()
  for (const name of ANSWER_HEADERS) {
    const value = request.getResponseHeader(name)
    if (value !== null) headers.set(name, value)
  }
  return new Response(status === 204 ? null : responseText, { status, headers })
}
