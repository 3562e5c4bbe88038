// Checks a file's content against its declared type, for buckets that allow only some types.
import { createReadStream } from 'node:fs'
import { TextDecoder } from 'node:util'
import { fileTypeFromFile, supportedMimeTypes } from 'file-type'
import { wrongType } from './errors.ts'

const SAME: Record<string, string> = {
  'image/jpg': 'image/jpeg',
  'application/x-zip-compressed': 'application/zip',
  'application/vnd.rar': 'application/x-rar-compressed',
  'application/x-gzip': 'application/gzip',
  'audio/mp3': 'audio/mpeg',
  'text/xml': 'application/xml',
}

// Formats based on another one, which for some files is all that can be detected.
const MADE_OF: [RegExp, string][] = [
  [/^application\/vnd\.(openxmlformats|oasis)/, 'application/zip'],
  [/^application\/(msword|vnd\.ms-)/, 'application/x-cfb'],
  // Word opens RTF files named .doc, and many systems export them.
  [/^application\/msword$/, 'application/rtf'],
]

export function checkAllowed(given: string, allowed: string[] | null) {
  if (!allowed?.length) return
  const type = bare(given)
  const [family] = type.split('/')
  if (!allowed.some((each) => each === type || each === `${family}/*` || each === '*/*')) throw wrongType(type)
}

export async function checkBytes(file: string, given: string, allowed: string[] | null) {
  const type = bare(given)
  if (!allowed?.length || type === 'application/octet-stream') return
  const letters = type === 'text/plain' ? await lettersIn(file) : undefined
  // Plain text may begin like another format: "BMI: 27" looks like a BMP.
  if (letters === 'unicode') return
  if (letters === 'none') throw wrongType(type)
  const found = (await fileTypeFromFile(file))?.mime
  const said = SAME[type] ?? type
  const isKnownByItsBytes = supportedMimeTypes.has(said) || MADE_OF.some(([kind]) => kind.test(said))
  if (found === undefined ? isKnownByItsBytes : !agrees(said, SAME[found] ?? found)) throw wrongType(found ?? type)
}

const bare = (type: string) => type.split(';')[0]?.trim() ?? ''

const agrees = (said: string, found: string) => said === found || MADE_OF.some(([kind, base]) => kind.test(said) && found === base)

/** The control characters that text may contain: tab, line feed, form feed, carriage return. */
// oxlint-disable-next-line no-control-regex -- finding them is its purpose
const CONTROL = /[\0-\x08\x0b\x0e-\x1f\x7f]/

/** Whether a file is Unicode text, text in an older single-byte encoding, or not text. */
async function lettersIn(file: string): Promise<'unicode' | 'single-byte' | 'none'> {
  let decoder: TextDecoder | undefined
  let isUnicode = true
  let isWide = false
  const decode = (bytes?: Buffer) => {
    try {
      return decoder?.decode(bytes, { stream: bytes !== undefined }) ?? ''
    } catch {
      isUnicode = false
      return ''
    }
  }
  for await (const chunk of createReadStream(file)) {
    const bytes = chunk as Buffer
    if (!decoder) {
      const encoding = encodingOf(bytes)
      isWide = encoding !== 'utf-8'
      decoder = new TextDecoder(encoding, { fatal: true })
    }
    if (isUnicode && CONTROL.test(decode(bytes))) return 'none'
    if (!isUnicode && (isWide || CONTROL.test(bytes.toString('latin1')))) return 'none'
  }
  if (isUnicode) decode()
  return isUnicode ? 'unicode' : isWide ? 'none' : 'single-byte'
}

/** Detects the encoding by the byte order mark. */
function encodingOf([first, second]: Buffer) {
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  return first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8'
}
