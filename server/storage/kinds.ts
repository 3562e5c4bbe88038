// Is a file what it says it is? Asked of its bytes, for buckets that take only some kinds.
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

// Kinds that are made of another one, which is all that can be seen in some of them.
const MADE_OF: [RegExp, string][] = [
  [/^application\/vnd\.(openxmlformats|oasis)/, 'application/zip'],
  [/^application\/(msword|vnd\.ms-)/, 'application/x-cfb'],
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
  const found = (await fileTypeFromFile(file))?.mime
  const said = SAME[type] ?? type
  const isKnownByItsBytes = supportedMimeTypes.has(said) || MADE_OF.some(([kind]) => kind.test(said))
  if (found === undefined ? isKnownByItsBytes : !agrees(said, SAME[found] ?? found)) throw wrongType(found ?? type)
}

const bare = (type: string) => type.split(';')[0]?.trim() ?? ''

const agrees = (said: string, found: string) => said === found || MADE_OF.some(([kind, base]) => kind.test(said) && found === base)
