// What clients send beside the bytes, read with suspicion.
import { invalid, tooLarge } from './errors.ts'

const LARGEST_BODY = 1024 * 1024

/** The JSON object of a request. */
export async function readObject(request: Request): Promise<Record<string, unknown>> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of request.body ?? []) {
    size += chunk.length
    if (size > LARGEST_BODY) throw tooLarge()
    chunks.push(chunk)
  }
  return objectIn(Buffer.concat(chunks).toString('utf8') || '{}')
}

export function objectIn(json: string): Record<string, unknown> {
  let parsed: unknown
  try {
    parsed = JSON.parse(json)
  } catch {
    throw invalid('Could not parse JSON')
  }
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) throw invalid('An object is expected')
  return { ...parsed }
}

export function text(body: Record<string, unknown>, name: string): string | undefined {
  const value = body[name]
  if (value === undefined || value === null) return undefined
  if (typeof value !== 'string' || value.includes('\0')) throw invalid(`${name} must be a text`)
  return value
}

export function texts(body: Record<string, unknown>, name: string): string[] {
  const value = body[name]
  if (
    !Array.isArray(value) ||
    !value.length ||
    value.length > 1000 ||
    !value.every((each) => typeof each === 'string' && !each.includes('\0'))
  )
    throw invalid(`${name} must be a list of 1 to 1000 texts`)
  return value
}

/** Numbers in addresses come as text. */
export function wholeNumber(value: unknown, { least = 0, otherwise }: { least?: number; otherwise?: number }): number {
  const number = value === undefined || value === null || value === '' ? otherwise : Number(value)
  if (number === undefined || !Number.isSafeInteger(number) || number < least)
    throw invalid(`A whole number of at least ${least} is expected`)
  return number
}
