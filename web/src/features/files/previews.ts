// Decides which files have a preview, and of which kind.
const IMAGES = new Set(['image/jpeg', 'image/png', 'image/gif'])
const MAX_IMAGE_BYTES = 20 * 1024 * 1024

/** Undefined for files that can only be downloaded. The browser reads a PDF page by page, so its size does not matter. */
export function previewOf({ file_type, file_size }: { file_type: string; file_size: number }): 'image' | 'pdf' | undefined {
  if (file_type === 'application/pdf') return 'pdf'
  return IMAGES.has(file_type) && file_size <= MAX_IMAGE_BYTES ? 'image' : undefined
}
