// Which files can be looked at in place.
const PREVIEWED = new Set(['image/jpeg', 'image/png', 'image/gif'])
const MAX_PREVIEW_BYTES = 20 * 1024 * 1024

/** Whether the file can be looked at without downloading it to a folder. */
export const isPreviewed = ({ file_type, file_size }: { file_type: string; file_size: number }) =>
  PREVIEWED.has(file_type) && file_size <= MAX_PREVIEW_BYTES
