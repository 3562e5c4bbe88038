import { classes } from '../../lib/classes.ts'
import { Skeleton } from './skeleton.tsx'

/** Labels with fields below each other and a button. The first `pairs` rows have two fields side by side. */
export function FormSkeleton({ fields, pairs = 0 }: { fields: number; pairs?: number }) {
  return (
    <div aria-hidden="true" className="grid gap-4">
      {Array.from({ length: pairs }, (_, place) => (
        <div key={place} className="grid gap-4 sm:grid-cols-2">
          <FieldSkeleton />
          <FieldSkeleton />
        </div>
      ))}
      {Array.from({ length: fields }, (_, place) => (
        <FieldSkeleton key={place} />
      ))}
      <Skeleton className="h-12 w-40 rounded-box!" />
    </div>
  )
}

function FieldSkeleton() {
  return (
    <div className="grid gap-2">
      <Skeleton className="h-5 w-32" />
      <Skeleton className="h-12 rounded-box!" />
    </div>
  )
}

/** Rows with a name, a line below it, and a button at the end. With `hasPortrait`, each begins with a doctor's arch. */
export function RowsSkeleton({ rows = 3, hasPortrait = false }: { rows?: number; hasPortrait?: boolean }) {
  return (
    <div aria-hidden="true" className="grid divide-y divide-line">
      {Array.from({ length: rows }, (_, place) => (
        <div key={place} className={classes('flex items-center gap-4', hasPortrait ? 'py-5 first:pt-0' : 'py-3')}>
          {hasPortrait && <Skeleton className="arch! h-17 w-14 shrink-0" />}
          <div className="grid flex-1 gap-2">
            <Skeleton className="h-5 w-1/2" />
            <Skeleton className="h-4 w-1/3" />
          </div>
          <Skeleton className="size-11 rounded-box!" />
        </div>
      ))}
    </div>
  )
}
