// Makes the names of shared files safe to show and to save under.
import { FILE_TYPES as SHARED_TYPES } from '../../../supabase/functions/_shared/rules.ts'

/** The MIME types by extension. */
export const FILE_TYPES = new Map(SHARED_TYPES.map(({ extension, type }) => [extension, type]))

const ALIASES = new Map(SHARED_TYPES.map(({ alias, type }) => [alias, type]))

export const extensionOf = (name: string) => (/\.([^.]+)$/.exec(name)?.[1] ?? '').toLowerCase()

/** Removes characters that the database refuses: control characters, line breaks, and marks that change the direction of text. */
export const cleanName = (name: string) =>
  name
    .replaceAll(/[\p{Bidi_Control}\u206a-\u206f]/gu, '')
    .replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .trim()

/** Gives the name the extension of its type: records of the first release may call a PDF "result.hta". */
export function safeName(name: string, type: string) {
  const clean = cleanName(name).replace(/[.\s]+$/u, '')
  const known = ALIASES.get(type) ?? type
  if (FILE_TYPES.get(extensionOf(clean)) === known) return clean
  const extension = [...FILE_TYPES].find(([, each]) => each === known)?.[0] ?? 'bin'
  return `${clean.replace(/\.[^.\s]{1,10}$/u, '') || 'file'}.${extension}`
}
