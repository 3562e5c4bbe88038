import { type Ref, useEffectEvent, useImperativeHandle, useLayoutEffect, useRef, useState } from 'react'

/** What a form library needs of an element: its value, in both directions, and the focus. */
interface ValueHandle {
  value: string
  type: string
  focus: () => void
}

export interface ValueFieldProps {
  ref?: Ref<ValueHandle>
  name?: string
  /** For a field that its parent controls. Without it, the field keeps its own value, which the handle can change. */
  value?: string
  onChange?: (event: { target: { name: string; value: string } }) => unknown
}

interface Options {
  focus: () => void
  /** The form has set another value. */
  onReset: () => void
}

/** The value of a field that shows something else than its value. Works with `register` of react-hook-form, and with `value`. */
export function useFieldValue({ ref, name = '', value: given, onChange }: ValueFieldProps, options: Options) {
  const [kept, setKept] = useState('')
  const value = given ?? kept
  const latest = useRef(value)
  useLayoutEffect(() => {
    latest.current = value
  }, [value])
  const keep = (next: string) => {
    latest.current = next
    setKept(next)
  }
  const reset = useEffectEvent((next: string) => {
    if (next === latest.current) return
    keep(next)
    options.onReset()
  })
  const focus = useEffectEvent(options.focus)
  // The same object for life: react-hook-form registers a new one again, with the value that it had.
  useImperativeHandle(
    ref,
    () => ({
      get value() {
        return latest.current
      },
      set value(next: string) {
        reset(next)
      },
      type: 'text',
      focus: () => focus(),
    }),
    [],
  )
  const change = (next: string) => {
    if (next === latest.current) return
    keep(next)
    onChange?.({ target: { name, value: next } })
  }
  return { value, change }
}
