// The complaint as a line of the bar. It grows on focus and stays large while it has text. Otherwise the button below would move away
// when it is pressed.
import { type Ref, useId } from 'react'
import { MAX_COMPLAINT_LENGTH } from '../../../../../../supabase/functions/_shared/rules.ts'
import { classes } from '../../../../lib/classes.ts'
import { useI18n } from '../../../../lib/i18n.tsx'

interface ComplaintLineProps {
  complaint: string
  isMissing: boolean
  onType: (complaint: string) => void
  ref: Ref<HTMLTextAreaElement>
}

export function ComplaintLine({ complaint, isMissing, onType, ref }: ComplaintLineProps) {
  const { t } = useI18n()
  const id = useId()
  return (
    <div className="group/complaint grid gap-1">
      <div
        className={classes(
          'grid rounded-choice border bg-surface transition-colors duration-150 ease-calm *:[grid-area:1/1] focus-within:border-action focus-within:outline-1 focus-within:outline-action',
          isMissing ? 'border-danger' : 'border-control hover:border-ink',
        )}
      >
        <textarea
          ref={ref}
          id={`${id}-field`}
          dir="auto"
          required
          rows={1}
          // The blank placeholder lets the styles detect an empty field.
          placeholder=" "
          maxLength={MAX_COMPLAINT_LENGTH}
          value={complaint}
          aria-invalid={isMissing}
          aria-describedby={isMissing ? `${id}-hint ${id}-error` : `${id}-hint`}
          className="peer field-sizing-content max-h-[9.5em] min-h-10.5 w-full resize-none scroll-mb-4 bg-transparent px-3.5 py-2 leading-6 text-ink outline-none focus:min-h-[6em] focus:pt-[1.6em] not-placeholder-shown:min-h-[6em] not-placeholder-shown:pt-[1.6em]"
          onChange={(event) => onType(event.target.value)}
        />
        <div className="pointer-events-none flex min-w-0 items-baseline gap-3 self-start px-3.5 py-2 leading-6 text-muted peer-focus:py-1 peer-focus:text-xs peer-focus:leading-5 peer-not-placeholder-shown:py-1 peer-not-placeholder-shown:text-xs peer-not-placeholder-shown:leading-5">
          <label htmlFor={`${id}-field`} className="shrink-0 font-medium max-sm:min-w-0 max-sm:shrink">
            {t('booking.complaint')}
          </label>
          {/* The same as below, for a field that is still empty. */}
          <span
            aria-hidden="true"
            className="truncate text-sm max-sm:hidden group-has-[textarea:focus]/complaint:hidden group-has-[textarea:not(:placeholder-shown)]/complaint:hidden"
          >
            {t('booking.complaintHint')}
          </span>
        </div>
      </div>
      <div className="hidden items-start justify-between gap-4 text-xs text-muted group-has-[textarea:focus]/complaint:flex group-has-[textarea:not(:placeholder-shown)]/complaint:flex">
        <p id={`${id}-hint`}>{t('booking.complaintHint')}</p>
        <bdi dir="ltr" className="shrink-0">
          {t('booking.counter', { used: complaint.length, most: MAX_COMPLAINT_LENGTH })}
        </bdi>
      </div>
      <p id={`${id}-error`} role="alert" className="text-sm text-danger empty:hidden">
        {isMissing && t('booking.complaintRequired')}
      </p>
    </div>
  )
}
