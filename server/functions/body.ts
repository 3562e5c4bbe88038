/** All of a body, or undefined as soon as it is more than that many bytes. */
export async function readLimited({ body, headers }: Request | Response, most: number): Promise<Uint8Array<ArrayBuffer> | undefined> {
  if (Number(headers.get('content-length') ?? 0) > most) {
    await body?.cancel()
    return undefined
  }
  const chunks: Uint8Array[] = []
  let size = 0
  // Leaving the loop cancels the rest.
  for await (const chunk of body ?? []) {
    size += chunk.byteLength
    if (size > most) return undefined
    chunks.push(chunk)
  }
  const whole = new Uint8Array(size)
  let at = 0
  for (const chunk of chunks) {
    whole.set(chunk, at)
    at += chunk.byteLength
  }
  return whole
}
