// Working hours on single dates, outside the week: for the doctor, and for admins.
import { Trash2 } from 'lucide-react'
import { useForm } from 'react-hook-form'
import { LoadFailed } from '../../../components/load-failed.tsx'
import { toast } from '../../../components/toaster.tsx'
import { Button } from '../../../components/ui/button.tsx'
import { DateField } from '../../../components/ui/date-field.tsx'
import { RowsSkeleton } from '../../../components/ui/form-skeleton.tsx'
import { useSectionMark } from '../../../components/ui/section-marks.ts'
import { TimeField } from '../../../components/ui/time-field.tsx'
import { UnsavedChanges } from '../../../components/unsaved-changes.tsx'
import { type ErrorTexts, textOf } from '../../../lib/errors.ts'
import { checkedBy, faultTexts } from '../../../lib/form.ts'
import { useI18n } from '../../../lib/i18n.tsx'
import { listOf } from '../../../lib/languages.ts'
import { useTexts } from '../../../lib/load/use-texts.ts'
import { dayTitle } from '../../../lib/time/dates.ts'
import { useNow } from '../../../lib/time/use-now.ts'
import { todayIn } from '../../../lib/time/zones.ts'
import { type ExtraHoursValues, extraHoursInput } from './extra-hours-input.ts'
import { type ExtraWindow, useAddExtraHours, useExtraHours, useRemoveExtraHours } from './extra-hours-queries.ts'
import { clock, rangeOf } from './week.ts'

const HEADING = 'extra-hours'
const REFUSALS: ErrorTexts = { '23P01': 'extra.overlap', '23514': 'extra.timesWrong', too_many_extra_hours: 'extra.tooMany' }
const EMPTY: ExtraHoursValues = { on_date: '', start_time: '', end_time: '' }

export function ExtraHours({ doctor }: { doctor: { id: string; timezone: string } }) {
  useTexts('management')
  const { t } = useI18n()
  const today = todayIn(doctor.timezone, useNow())
  const { data, error, refetch } = useExtraHours(doctor.id, today)
  return (
    <div className="grid gap-5">
      <p className="max-w-[70ch] text-muted max-sm:text-sm">{t('extra.text')}</p>
      <div className="grid grid-cols-1 gap-8 lg:grid-cols-2 lg:gap-12">
        <AddForm doctor={doctor} today={today} />
        <section aria-labelledby={HEADING} className="grid content-start gap-3">
          <h3 id={HEADING} tabIndex={-1} className="font-medium outline-none">
            {t('extra.list')}
          </h3>
          {data ? (
            <WindowList windows={data.filter(({ on_date }) => on_date >= today)} />
          ) : error ? (
            <LoadFailed title={t('schedule.loadFailed')} error={error} onRetry={() => void refetch()} />
          ) : (
            <RowsSkeleton rows={2} />
          )}
        </section>
      </div>
    </div>
  )
}

function AddForm({ doctor, today }: { doctor: { id: string; timezone: string }; today: string }) {
  const { t } = useI18n()
  const { mutateAsync: add } = useAddExtraHours(doctor.id)
  const { register, handleSubmit, reset, formState } = useForm<ExtraHoursValues>({
    defaultValues: EMPTY,
    resolver: checkedBy(extraHoursInput(() => todayIn(doctor.timezone))),
  })
  useSectionMark('wrong', Object.keys(formState.errors).length > 0)
  const send = async (values: ExtraHoursValues) => {
    try {
      await add(values)
    } catch (error) {
      const { key, values: facts } = textOf(error, REFUSALS)
      toast.error(t('extra.failed'), { description: t(key, facts) })
      return
    }
    reset(EMPTY)
    toast.success(t('extra.added'))
  }
  const faultOf = faultTexts(formState.errors, t)
  const field = (name: keyof ExtraHoursValues) => ({ ...register(name), error: faultOf(name), required: true })
  return (
    <form method="post" noValidate className="grid content-start gap-4" onSubmit={(event) => void handleSubmit(send)(event)}>
      <DateField label={t('extra.date')} min={today} {...field('on_date')} />
      <div className="grid items-start gap-4 min-[23rem]:grid-cols-2">
        <TimeField label={t('extra.start')} {...field('start_time')} />
        <TimeField label={t('extra.end')} {...field('end_time')} />
      </div>
      <div>
        <Button
          type="submit"
          look={formState.isDirty ? 'primary' : 'secondary'}
          busyLabel={formState.isSubmitting && t('extra.adding')}
          className="w-full sm:w-auto"
        >
          {t('extra.add')}
        </Button>
      </div>
      <UnsavedChanges isDirty={formState.isDirty} />
    </form>
  )
}

function WindowList({ windows }: { windows: ExtraWindow[] }) {
  const { t, language } = useI18n()
  const { mutateAsync: remove, isPending, variables } = useRemoveExtraHours()
  if (windows.length === 0) return <p className="text-muted">{t('extra.empty')}</p>
  const take = async (id: string) => {
    try {
      await remove(id)
    } catch (error) {
      const { key, values } = textOf(error)
      toast.error(t('extra.failed'), { description: t(key, values) })
      return
    }
    toast.success(t('extra.removed'))
    document.getElementById(HEADING)?.focus()
  }
  return (
    <ul className="divide-y divide-line">
      {windows.map(({ id, on_date, start_time, end_time }) => {
        const [day, hours] = [dayTitle(on_date, language), rangeOf({ start: clock(start_time), end: clock(end_time) })]
        return (
          <li key={id} className="flex items-center justify-between gap-3 py-2">
            <p>
              <time dateTime={on_date} className="font-medium">
                {day}
              </time>{' '}
              <bdi dir="ltr" className="text-muted tabular-nums">
                {hours}
              </bdi>
            </p>
            <Button
              look="quiet"
              className="-me-2 px-3!"
              aria-label={t('extra.removeOf', { what: listOf([day, hours], language) })}
              busyLabel={isPending && variables === id && t('extra.removing')}
              onClick={() => void take(id)}
            >
              <Trash2 aria-hidden="true" className="size-4 text-muted" />
            </Button>
          </li>
        )
      })}
    </ul>
  )
}
