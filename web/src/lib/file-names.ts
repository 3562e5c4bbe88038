// Which files may be shared, as the database and the bucket have it, and names that are safe to show and to save under.

/** By extension. */
export const FILE_TYPES = new Map([
  ['pdf', 'application/pdf'],
  ['jpg', 'image/jpeg'],
  ['jpeg', 'image/jpeg'],
  ['png', 'image/png'],
  ['gif', 'image/gif'],
  ['txt', 'text/plain'],
  ['doc', 'application/msword'],
  ['docx', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
  ['zip', 'application/zip'],
  ['rar', 'application/vnd.rar'],
])

const SAME = new Map([
  ['application/x-zip-compressed', 'application/zip'],
  ['application/x-rar-compressed', 'application/vnd.rar'],
])

export const extensionOf = (name: string) => (/\.([^.]+)$/.exec(name)?.[1] ?? '').toLowerCase()

/** Without what the database refuses: control characters, line breaks, and marks that turn the direction of the text. */
export const cleanName = (name: string) =>
  name
    .replaceAll(/[\p{Bidi_Control}\u206a-\u206f]/gu, '')
    .replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .trim()

/** Ends as its type says: records of the first release may call a PDF "result.hta". */
export function safeName(name: string, type: string) {
  const clean = cleanName(name).replace(/[.\s]+$/u, '')
  const known = SAME.get(type) ?? type
  if (FILE_TYPES.get(extensionOf(clean)) === known) return clean
  const extension = [...FILE_TYPES].find(([, each]) => each === known)?.[0] ?? 'bin'
  return `${clean.replace(/\.[^.\s]{1,10}$/u, '') || 'file'}.${extension}`
}
