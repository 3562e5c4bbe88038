import type { ReactNode } from 'react'
import { classes } from '../../lib/classes.ts'

export function Card({ children, className }: { children: ReactNode; className?: string }) {
  return <div className={classes('rounded-box border border-line bg-surface p-5 sm:p-6', className)}>{children}</div>
}
