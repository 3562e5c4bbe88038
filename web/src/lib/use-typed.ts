// Keeps typed text that is not sent yet across Escape and a reload: it stays with the tab until it is sent, cleared, or its person signs
// out. Every field that adds something new uses it; docs/typed-text.md lists them.
import { useEffect, useEffectEvent, useState } from 'react'
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'
import { forgetInput, type KeptFields, keepInput, keptInput, TYPED_PREFIX } from './load/kept-input.ts'
import { useSession } from './session/session.ts'

/** Not shared between tabs, because two tabs may write to different people. */
const tab = () => sessionStorage
const keyOf = (name: string) => `${TYPED_PREFIX}${name}`

/** Deletes a kept text without rendering anything. */
export const forgetTyped = (name: string) => forgetInput(tab, keyOf(name))

function usePersonId() {
  const session = useSession()
  return session.status === 'in' ? session.person.id : undefined
}

/**
 * Like `useState`, for one text. `name` says what the text is about, such as 'chat:{appointment}'. The third returned function deletes the
 * kept text.
 */
export function useTypedText(name: string, initial = '') {
  const userId = usePersonId()
  const key = keyOf(name)
  const [text, setText] = useState(() => {
    const kept = keptInput(tab, key, userId)?.['text']
    return typeof kept === 'string' ? kept : initial
  })
  const type = (next: string) => {
    setText(next)
    if (next === initial) forgetInput(tab, key)
    else keepInput(tab, key, { text: next }, userId)
  }
  return [text, type, () => type(initial)] as const
}

/** Keeps the texts of a whole form. Resetting the form deletes them. */
export function useTypedForm<Values extends FieldValues>(name: string, form: UseFormReturn<Values>, leaveOut: Path<Values>[] = []) {
  const userId = usePersonId()
  const key = keyOf(name)
  const { subscribe, setValue, getValues } = form
  const restore = useEffectEvent((kept: KeptFields | undefined) => {
    const typed = kept?.['values']
    if (typeof typed !== 'object' || !typed) return
    const values: FieldValues = getValues()
    const defaults: FieldValues = form.formState.defaultValues ?? {}
    // A field that the browser or a link has filled in keeps its value.
    for (const [field, value] of Object.entries(typed))
      if (field in values && values[field] === defaults[field] && typeof value === 'string')
        setValue(field as Path<Values>, value as never, { shouldDirty: true })
  })
  // Text that a link has filled in does not make a field dirty.
  const keep = useEffectEvent((values: FieldValues, dirty: FieldValues, owner: string | undefined) => {
    const typed = Object.entries(values).filter(
      ([field, value]) => typeof value === 'string' && dirty[field] && !leaveOut.includes(field as Path<Values>),
    )
    if (typed.length === 0) return forgetInput(tab, key)
    const defaults: FieldValues = form.formState.defaultValues ?? {}
    keepInput(
      tab,
      key,
      { values: Object.fromEntries(typed), base: Object.fromEntries(typed.map(([field]) => [field, defaults[field]])) },
      owner,
    )
  })
  useEffect(() => {
    restore(keptInput(tab, key, userId))
    return subscribe({
      formState: { values: true, dirtyFields: true },
      callback: ({ values, dirtyFields }) => keep(values, dirtyFields ?? {}, userId),
    })
  }, [key, userId, subscribe])
}

/** Asks before the tab is closed, because closing it deletes kept text. For forms that take long to fill in. */
export function useAskBeforeClosing(isDirty: boolean) {
  useEffect(() => {
    if (!isDirty) return undefined
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [isDirty])
}

/**
 * The values that a kept form started from, for a form about a stored record that somebody else may have changed since. Without them, the
 * comparison would take that change as the start, and the text typed here would overwrite it.
 */
export function useTypedBase<Values extends FieldValues>(name: string): Partial<Values> {
  const userId = usePersonId()
  const [base] = useState(() => keptInput(tab, keyOf(name), userId)?.['base'])
  return typeof base === 'object' && base ? base : {}
}
