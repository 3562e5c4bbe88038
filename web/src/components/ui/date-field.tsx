// A date field: typed or chosen in a calendar with a mouse, and chosen in the system's date picker on touch screens. The value is always
// like '2027-01-20'.
import { CalendarDays } from 'lucide-react'
import { type ComponentProps, Suspense, useRef, useState } from 'react'
import { classes } from '../../lib/classes.ts'
import { useI18n } from '../../lib/i18n.tsx'
import { formatDay } from '../../lib/time/dates.ts'
import { parseTypedDay, typedDay } from '../../lib/time/typed-day.ts'
import { useFinePointer } from '../../lib/use-fine-pointer.ts'
import { lazyPart } from '../lazy-part.tsx'
import { Field, type FieldTexts } from './field.tsx'
import { useFieldValue, type ValueFieldProps } from './value-handle.ts'

const Calendar = lazyPart(() => import('./calendar.tsx'))

type Attributes = Pick<ComponentProps<'input'>, 'autoComplete' | 'disabled' | 'onBlur' | 'required'>

interface DateFieldProps extends Omit<FieldTexts, 'aside'>, ValueFieldProps, Attributes {
  /** The first day that can be chosen, such as '2027-01-20'. */
  min?: string | number
  max?: string | number
}

export function DateField({
  label,
  note,
  hint,
  error,
  min,
  max,
  ref,
  name,
  value: given,
  onChange,
  onBlur,
  ...attributes
}: DateFieldProps) {
  const { t, language } = useI18n()
  const isFine = useFinePointer()
  const input = useRef<HTMLInputElement>(null)
  const field = { ...(ref && { ref }), ...(name && { name }), ...(given !== undefined && { value: given }), ...(onChange && { onChange }) }
  /** The text that is being typed, or that was typed and cannot be parsed. */
  const [draft, setDraft] = useState<string>()
  const [hasLeft, setHasLeft] = useState(false)
  const { value, change } = useFieldValue(field, { focus: () => input.current?.focus(), onReset: () => setDraft(undefined) })
  const isUnreadable = hasLeft && Boolean(draft?.trim()) && value === ''
  const shown = draft !== undefined && (!hasLeft || isUnreadable) ? draft : typedDay(value, language)
  const leave: Attributes['onBlur'] = (event) => {
    setHasLeft(true)
    if (draft !== undefined && parseTypedDay(draft)) setDraft(undefined)
    else if (draft !== undefined) change('')
    onBlur?.(event)
  }
  const type = (text: string) => {
    setHasLeft(false)
    setDraft(text)
    const day = parseTypedDay(text)
    if (day || text === '') change(day ?? '')
  }
  const choose = (day: string) => {
    setDraft(undefined)
    change(day)
  }
  return (
    <Field
      label={label}
      error={isUnreadable ? t('dateField.unreadable', { example: typedDay('2027-12-31', language) }) : error}
      {...(note && { note })}
      {...(hint && { hint })}
    >
      {({ 'aria-describedby': described, ...props }) => {
        const written = `${props.id}-written`
        const all = {
          ...attributes,
          ...props,
          ref: input,
          name,
          onBlur: leave,
          'aria-describedby': [described, value && written].filter(Boolean).join(' ') || undefined,
        }
        return (
          <>
            {isFine ? (
              <TypedDate {...{ shown, value, onType: type, onChoose: choose, input: all, min: min?.toString(), max: max?.toString() }} />
            ) : (
              <input {...all} type="date" min={min} max={max} value={value} onChange={(event) => choose(event.target.value)} />
            )}
            <p id={written} className="text-sm text-muted empty:hidden">
              {value && formatDay(value, language)}
            </p>
          </>
        )
      }}
    </Field>
  )
}

interface TypedDateProps {
  shown: string
  value: string
  onType: (text: string) => void
  onChoose: (day: string) => void
  input: ComponentProps<'input'>
  min: string | undefined
  max: string | undefined
}

function TypedDate({ shown, value, onType, onChoose, input, min, max }: TypedDateProps) {
  const { t } = useI18n()
  const [isOpen, setIsOpen] = useState(false)
  const place = useRef<HTMLDivElement>(null)
  const opener = useRef<HTMLButtonElement>(null)
  const close = (takesFocusBack: boolean) => {
    setIsOpen(false)
    if (takesFocusBack) opener.current?.focus()
  }
  return (
    <div ref={place} className="relative">
      <input
        autoComplete="off"
        {...input}
        type="text"
        dir="ltr"
        maxLength={20}
        placeholder={t('dateField.format')}
        value={shown}
        onChange={(event) => onType(event.target.value)}
        className={classes(input.className, 'pe-12 tabular-nums rtl:ps-12 rtl:pe-3.5 rtl:text-end')}
      />
      <button
        ref={opener}
        type="button"
        aria-label={t('dateField.open')}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        disabled={input.disabled}
        onClick={() => setIsOpen(!isOpen)}
        className="absolute inset-y-0.5 end-0.5 grid w-11 place-items-center rounded-box text-brass hover:bg-tint disabled:opacity-60"
      >
        <CalendarDays aria-hidden="true" className="size-5" />
      </button>
      {isOpen && (
        <Suspense>
          <Calendar
            {...{ value, min, max, place }}
            onChoose={(day) => {
              onChoose(day)
              close(true)
            }}
            onClose={close}
          />
        </Suspense>
      )}
    </div>
  )
}
