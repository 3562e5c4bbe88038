/** All of a body; or why not, as soon as it is more than that many bytes or takes longer than that. */
export async function readLimited(
  { body, headers }: Request | Response,
  most: number,
  withinMs?: number,
): Promise<Uint8Array<ArrayBuffer> | 'too large' | 'too slow'> {
  if (Number(headers.get('content-length') ?? 0) > most) {
    await body?.cancel()
    return 'too large'
  }
  const chunks: Uint8Array[] = []
  let size = 0
  let isLate = false
  const reader = body?.getReader()
  const giveUp = () => {
    isLate = true
    void reader?.cancel()
  }
  const patience = withinMs === undefined ? undefined : setTimeout(giveUp, withinMs)
  try {
    for (let next = await reader?.read(); next && !next.done; next = await reader?.read()) {
      size += next.value.byteLength
      if (size > most) {
        await reader?.cancel()
        return 'too large'
      }
      chunks.push(next.value)
    }
  } finally {
    clearTimeout(patience)
  }
  return isLate ? 'too slow' : joined(chunks, size)
}

function joined(chunks: Uint8Array[], size: number) {
  const whole = new Uint8Array(size)
  let at = 0
  for (const chunk of chunks) {
    whole.set(chunk, at)
    at += chunk.byteLength
  }
  return whole
}
