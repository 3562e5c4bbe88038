// A native select with our look. Browsers that can style its list (`appearance: base-select`, see styles/select.css) show our list. Other
// browsers, and touch screens, show the system's list below the same button. Labels, forms and assistive technology treat it as a select.
import { ChevronDown } from 'lucide-react'
import { type ComponentProps, type KeyboardEvent, useRef } from 'react'
import { classes } from '../../lib/classes.ts'
import { useI18n } from '../../lib/i18n.tsx'
import { Field, type FieldTexts } from './field.tsx'
import { matchTyped } from './typeahead.ts'

type SelectFieldProps = FieldTexts & ComponentProps<'select'>

export function SelectField({ label, note, hint, error, aside, className, children, ...select }: SelectFieldProps) {
  const onKeyDown = useTypeahead()
  return (
    <Field {...{ label, error, aside }} {...(note && { note })} {...(hint && { hint })}>
      {(props) => (
        <div className={classes('relative', className)}>
          <select onKeyDown={onKeyDown} {...select} {...props} className={classes(props.className, 'select pe-10')}>
            {children}
          </select>
          <ChevronDown
            aria-hidden="true"
            className="pointer-events-none absolute end-3.5 top-1/2 size-4 -translate-y-1/2 text-brass transition-transform duration-150 ease-calm [select:open+&]:rotate-180"
          />
        </div>
      )}
    </Field>
  )
}

const TYPING_PAUSE_MS = 1000

/** Finds options by their first letters, even without the dots and accents that a keyboard may lack. */
function useTypeahead() {
  const { language } = useI18n()
  const typed = useRef({ text: '', at: 0 })
  return (event: KeyboardEvent<HTMLSelectElement>) => {
    const { key, currentTarget: select } = event
    if (key.length !== 1 || event.ctrlKey || event.metaKey || event.altKey) return
    const before = event.timeStamp - typed.current.at < TYPING_PAUSE_MS ? typed.current.text : ''
    // A space opens the list, unless it continues a typed name.
    if (key === ' ' && !before) return
    event.preventDefault()
    typed.current = { text: before + key, at: event.timeStamp }
    const options = [...select.options]
    const isOpen = CSS.supports('selector(:open)') && select.matches(':open')
    const current = isOpen ? options.findIndex((option) => option === document.activeElement) : select.selectedIndex
    const names = options.map((option) => (option.disabled ? '' : option.text))
    const found = options[matchTyped(names, current, typed.current.text, language)]
    if (!found) return
    if (isOpen) found.focus()
    else if (!found.selected) {
      found.selected = true
      for (const type of ['input', 'change']) select.dispatchEvent(new Event(type, { bubbles: true }))
    }
  }
}
