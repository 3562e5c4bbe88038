// The form of an entry: keeps typed text, compares it with what others saved meanwhile, and saves it as a draft.
import { useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import { AppError, textOf } from '../../../lib/errors.ts'
import { checkedBy } from '../../../lib/form.ts'
import { type TextKey, useI18n, type Values } from '../../../lib/i18n.tsx'
import { useConflicts } from '../../../lib/use-conflicts.ts'
import { forgetTyped, useAskBeforeClosing, useTypedBase, useTypedForm } from '../../../lib/use-typed.ts'
import { missingRow } from '../queries.ts'
import { bodyOf, type ContentValues, contentInput, entryValuesOf } from './content-input.ts'
import type { Kind } from './kinds.ts'
import { CONTENT_ERRORS, type Entry, loadEntry, usePublish, useSaveDraft } from './queries.ts'

export interface Problem {
  key: TextKey
  values: Values
}

const draftValues = (kind: Kind, entry: Entry | null | undefined) =>
  entryValuesOf(kind, entry ? { slug: entry.slug, body: entry.draft.body } : undefined)

export function useEntryForm({ kind, id, entry }: { kind: Kind; id: string; entry: Entry | undefined }) {
  const { language } = useI18n()
  const typedName = `content:${id}`
  const typedBase = useTypedBase<ContentValues>(typedName)
  const [opened, setOpened] = useState<ContentValues>(() => ({ ...draftValues(kind, entry), ...typedBase }) as ContentValues)
  const form = useForm<ContentValues>({ defaultValues: opened, resolver: checkedBy(contentInput(kind, language)) })
  useTypedForm(typedName, form)
  useAskBeforeClosing(form.formState.isDirty)
  const version = useRef(entry?.draft.version ?? 0)
  const [problem, setProblem] = useState<Problem>()
  const { mutateAsync: saveDraft } = useSaveDraft()
  const { mutateAsync: publishDraft } = usePublish()
  const load = async () => {
    const latest = await loadEntry(id)
    if (!latest && version.current > 0) throw await missingRow('content_gone')
    version.current = latest?.draft.version ?? 0
    return draftValues(kind, latest)
  }
  const conflicts = useConflicts({ form, stored: opened, load })
  const isUnsaved = form.formState.isDirty || !entry

  /** Returns whether the draft was saved. It is not saved if the reader has to resolve a conflict first. */
  async function store(typed: ContentValues) {
    const values = await conflicts.resolve(typed)
    if (!values) return false
    const slug = values['slug'] ?? null
    version.current = await saveDraft({ id, kind, slug, body: bodyOf(kind, values), version: version.current })
    conflicts.saved(values)
    form.reset(values)
    return true
  }

  /** Runs `action` with the saved draft. Shows errors, and loses no typed text. */
  const withSaved = (action: (version: number) => Promise<unknown>) =>
    form.handleSubmit(async (typed) => {
      setProblem(undefined)
      try {
        if (isUnsaved && !(await store(typed))) return
        await action(version.current)
      } catch (error) {
        const text = textOf(error, CONTENT_ERRORS)
        const reason = error instanceof AppError ? error.reason : ''
        if (reason === 'slug_taken') form.setError('slug', { message: text.key }, { shouldFocus: true })
        else if (reason === 'content_changed' && !isUnsaved) await showNewer()
        else setProblem(text)
      }
    })

  /** Nothing was typed here, so there is no conflict to resolve. Shows the reader the newer draft that they are about to publish. */
  async function showNewer() {
    const latest = await loadEntry(id).catch(() => undefined)
    if (latest) takeStored(latest)
    setProblem({ key: latest ? 'content.newerShown' : 'error.unreachable', values: {} })
  }

  /** Replaces the form's values with the stored ones. */
  function takeStored(latest: Entry) {
    forgetTyped(typedName)
    const values = draftValues(kind, latest)
    version.current = latest.draft.version
    setOpened(values)
    conflicts.saved(values)
    form.reset(values)
    setProblem(undefined)
  }

  return {
    form,
    conflicts,
    isUnsaved,
    problem,
    withSaved,
    takeStored,
    currentVersion: () => version.current,
    publish: async (draft: number) => publishDraft({ id, version: draft }),
  }
}
