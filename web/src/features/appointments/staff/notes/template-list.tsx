import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Pencil, Trash2 } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { MAX_TEMPLATE_TITLE_LENGTH } from '../../../../../../supabase/functions/_shared/rules.ts'
import { LoadFailed } from '../../../../components/load-failed.tsx'
import { toast } from '../../../../components/toaster.tsx'
import { Button } from '../../../../components/ui/button.tsx'
import { TextField } from '../../../../components/ui/field.tsx'
import { Skeleton } from '../../../../components/ui/skeleton.tsx'
import { textOf } from '../../../../lib/errors.ts'
import { type TextKey, useI18n } from '../../../../lib/i18n.tsx'
import { useTexts } from '../../../../lib/load/use-texts.ts'
import { useTypedText } from '../../../../lib/use-typed.ts'
import { addTemplate, deleteTemplate, type NoteTemplate, renameTemplate, templatesKey, useTemplates } from './note-templates.ts'

interface TemplateListProps {
  doctorId: string
  /** The current text of the note, which can be saved as a template. */
  text: string
  onInsert: (body: string) => void
}

export default function TemplateList({ doctorId, text, onInsert }: TemplateListProps) {
  useTexts('desk')
  const { t } = useI18n()
  const { data: templates, error, refetch } = useTemplates(doctorId)
  const { change, isPending } = useTemplateChange(doctorId)
  return (
    <div className="grid gap-5">
      {error && !templates && <LoadFailed title={t('templates.failed')} error={error} onRetry={() => void refetch()} />}
      {!error && !templates && <Skeleton className="h-24" />}
      {templates?.length === 0 && <p className="text-muted">{t('templates.empty')}</p>}
      {templates && templates.length > 0 && (
        <ul className="divide-y divide-line">
          {templates.map((template) => (
            <TemplateRow key={template.id} template={template} onInsert={() => onInsert(template.body)} onChange={change} />
          ))}
        </ul>
      )}
      {text.trim() && (
        <section className="grid gap-3 border-t border-line pt-4">
          <h3 className="font-medium">{t('templates.saveAs')}</h3>
          <TitleForm
            name="new-template"
            title=""
            isBusy={isPending}
            onSubmit={(title, done) => change({ run: () => addTemplate(doctorId, title, text.trim()), told: 'templates.saved', done })}
          />
        </section>
      )}
    </div>
  )
}

interface Change {
  run: () => Promise<void>
  told: TextKey
  done?: () => void
}

function useTemplateChange(doctorId: string) {
  const { t } = useI18n()
  const client = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: ({ run }: Change) => run(),
    onSuccess: (_, { told, done }) => {
      toast.success(t(told))
      done?.()
    },
    onError: (error) => {
      const { key, values } = textOf(error, { too_many_templates: 'templates.tooMany', PGRST116: 'templates.changed' })
      toast.error(t('templates.changeFailed'), { description: t(key, values) })
    },
    onSettled: () => client.invalidateQueries({ queryKey: templatesKey(doctorId) }),
  })
  return { change: mutate, isPending }
}

interface TemplateRowProps {
  template: NoteTemplate
  onInsert: () => void
  onChange: (change: Change) => void
}

const ICON = 'grid size-11 shrink-0 place-items-center rounded-box hover:bg-tint'

function TemplateRow({ template, onInsert, onChange }: TemplateRowProps) {
  const { id, title, body } = template
  const { t } = useI18n()
  const [step, setStep] = useState<'renaming' | 'deleting'>()
  const remove = () => onChange({ run: () => deleteTemplate(id), told: 'templates.removed' })
  return (
    <li className="grid gap-2 py-2 first:pt-0">
      <div className="flex items-center gap-1">
        <button type="button" onClick={onInsert} className="min-h-11 min-w-0 flex-1 rounded-box px-2 py-1 text-start hover:bg-tint">
          <span className="sr-only">{t('templates.insert', { title })}</span>
          <bdi aria-hidden="true" className="block truncate font-medium">
            {title}
          </bdi>
          <bdi aria-hidden="true" className="block truncate text-sm text-muted">
            {body}
          </bdi>
        </button>
        <button
          type="button"
          aria-label={t('templates.rename', { title })}
          aria-expanded={step === 'renaming'}
          onClick={() => setStep(step === 'renaming' ? undefined : 'renaming')}
          className={ICON}
        >
          <Pencil aria-hidden="true" className="size-5" />
        </button>
        <button
          type="button"
          // The second click deletes.
          aria-label={t(step === 'deleting' ? 'templates.deleteYes' : 'templates.delete', { title })}
          onClick={() => (step === 'deleting' ? remove() : setStep('deleting'))}
          onBlur={() => step === 'deleting' && setStep(undefined)}
          className={step === 'deleting' ? `${ICON} bg-danger-tint text-danger` : ICON}
        >
          <Trash2 aria-hidden="true" className="size-5" />
        </button>
      </div>
      {step === 'renaming' && (
        <TitleForm
          name={`template:${id}`}
          title={title}
          isBusy={false}
          onSubmit={(next, done) => onChange({ run: () => renameTemplate(template, next), told: 'templates.saved', done })}
          onDone={() => setStep(undefined)}
        />
      )}
    </li>
  )
}

interface TitleFormProps {
  /** The key under which the typed text is kept. */
  name: string
  title: string
  isBusy: boolean
  onSubmit: (title: string, done: () => void) => void
  onDone?: () => void
}

function TitleForm({ name, title: given, isBusy, onSubmit, onDone }: TitleFormProps) {
  const { t } = useI18n()
  const [title, setTitle, forget] = useTypedText(name, given)
  const [wasSubmitted, setWasSubmitted] = useState(false)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    // The event would otherwise bubble to the note's form, which contains this dialog.
    event.stopPropagation()
    setWasSubmitted(true)
    if (!title.trim() || isBusy) return
    onSubmit(title.trim(), () => {
      forget()
      setWasSubmitted(false)
      onDone?.()
    })
  }
  return (
    <form method="post" noValidate className="grid gap-3 sm:grid-cols-[minmax(0,1fr)_auto] sm:items-end" onSubmit={submit}>
      <TextField
        label={t('templates.name')}
        dir="auto"
        maxLength={MAX_TEMPLATE_TITLE_LENGTH}
        value={title}
        error={wasSubmitted && !title.trim() ? t('templates.nameMissing') : undefined}
        onChange={({ target }) => setTitle(target.value)}
      />
      <Button type="submit" look="secondary" className="sm:mb-1.5" busyLabel={isBusy && t('desk.booking')}>
        {t('templates.save')}
      </Button>
    </form>
  )
}
