import { Eye } from 'lucide-react'
import { useRef, useState } from 'react'
import { FormConflict } from '../../../components/form-conflict.tsx'
import { focusAfterSaving, SAVE_BAR } from '../../../components/stored-form.tsx'
import { toast } from '../../../components/toaster.tsx'
import { Button } from '../../../components/ui/button.tsx'
import { Card } from '../../../components/ui/card.tsx'
import { ErrorBanner } from '../../../components/ui/error-banner.tsx'
import type { ByLanguage } from '../../../domain/site-content.ts'
import { classes } from '../../../lib/classes.ts'
import { useI18n } from '../../../lib/i18n.tsx'
import { useAddress, useNavigate } from '../../../lib/router/router.tsx'
import { forgetTyped } from '../../../lib/use-typed.ts'
import { EntryFields, useFieldTexts } from './entry-fields.tsx'
import { DeleteEntry, EntryPanel } from './entry-panel.tsx'
import { nameOf } from './entry-row.tsx'
import { statusOf } from './entry-status.tsx'
import { begunEntry, KIND_TEXTS, type Kind, NAME_KEYS } from './kinds.ts'
import type { StoreChosen } from './photos-field.tsx'
import { type Entry, useSharePreview } from './queries.ts'
import { useEntryForm } from './use-entry-form.ts'

interface EntryFormProps {
  kind: Kind
  id: string
  /** Undefined for a new entry. */
  entry: Entry | undefined
}

export function EntryForm({ kind, id, entry }: EntryFormProps) {
  const { t, language } = useI18n()
  const navigate = useNavigate()
  const previews = useAddress('/preview/')
  const { form, conflicts, isUnsaved, problem, withSaved, takeStored, currentVersion, publish } = useEntryForm({ kind, id, entry })
  const { labelOf, textOf } = useFieldTexts(kind)
  const { mutateAsync: sharePreview } = useSharePreview()
  const [action, setAction] = useState<'save' | 'publish' | 'preview'>()
  const isPublished = Boolean(entry?.body) && JSON.stringify(entry?.body) === JSON.stringify(entry?.draft.body)
  const name = entry && nameOf({ names: (entry.draft.body as unknown as Record<string, ByLanguage>)[NAME_KEYS[kind]] ?? {} }, language)
  const element = useRef<HTMLFormElement>(null)
  const storeChosen = useRef<StoreChosen>(undefined)

  /** From its first draft on, a new entry has the address of a stored one. */
  function settle() {
    forgetTyped(begunEntry(kind))
    navigate(`?tab=${kind}&entry=${id}`, { replace: true })
  }

  async function run(which: typeof action, work: (version: number) => Promise<unknown>) {
    setAction(which)
    try {
      // Photos that were chosen belong to it. What is wrong with one stands beside it.
      if (!((await storeChosen.current?.()) ?? true)) return
      await withSaved(async (version) => {
        if (!entry) settle()
        await work(version)
      })()
    } finally {
      setAction(undefined)
      focusAfterSaving(element.current)
    }
  }

  const save = () =>
    run('save', async () => {
      toast.success(t('content.draftSaved'))
    })
  const publishNow = () =>
    run('publish', async (version) => {
      const { from = '', until = '' } = form.getValues()
      await publish(version)
      // A notice is not visible before its first day, nor after its last one.
      const isShown = statusOf({ published_at: 'now', from, until, isUpToDate: true }) === 'published'
      toast.success(t('content.published'), isShown ? { description: t('content.publishedText') } : {})
    })
  function preview() {
    // Opens the window at once, because browsers allow it only during the press, not after a response.
    const tab = window.open('', '_blank')
    let isLeading = false
    void run('preview', async () => {
      const token = await sharePreview({ id })
      if (!tab) return
      isLeading = true
      tab.location.href = previews + token
    }).finally(() => {
      if (!isLeading) tab?.close()
    })
  }

  return (
    <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_20rem] lg:gap-5">
      <Card>
        <form
          method="post"
          ref={element}
          tabIndex={-1}
          noValidate
          className="grid gap-5 outline-none"
          onSubmit={(event) => {
            event.preventDefault()
            void save()
          }}
        >
          <h2 className="text-lg font-semibold wrap-anywhere sm:text-xl">
            {name ? <bdi lang={name.language}>{name.text}</bdi> : t(KIND_TEXTS[kind].add)}
          </h2>
          <EntryFields kind={kind} form={form} isNew={!entry} isPublished={Boolean(entry?.body)} storeChosen={storeChosen} />
          <FormConflict conflicts={conflicts} labelOf={labelOf} textOf={textOf} />
          {problem && <ErrorBanner title={t('content.failed')}>{t(problem.key, problem.values)}</ErrorBanner>}
          <div className={classes('flex flex-wrap items-center gap-2 sm:gap-3', SAVE_BAR)}>
            {(isUnsaved || !isPublished) && (
              <Button
                className="max-sm:grow max-sm:px-3"
                busyLabel={action === 'publish' && t('content.publishing')}
                disabled={action !== undefined}
                onClick={() => void publishNow()}
              >
                {t('content.publish')}
              </Button>
            )}
            {isUnsaved && (
              <Button
                type="submit"
                look="secondary"
                className="max-sm:grow max-sm:px-3"
                busyLabel={action === 'save' && t('site.saving')}
                disabled={action !== undefined}
              >
                {t('content.saveDraft')}
              </Button>
            )}
            <Button
              look={isUnsaved ? 'quiet' : 'secondary'}
              className="max-sm:px-3"
              busyLabel={action === 'preview' && t('content.opening')}
              disabled={action !== undefined}
              onClick={preview}
            >
              <Eye aria-hidden="true" className="size-4" />
              {/* Without its text, so that the three buttons fit in one row of a phone in most languages. */}
              <span className="max-sm:sr-only">{t('content.preview')}</span>
            </Button>
            {form.formState.isDirty && <p className="text-sm text-wait max-sm:hidden">{t('unsaved.some')}</p>}
          </div>
        </form>
      </Card>
      {!entry && form.formState.isDirty && (
        <aside aria-label={t('content.state')}>
          <Card className="grid gap-3">
            <p className="text-sm text-wait">{t('unsaved.some')}</p>
            <div className="-mx-3 -mb-2">
              <DeleteEntry kind={kind} id={id} />
            </div>
          </Card>
        </aside>
      )}
      {entry && (
        <EntryPanel
          kind={kind}
          entry={entry}
          isUnsaved={isUnsaved}
          isUpToDate={isPublished}
          currentVersion={currentVersion}
          onStored={takeStored}
        />
      )}
    </div>
  )
}
