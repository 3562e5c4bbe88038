import { Skeleton } from '../../../../components/ui/skeleton.tsx'

/** A placeholder with the shape of a grid: a heading for each day, a rail of hours and some appointments. */
export function CalendarSkeleton({ columns }: { columns: number }) {
  return (
    <div aria-hidden="true" className="grid gap-px" style={{ gridTemplateColumns: `3.5rem repeat(${columns}, minmax(0, 1fr))` }}>
      <span />
      {Array.from({ length: columns }, (_, column) => (
        <div key={column} className="flex h-11 justify-center py-2">
          <Skeleton className="h-6 w-14" />
        </div>
      ))}
      {Array.from({ length: 9 }, (_, row) => (
        <div key={row} className="contents">
          <Skeleton className="ms-auto me-2 h-3 w-9" />
          {Array.from({ length: columns }, (__, column) => (
            <div key={column} className="h-19.5 border-s border-t border-line p-0.5">
              {(row + column * 2) % 4 === 0 && <Skeleton className="h-9" />}
            </div>
          ))}
        </div>
      ))}
    </div>
  )
}
