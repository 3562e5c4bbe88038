// The working hours of a week. Changes made here survive a change of the stored week, until they are saved or discarded.
import { Undo2 } from 'lucide-react'
import { type FormEvent, useRef, useState } from 'react'
import { focusAfterSaving, SAVE_BAR } from '../../../components/stored-form.tsx'
import { toast } from '../../../components/toaster.tsx'
import { Banner } from '../../../components/ui/banner.tsx'
import { Button } from '../../../components/ui/button.tsx'
import { useSectionMark } from '../../../components/ui/section-marks.ts'
import { UnsavedChanges } from '../../../components/unsaved-changes.tsx'
import { classes } from '../../../lib/classes.ts'
import { AppError, type ErrorTexts, textOf } from '../../../lib/errors.ts'
import { useI18n } from '../../../lib/i18n.tsx'
import { weekdayTitle } from '../../../lib/time/dates.ts'
import { DayHours, offerText } from './day-hours.tsx'
import { HOURS_CHANGED, useSaveWeek } from './queries.ts'
import {
  changeDay,
  copyDay,
  hoursFaults,
  isSameDay,
  isSameWeek,
  offerOf,
  type StoredWindow,
  storedRows,
  usualOffer,
  type Week,
  weekFromRows,
} from './week.ts'

const REFUSALS: ErrorTexts = { '23P01': 'hours.refused', '23514': 'hours.refused', working_hours_not_understood: 'hours.refused' }

interface WeekFormProps {
  doctor: { id: string; session_duration: number; gap_minutes: number }
  stored: Week
}

export function WeekForm({ doctor, stored }: WeekFormProps) {
  const { t, language } = useI18n()
  // The draft, with the stored week that it started from.
  const [draft, setDraft] = useState<{ week: Week; base: Week }>()
  const [isChecked, setIsChecked] = useState(false)
  const [copied, setCopied] = useState('')
  // The weekdays that are unfolded on a narrow screen.
  const [opened, setOpened] = useState<number[]>([])
  const form = useRef<HTMLFormElement>(null)
  const saving = useSaveWeek(doctor.id)

  const week = draft?.week ?? stored
  const isDirty = !isSameWeek(week, stored)
  const hasChangedElsewhere = isDirty && draft !== undefined && !saving.isPending && !isSameWeek(draft.base, stored)
  const offers = week.map((day) => offerOf(day, doctor.session_duration, doctor.gap_minutes))
  const usual = usualOffer(offers)
  const most = offers.reduce((sum, offer) => sum + offer.most, 0)

  useSectionMark('wrong', isChecked && week.some((day) => hoursFaults(day).some(Boolean)))
  const change = (next: Week) => setDraft({ week: next, base: isDirty && draft ? draft.base : stored })
  const discard = () => {
    setDraft(undefined)
    setIsChecked(false)
  }
  const copy = (from: number, to: number[]) => {
    change(copyDay(week, from, to))
    setCopied(t('hours.copied', { day: weekdayTitle(from, language) }))
  }

  const submit = (event: FormEvent) => {
    event.preventDefault()
    setIsChecked(true)
    const wrong = week.flatMap((day, index) => (hoursFaults(day).some(Boolean) ? [index] : []))
    if (wrong.length > 0) {
      setOpened([...new Set([...opened, ...wrong])])
      requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus())
      return
    }
    // Saving must not overwrite a stored week that the reader has not seen. Once the change is shown, the reader decides.
    const base = draft && !hasChangedElsewhere ? draft.base : undefined
    const isSeen = (windows: StoredWindow[]) => !base || isSameWeek(weekFromRows(windows), base)
    saving.mutate(
      { windows: storedRows(week), isSeen },
      {
        onSuccess: () => {
          discard()
          toast.success(t('hours.saved'))
          focusAfterSaving(form.current)
        },
        onError: (error) => {
          if (error instanceof AppError && error.reason === HOURS_CHANGED) return
          const { key, values } = textOf(error, REFUSALS)
          toast.error(t('hours.failed'), { description: t(key, values) })
        },
      },
    )
  }

  return (
    <form method="post" ref={form} tabIndex={-1} noValidate className="outline-none" onSubmit={submit}>
      <fieldset disabled={saving.isPending} className="min-w-0 divide-y divide-line">
        <legend className="sr-only">{t('hours.title')}</legend>
        <div
          aria-hidden="true"
          className="ms-auto flex w-48 justify-between border-b-0! text-xs leading-4 text-muted tabular-nums in-data-indexed:hidden max-xl:hidden"
        >
          <span>00</span>
          <span>12</span>
          <span>24</span>
        </div>
        {week.map((day, index) => (
          <DayHours
            key={weekdayTitle(index, language)}
            name={weekdayTitle(index, language)}
            day={day}
            offer={offers[index] ?? offerOf(day, doctor.session_duration, doctor.gap_minutes)}
            usual={usual}
            isChanged={!isSameDay(day, stored[index])}
            isChecked={isChecked}
            isOpen={opened.includes(index)}
            onOpen={(isOpen) => setOpened(isOpen ? [...opened, index] : opened.filter((each) => each !== index))}
            onChange={(next) => change(changeDay(week, index, next))}
            onCopy={(to) => copy(index, to)}
          />
        ))}
      </fieldset>
      <output className="sr-only">{copied}</output>
      <p className="border-t border-line pt-3 text-sm text-muted">
        {usual && `${t('hours.usualDay', { offer: offerText(usual, t, language) })}\u00a0· `}
        {t('hours.weekMost', { count: most })}
      </p>
      {hasChangedElsewhere && (
        <Banner tone="warning">
          <p>{t('hours.changedElsewhere')}</p>
          <Button look="secondary" className="mt-3" onClick={discard}>
            {t('hours.showOthers')}
          </Button>
        </Banner>
      )}
      {/* Shown only while there is something to save. It stays within reach, because the week is long on a phone. */}
      {isDirty && (
        <div className={classes('mt-3 flex flex-wrap items-center gap-x-4 gap-y-1 max-sm:gap-x-1', SAVE_BAR)}>
          <Button type="submit" busyLabel={saving.isPending && t('schedule.saving')} className="max-sm:grow">
            {t('hours.save')}
          </Button>
          <Button look="quiet" title={t('hours.giveUp')} className="max-sm:px-3!" disabled={saving.isPending} onClick={discard}>
            <Undo2 aria-hidden="true" className="size-5 sm:hidden" />
            <span className="max-sm:sr-only">{t('hours.giveUp')}</span>
          </Button>
          <p className="text-sm text-wait max-sm:hidden">{t('unsaved.some')}</p>
        </div>
      )}
      <UnsavedChanges isDirty={isDirty} />
    </form>
  )
}
