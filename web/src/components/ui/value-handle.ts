import { type Ref, useEffectEvent, useImperativeHandle, useLayoutEffect, useRef, useState } from 'react'

/** The part of an element that a form library uses: its value, readable and writable, and its focus. */
interface ValueHandle {
  value: string
  type: string
  focus: () => void
}

export interface ValueFieldProps {
  ref?: Ref<ValueHandle>
  name?: string
  /** For a field that its parent controls. Otherwise the field keeps its own value, which the handle can change. */
  value?: string
  onChange?: (event: { target: { name: string; value: string } }) => unknown
}

interface Options {
  focus: () => void
  /** Called when the form has set another value. */
  onReset: () => void
}

/** The value of a field that displays something other than its value. Works with `register` of react-hook-form, and with `value`. */
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
  // The handle must stay the same object, because react-hook-form would register a new one again with its former value.
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
