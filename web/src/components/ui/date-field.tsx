import type { ComponentProps } from 'react'
import { TextField } from './field.tsx'

/** Uses the browser's own calendar, which works best on phones. */
export function DateField(props: Omit<ComponentProps<typeof TextField>, 'type'>) {
  return <TextField {...props} type="date" />
}
