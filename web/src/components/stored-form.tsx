// A form for a stored record: it saves, confirms it, and asks before typed changes are lost.
import { type ReactNode, useRef } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { classes } from '../lib/classes.ts'
import { type ErrorTexts, textOf as errorTextOf } from '../lib/errors.ts'
import { type TextKey, useI18n } from '../lib/i18n.tsx'
import { useConflicts } from '../lib/use-conflicts.ts'
import { FormConflict } from './form-conflict.tsx'
import { toast } from './toaster.tsx'
import { Button } from './ui/button.tsx'
import { Card } from './ui/card.tsx'
import { useSectionMark } from './ui/section-marks.ts'
import { UnsavedChanges } from './unsaved-changes.tsx'

/** The bar of a form with unsaved changes. It stays in view while the form is in view. */
export const SAVE_BAR = 'sticky bottom-(--bottom-bar,0px) z-20 -mx-2 -mb-3 border-t border-line bg-surface px-2 py-3 short:static'

/** Returns the focus to the form, because the pressed save button is gone. */
export const focusAfterSaving = (form: HTMLFormElement | null) =>
  requestAnimationFrame(() => {
    if (document.activeElement === document.body) form?.focus({ preventScroll: true })
  })

interface StoredFormProps<Values extends FieldValues> {
  form: UseFormReturn<Values>
  /** The record that the page has loaded. */
  stored: Values
  /** Loads the record as it is stored now. Another tab or somebody else may have changed it. */
  load: () => Promise<Values>
  labelOf: (name: keyof Values & string) => string
  /** Returns what stands for a value that is not shown as it is stored. */
  textOf?: (name: keyof Values & string, value: unknown) => ReactNode
  /** Without a title, the form is part of a section that has one. */
  texts: Record<'text' | 'save' | 'saving' | 'saved' | 'failed', TextKey> & { title?: TextKey }
  /** Texts for errors of the database. */
  refusals?: ErrorTexts
  /** Completes the values before they are compared and saved, such as by uploads. Undefined if that failed, which the form then shows. */
  prepare?: (values: Values) => Promise<Values | undefined>
  onSave: (values: Values) => Promise<unknown>
  children: ReactNode
}

export function StoredForm<Values extends FieldValues>(props: StoredFormProps<Values>) {
  const { form, stored, load, labelOf, textOf, texts, refusals, prepare, onSave, children } = props
  const { t } = useI18n()
  const conflicts = useConflicts({ form, stored, load })
  const { handleSubmit, reset, formState } = form
  const element = useRef<HTMLFormElement>(null)
  useSectionMark('wrong', Object.keys(formState.errors).length > 0)
  const send = async (typed: Values) => {
    let values: Values | undefined
    try {
      const prepared = prepare ? await prepare(typed) : typed
      values = prepared && (await conflicts.resolve(prepared))
      if (!values) return
      await onSave(values)
    } catch (error) {
      const { key, values: facts } = errorTextOf(error, refusals)
      toast.error(t(texts.failed), { description: t(key, facts) })
      return
    }
    conflicts.saved(values)
    reset(values)
    toast.success(t(texts.saved))
    focusAfterSaving(element.current)
  }
  const content = (
    <form
      method="post"
      ref={element}
      tabIndex={-1}
      noValidate
      className="grid gap-5 outline-none"
      onSubmit={(event) => void handleSubmit(send)(event)}
    >
      <div className="grid gap-1">
        {texts.title && <h2 className="text-lg font-semibold sm:text-xl">{t(texts.title)}</h2>}
        <p className="max-w-[70ch] text-muted max-sm:text-sm">{t(texts.text)}</p>
      </div>
      {children}
      <FormConflict conflicts={conflicts} labelOf={labelOf} textOf={textOf} />
      {/* Shown only while there is something to save. */}
      {formState.isDirty && (
        <div className={classes('flex flex-wrap items-center gap-x-4 gap-y-2', SAVE_BAR)}>
          <Button type="submit" busyLabel={formState.isSubmitting && t(texts.saving)} className="w-full sm:w-auto">
            {t(texts.save)}
          </Button>
          <p className="text-sm text-wait max-sm:hidden">{t('unsaved.some')}</p>
        </div>
      )}
      <UnsavedChanges isDirty={formState.isDirty} />
    </form>
  )
  return texts.title ? <Card>{content}</Card> : content
}
