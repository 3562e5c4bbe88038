// The step after adding a factor: shows recovery codes if the person has none.
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { createCodes } from './queries.ts'
import { RecoveryCodes } from './recovery-codes.tsx'

export interface AddingProps {
  onDone: () => void
  /** Whether the person already has recovery codes, which stay valid. */
  hasCodes: boolean
}

/** `children` adds the factor and then calls `onAdded`. */
export function WithCodes({ onDone, hasCodes, children }: AddingProps & { children: (onAdded: () => Promise<void>) => ReactNode }) {
  const client = useQueryClient()
  const [codes, setCodes] = useState<string[] | null>()
  // Pages that were closed for lack of a factor must learn of it before they are shown again.
  const finish = async () => {
    await client.invalidateQueries()
    onDone()
  }
  const onAdded = async () => {
    if (hasCodes) return finish()
    // The factor works without codes. They can be created later in the profile.
    const made = await createCodes().catch(() => undefined)
    if (made === undefined) await finish()
    else setCodes(made)
  }
  return codes === undefined ? children(onAdded) : <RecoveryCodes codes={codes} onDone={() => void finish()} />
}
