// A time of day in 24 hours: typed, or chosen from a list below the field. The value is like '14:00', or empty.
import { Clock } from 'lucide-react'
import { type ComponentProps, type KeyboardEvent, useId, useRef, useState } from 'react'
import { classes } from '../../lib/classes.ts'
import { parseTypedTime } from '../../lib/time/typed-time.ts'
import { Field, type FieldTexts } from './field.tsx'
import { useFieldValue, type ValueFieldProps } from './value-handle.ts'

type Attributes = Pick<ComponentProps<'input'>, 'disabled' | 'onBlur' | 'required'>

type TimeFieldProps = Omit<ComponentProps<typeof Field>, 'children' | 'aside' | 'label'> &
  Pick<FieldTexts, 'hint' | 'label'> &
  ValueFieldProps &
  Attributes

const STEP_MINUTES = 30
const TIMES = Array.from({ length: (24 * 60) / STEP_MINUTES }, (_, step) => {
  const minutes = step * STEP_MINUTES
  return `${pad(Math.floor(minutes / 60))}:${pad(minutes % 60)}`
})

function pad(value: number) {
  return String(value).padStart(2, '0')
}

export function TimeField({ ref, name, value: given, onChange, onBlur, disabled, required, ...texts }: TimeFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  const list = useRef<HTMLUListElement>(null)
  const listId = useId()
  const field = { ...(ref && { ref }), ...(name && { name }), ...(given !== undefined && { value: given }), ...(onChange && { onChange }) }
  /** The text that is being typed. */
  const [draft, setDraft] = useState<string>()
  const { value, change } = useFieldValue(field, { focus: () => input.current?.focus(), onReset: () => setDraft(undefined) })
  /** The option that the arrow keys have reached. Undefined while the list is closed. */
  const [active, setActive] = useState<string>()
  const isOpen = active !== undefined
  const optionId = (time: string) => `${listId}-${time}`

  const show = (time: string) => {
    setActive(time)
    requestAnimationFrame(() => list.current?.querySelector(`[data-time="${time}"]`)?.scrollIntoView({ block: 'nearest' }))
  }
  const open = () => !disabled && show(nearest(value || '09:00'))
  const close = () => setActive(undefined)
  const choose = (time: string) => {
    setDraft(undefined)
    change(time)
    close()
  }
  const type = (text: string) => {
    setDraft(text)
    const time = parseTypedTime(text)
    if (time || text === '') change(time ?? '')
    if (isOpen && time) show(nearest(time))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1, PageDown: 4, PageUp: -4 }[event.key]
    if (step && !isOpen) open()
    else if (step && isOpen) show(TIMES[Math.min(Math.max(TIMES.indexOf(active) + step, 0), TIMES.length - 1)] ?? active)
    else if (event.key === 'Enter' && isOpen) choose(active)
    else if (event.key === 'Escape' && isOpen) {
      event.stopPropagation()
      close()
    } else return
    event.preventDefault()
  }
  return (
    <Field {...texts}>
      {(props) => (
        <div className="relative">
          <input
            {...props}
            ref={input}
            name={name}
            type="text"
            role="combobox"
            inputMode="numeric"
            autoComplete="off"
            dir="ltr"
            maxLength={8}
            placeholder="--:--"
            aria-expanded={isOpen}
            aria-controls={listId}
            aria-activedescendant={isOpen ? optionId(active) : undefined}
            disabled={disabled}
            required={required}
            value={draft ?? value}
            onClick={open}
            onKeyDown={onKeyDown}
            onChange={(event) => type(event.target.value)}
            onBlur={(event) => {
              close()
              // Text that cannot be parsed counts as empty, as in the browser's own time field.
              if (draft && !parseTypedTime(draft)) change('')
              setDraft(undefined)
              onBlur?.(event)
            }}
            className={classes(props.className, 'pe-9 tabular-nums rtl:ps-9 rtl:pe-3.5 rtl:text-end')}
          />
          <Clock aria-hidden="true" className="pointer-events-none absolute end-3 top-1/2 size-4 -translate-y-1/2 text-brass" />
          {isOpen && (
            <ul
              ref={list}
              id={listId}
              // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role, jsx-a11y/prefer-tag-over-role -- the list of a combobox
              role="listbox"
              aria-label={texts.label}
              className="absolute start-0 top-full z-40 mt-1 max-h-64 w-full min-w-28 overflow-y-auto rounded-box border border-control bg-surface p-1.5 shadow-lift"
            >
              {TIMES.map((time) => (
                // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-to-interactive-role, jsx-a11y/prefer-tag-over-role -- The field has the focus and handles the keys.
                <li
                  key={time}
                  id={optionId(time)}
                  data-time={time}
                  // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role, jsx-a11y/prefer-tag-over-role -- see above
                  role="option"
                  aria-selected={time === value}
                  // The field keeps the focus.
                  onPointerDown={(event) => event.preventDefault()}
                  onClick={() => choose(time)}
                  className={classes(
                    'flex min-h-11 cursor-pointer items-center rounded-lg px-3 tabular-nums hover:bg-tint aria-selected:font-medium',
                    time === active && 'bg-tint outline-2 -outline-offset-2 outline-action',
                  )}
                >
                  <bdi dir="ltr">{time}</bdi>
                </li>
              ))}
            </ul>
          )}
        </div>
      )}
    </Field>
  )
}

/** The option at or before a time. */
const nearest = (time: string) => TIMES.findLast((each) => each <= time) ?? '00:00'
