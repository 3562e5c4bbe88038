import { useId } from 'react'

interface ChoiceProps<Value extends string> {
  /** Names the choice for screen readers. */
  label: string
  value: Value
  options: { value: Value; title: string }[]
  onChange: (value: Value) => void
}

/** A choice between a few words, such as the part of a list or its order. */
export function Choice<Value extends string>({ label, value, options, onChange }: ChoiceProps<Value>) {
  const name = useId()
  return (
    <fieldset className="flex min-w-0 flex-wrap text-sm">
      <legend className="sr-only">{label}</legend>
      {options.map((option) => (
        <label
          key={option.value}
          className="flex min-h-11 cursor-pointer items-center rounded-box px-2 text-muted hover:text-ink has-checked:font-medium has-checked:text-ink has-checked:shadow-[inset_0_-2px_0_var(--brass)] has-checked:rounded-b-none has-focus-visible:outline-2 has-focus-visible:-outline-offset-2 has-focus-visible:outline-action sm:px-3"
        >
          <input type="radio" name={name} className="sr-only" checked={option.value === value} onChange={() => onChange(option.value)} />
          {option.title}
        </label>
      ))}
    </fieldset>
  )
}
