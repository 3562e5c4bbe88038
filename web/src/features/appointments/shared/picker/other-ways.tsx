// The fields that the specification requires: a date field for any day, and a select field for the slots of a day.
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
