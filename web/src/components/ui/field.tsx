// A field with its label above it, a hint below the label, and an error below the field, which screen readers announce.
import { type ComponentProps, type ReactNode, useId } from 'react'
import { classes } from '../../lib/classes.ts'

interface FieldProps {
  /** An element if the label is in another language than the page. */
  label: ReactNode
  note?: string
  hint?: string
  error?: string | undefined
  children: (props: { id: string; 'aria-describedby': string | undefined; 'aria-invalid': boolean; className: string }) => ReactNode
  /** Shown beside the error, such as a counter. */
  aside?: ReactNode
  /** Shown at the end of the label's line. The keyboard reaches it after the field. */
  besideLabel?: ReactNode
  /** For a rule that is read while typing. */
  isHintBelow?: boolean
  /** For fields whose purpose is clear from their surroundings. */
  isLabelHidden?: boolean
  /** The id of an error message that belongs to several fields. */
  sharedError?: string | undefined
}

const INPUT = classes(
  'block min-h-12 w-full rounded-box border bg-surface px-3.5 py-2.5 text-ink not-[textarea]:leading-6 placeholder:text-muted',
  'transition-colors duration-150 ease-calm disabled:opacity-60',
  // Read-only text looks like text, not like a field.
  '[&[readonly]]:resize-none [&[readonly]]:border-0 [&[readonly]]:bg-transparent [&[readonly]]:px-0 [&[readonly]]:py-0',
  'not-[textarea]:[&[readonly]]:min-h-6',
)

export function Field({
  label,
  note,
  hint,
  error,
  children,
  aside,
  besideLabel,
  isHintBelow = false,
  isLabelHidden = false,
  sharedError,
}: FieldProps) {
  const id = useId()
  const described = [hint && `${id}-hint`, error && `${id}-error`, sharedError].filter(Boolean).join(' ')
  return (
    <div
      className={classes(
        'group/field grid content-start gap-1.5 has-[[readonly]]:gap-0.5',
        besideLabel !== undefined && 'grid-cols-[auto_minmax(0,1fr)] *:not-first:col-span-full',
        isHintBelow && '*:last:order-2',
      )}
    >
      <label
        htmlFor={id}
        className={
          isLabelHidden
            ? 'sr-only'
            : 'font-medium group-has-[[readonly]]/field:text-sm group-has-[[readonly]]/field:font-normal group-has-[[readonly]]/field:text-muted'
        }
      >
        {label}
        {note && <span className="ms-2 text-sm font-normal text-muted">({note})</span>}
      </label>
      {hint && (
        <p id={`${id}-hint`} className={classes('text-sm text-muted', isHintBelow && 'order-1 leading-5 [&:lang(ar)]:leading-6')}>
          {hint}
        </p>
      )}
      {children({
        id,
        'aria-describedby': described || undefined,
        'aria-invalid': Boolean(error ?? sharedError),
        className: classes(INPUT, error || sharedError ? 'border-danger' : 'border-control hover:border-ink'),
      })}
      {besideLabel && <div className="col-start-2! row-start-1 self-end justify-self-end text-end">{besideLabel}</div>}
      <div className="flex items-start justify-between gap-4 text-sm">
        <p id={`${id}-error`} role="alert" className="text-danger empty:hidden">
          {error}
        </p>
        {aside && <div className="ms-auto text-muted">{aside}</div>}
      </div>
    </div>
  )
}

/** The props of a field built on `Field`, in addition to the attributes of its element. */
export type FieldTexts = Omit<FieldProps, 'children' | 'isLabelHidden' | 'label' | 'sharedError'> & { label: string }

export function TextField({ label, note, hint, error, aside, className, ...input }: FieldTexts & ComponentProps<'input'>) {
  return (
    <Field {...{ label, error, aside }} {...(note && { note })} {...(hint && { hint })}>
      {(props) => <input {...input} {...props} className={classes(props.className, className)} />}
    </Field>
  )
}

type TextAreaFieldProps = Omit<FieldTexts, 'label'> & Pick<FieldProps, 'label'> & ComponentProps<'textarea'>

export function TextAreaField({ label, note, hint, error, aside, className, ...input }: TextAreaFieldProps) {
  return (
    <Field {...{ label, error, aside }} {...(note && { note })} {...(hint && { hint })}>
      {(props) => (
        <textarea
          dir="auto"
          {...input}
          {...props}
          className={classes(props.className, 'min-h-32 resize-y [&[readonly]]:field-sizing-content [&[readonly]]:min-h-6', className)}
        />
      )}
    </Field>
  )
}
