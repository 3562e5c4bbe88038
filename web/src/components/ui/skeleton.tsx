import { classes } from '../../lib/classes.ts'

/** Stands where something is being loaded, in its size. */
export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden="true" className={classes('animate-pulse rounded-lg bg-line/70', className)} />
}
