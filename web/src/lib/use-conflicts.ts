// Keeps a form of a stored record from overwriting what was changed in another tab or by somebody else.
import { useEffect, useRef, useState } from 'react'
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'
import { clashesIn, mergedFrom } from './conflicts.ts'

interface ConflictsOptions<Values extends FieldValues> {
  form: UseFormReturn<Values>
  /** The record that the page has loaded. It may be reloaded while the form is open. */
  stored: Values
  /** Loads the record as it is stored now. */
  load: () => Promise<Values>
}

export type Conflicts<Values extends FieldValues> = ReturnType<typeof useConflicts<Values>>

export function useConflicts<Values extends FieldValues>({ form, stored, load }: ConflictsOptions<Values>) {
  const base = useRef(stored)
  const [clash, setClash] = useState<{ names: (keyof Values & string)[]; theirs: Values }>()
  const { dirtyFields } = form.formState
  useEffect(() => {
    // A field that is being edited keeps its initial base value, because the reader has not seen the new one.
    const dirty: FieldValues = dirtyFields
    base.current = Object.fromEntries(
      Object.entries(stored).map(([name, value]) => [name, dirty[name] ? base.current[name] : value]),
    ) as Values
    // oxlint-disable-next-line react/exhaustive-deps -- only when something else is stored
  }, [stored])
  const settle = (theirs: Values) => {
    base.current = theirs
    setClash(undefined)
  }
  return {
    clash,
    /** The values to save: the changes made here on top of what is stored now. Undefined if the reader must choose first. */
    resolve: async (mine: Values): Promise<Values | undefined> => {
      const versions = { base: base.current, mine, latest: await load() }
      const names = clashesIn(versions)
      setClash(names.length > 0 ? { names, theirs: versions.latest } : undefined)
      return names.length > 0 ? undefined : mergedFrom(versions)
    },
    /** Must be called once these values are stored. */
    saved: (values: Values) => settle(values),
    keepMine: () => clash && settle(clash.theirs),
    takeTheirs: () => {
      if (!clash) return
      for (const name of clash.names) form.setValue(name as Path<Values>, clash.theirs[name], { shouldDirty: true })
      settle(clash.theirs)
    },
  }
}
