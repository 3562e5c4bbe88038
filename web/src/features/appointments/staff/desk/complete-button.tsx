// "End and complete": after one confirmation, the call ends for both.

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { toast } from '../../../../components/toaster.tsx'
import { Banner } from '../../../../components/ui/banner.tsx'
import { Button } from '../../../../components/ui/button.tsx'
import { Dialog } from '../../../../components/ui/dialog.tsx'
import { ErrorBanner } from '../../../../components/ui/error-banner.tsx'
import { useI18n } from '../../../../lib/i18n.tsx'
import { useNow } from '../../../../lib/time/use-now.ts'
import { clockIn } from '../../../../lib/time/zones.ts'
import { answerAppointment } from '../../shared/changes.ts'
import { refreshAppointments } from '../../shared/live.ts'
import { refusalOf } from '../lists/refusal.ts'
import { isNoteChanged } from '../notes/draft-store.ts'

interface CompleteButtonProps {
  visit: { id: string; starts_at: string; timezone: string }
  /** Whether the note has text that the patient cannot read yet. */
  isNoteUnsaved: boolean
  onSaveNote: () => Promise<unknown>
}

export function CompleteButton({ visit, isNoteUnsaved, onSaveNote }: CompleteButtonProps) {
  const { t } = useI18n()
  const client = useQueryClient()
  const [isOpen, setIsOpen] = useState(false)
  const hasBegun = useNow().getTime() >= Date.parse(visit.starts_at)
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: async ({ withNote }: { withNote: boolean }) => {
      if (withNote) await onSaveNote()
      await answerAppointment({ id: visit.id, status: 'confirmed' }, 'completed')
    },
    onSuccess: async () => {
      setIsOpen(false)
      toast.success(t('beside.ended'))
      await refreshAppointments(client)
    },
    onError: () => void refreshAppointments(client),
  })
  const problem = error && (isNoteChanged(error) ? { key: 'beside.notSaved' as const, values: {} } : refusalOf(error, 'completed'))
  const change = (next: boolean) => {
    if (isPending) return
    reset()
    setIsOpen(next)
  }
  return (
    <div className="grid gap-2">
      <Dialog
        open={isOpen}
        onOpenChange={change}
        trigger={
          <Button look="secondary" className="w-full" disabled={!hasBegun}>
            {t('beside.end')}
          </Button>
        }
        title={t('beside.endTitle')}
        description={t('beside.endText')}
        closeLabel={t('dialog.close')}
      >
        <div className="grid gap-4">
          {isNoteUnsaved && <Banner tone="warning">{t('beside.endUnsaved')}</Banner>}
          {problem && <ErrorBanner title={t('beside.endFailed')}>{t(problem.key, problem.values)}</ErrorBanner>}
          <div className="flex flex-wrap justify-end gap-3 max-sm:*:grow">
            <Button look="quiet" disabled={isPending} onClick={() => change(false)}>
              {t('beside.endNo')}
            </Button>
            {isNoteUnsaved && (
              <Button look="secondary" disabled={isPending} onClick={() => mutate({ withNote: false })}>
                {t('beside.endWithout')}
              </Button>
            )}
            <Button busyLabel={isPending && t('beside.ending')} onClick={() => mutate({ withNote: isNoteUnsaved })}>
              {t(isNoteUnsaved ? 'beside.endWith' : 'beside.end')}
            </Button>
          </div>
        </div>
      </Dialog>
      {!hasBegun && <p className="text-sm text-muted">{t('beside.endFrom', { time: clockIn(visit.starts_at, visit.timezone) })}</p>}
    </div>
  )
}
