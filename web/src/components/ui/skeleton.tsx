import { classes } from '../../lib/classes.ts'

/** A placeholder with the size of what is being loaded. */
export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden="true" className={classes('animate-pulse rounded-lg bg-line/70', className)} />
}
