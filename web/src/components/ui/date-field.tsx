import type { ComponentProps } from 'react'
import { TextField } from './field.tsx'

/** The browser's own calendar, which every phone knows best. */
export function DateField(props: Omit<ComponentProps<typeof TextField>, 'type'>) {
  return <TextField {...props} type="date" />
}
