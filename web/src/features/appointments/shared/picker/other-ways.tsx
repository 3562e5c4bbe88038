// Any day by its date, and the times of a day as a list: the fields of the specification.
import { AnyDay, type AnyDayProps } from './any-day.tsx'
import { TimeList, type TimeListProps } from './time-list.tsx'

export default function OtherWays({ dayField, timeField }: { dayField: AnyDayProps; timeField: TimeListProps }) {
  return (
    <div className="grid items-start gap-4 sm:grid-cols-2">
      <AnyDay {...dayField} />
      <TimeList {...timeField} />
    </div>
  )
}
