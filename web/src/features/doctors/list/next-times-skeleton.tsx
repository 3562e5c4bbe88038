import { Skeleton } from '../../../components/ui/skeleton.tsx'

export function NextTimesSkeleton() {
  return (
    <div aria-hidden="true" className="grid gap-2">
      <Skeleton className="h-5.5 w-20" />
      <div className="grid grid-cols-3 gap-2">
        {['1', '2', '3'].map((place) => (
          <Skeleton key={place} className="h-13" />
        ))}
      </div>
    </div>
  )
}
