// The panel beside the form of an entry: its published state, its last versions, and how to withdraw it.
import { ExternalLink } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { toast } from '../../../components/toaster.tsx'
import { Button } from '../../../components/ui/button.tsx'
import { Card } from '../../../components/ui/card.tsx'
import { ConfirmDialog } from '../../../components/ui/confirm-dialog.tsx'
import { ErrorBanner } from '../../../components/ui/error-banner.tsx'
import type { NoticeBody } from '../../../domain/site-content.ts'
import { textOf } from '../../../lib/errors.ts'
import { type TextKey, useI18n } from '../../../lib/i18n.tsx'
import { useAddress, useNavigate } from '../../../lib/router/router.tsx'
import { formatMoment } from '../../../lib/time/dates.ts'
import { useNow } from '../../../lib/time/use-now.ts'
import { browserZone } from '../../../lib/time/zones.ts'
import { forgetTyped } from '../../../lib/use-typed.ts'
import { EntryBadge, statusOf } from './entry-status.tsx'
import { EntryVersions } from './entry-versions.tsx'
import { begunEntry, type Kind, pathOf } from './kinds.ts'
import { CONTENT_ERRORS, type Entry, useDeleteEntry, useEditors, useWithdraw } from './queries.ts'

interface EntryPanelProps {
  kind: Kind
  entry: Entry
  /** Whether there is typed text that is not in a draft. */
  isUnsaved: boolean
  /** Whether the draft equals the published version. */
  isUpToDate: boolean
  currentVersion: () => number
  onStored: (latest: Entry) => void
}

export function EntryPanel({ kind, entry, isUnsaved, isUpToDate, currentVersion, onStored }: EntryPanelProps) {
  const { t, language } = useI18n()
  const now = useNow().getTime()
  const editors = useEditors([entry.draft.updated_by])
  const address = useAddress(pathOf(kind, entry.slug))
  const editor = editors.get(entry.draft.updated_by)
  const { from, until } = (entry.body ?? {}) as Partial<NoticeBody>
  const status = statusOf({ published_at: entry.published_at, from: from ?? null, until: until ?? null, isUpToDate })
  const when = (at: string) => formatMoment(at, browserZone(), language)
  return (
    <aside aria-label={t('content.state')} className="grid gap-4">
      <Card className="grid gap-3">
        <div>
          <EntryBadge status={status} />
        </div>
        <p className="text-sm text-muted">
          {editor
            ? t('content.savedBy', { name: editor, date: when(entry.draft.updated_at) })
            : t('content.savedAt', { date: when(entry.draft.updated_at) })}
        </p>
        {entry.published_at && (
          <>
            <p className="text-sm text-muted">{t('content.publishedAt', { date: when(entry.published_at) })}</p>
            <a
              href={address}
              target="_blank"
              rel="noreferrer"
              className="flex min-h-11 w-fit items-center gap-2 font-medium text-action underline-offset-4 hover:underline"
            >
              <ExternalLink aria-hidden="true" className="mirrored size-4" />
              {t('content.seePage')}
            </a>
          </>
        )}
        <p className="text-sm text-muted">
          {Date.parse(entry.draft.preview_until) > now
            ? t('content.previewUntil', { date: when(entry.draft.preview_until) })
            : t('content.previewEnded')}
        </p>
        <div className="-mx-3 -mb-2 flex flex-wrap">
          {entry.published_at && <Withdraw entry={entry} />}
          <DeleteEntry kind={kind} id={entry.id} />
        </div>
      </Card>
      <EntryVersions entry={entry} isUnsaved={isUnsaved} currentVersion={currentVersion} onStored={onStored} />
    </aside>
  )
}

interface AskProps {
  label: TextKey
  title: TextKey
  text: TextKey
  yes: TextKey
  busy: TextKey
  done: TextKey
  look?: 'primary' | 'danger'
  isPending: boolean
  error: unknown
  act: () => Promise<unknown>
  onDone?: () => void
  reset: () => void
}

function Ask({ label, title, text, yes, busy, done, look = 'danger', isPending, error, act, onDone, reset }: AskProps): ReactNode {
  const { t } = useI18n()
  const [isOpen, setIsOpen] = useState(false)
  const problem = error ? textOf(error, CONTENT_ERRORS) : undefined
  const confirm = async () => {
    try {
      await act()
    } catch {
      // The dialog shows the error.
      return
    }
    setIsOpen(false)
    toast.success(t(done))
    onDone?.()
  }
  return (
    <ConfirmDialog
      open={isOpen}
      onOpenChange={(next) => {
        reset()
        setIsOpen(next)
      }}
      trigger={
        <Button look="quiet" className="px-3!">
          {t(label)}
        </Button>
      }
      title={t(title)}
      description={t(text)}
      no={t('content.keep')}
      yes={t(yes)}
      look={look}
      busyLabel={isPending && t(busy)}
      onYes={() => void confirm()}
    >
      {problem && <ErrorBanner title={t('content.failed')}>{t(problem.key, problem.values)}</ErrorBanner>}
    </ConfirmDialog>
  )
}

function Withdraw({ entry: { id } }: { entry: Entry }) {
  const { mutateAsync, isPending, error, reset } = useWithdraw()
  return (
    <Ask
      label="content.withdraw"
      title="content.withdrawTitle"
      text="content.withdrawText"
      yes="content.withdraw"
      busy="content.withdrawing"
      done="content.withdrawn"
      look="primary"
      act={() => mutateAsync({ id })}
      {...{ isPending, error, reset }}
    />
  )
}

/** Also deletes the typed text of an entry that is not stored yet. */
export function DeleteEntry({ kind, id }: { kind: Kind; id: string }) {
  const navigate = useNavigate()
  const { mutateAsync, isPending, error, reset } = useDeleteEntry()
  return (
    <Ask
      label="content.delete"
      title="content.deleteTitle"
      text="content.deleteText"
      yes="content.delete"
      busy="content.deleting"
      done="content.deleted"
      act={() => mutateAsync(id)}
      onDone={() => {
        forgetTyped(`content:${id}`)
        forgetTyped(begunEntry(kind))
        navigate(`?tab=${kind}`, { replace: true })
      }}
      {...{ isPending, error, reset }}
    />
  )
}
