// The bulk actions for the selected appointments.

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { toast } from '../../../../components/toaster.tsx'
import { Button } from '../../../../components/ui/button.tsx'
import { Dialog } from '../../../../components/ui/dialog.tsx'
import { DialogAnswers } from '../../../../components/ui/dialog-answers.tsx'
import { type TextKey, useI18n } from '../../../../lib/i18n.tsx'
import { useTexts } from '../../../../lib/load/use-texts.ts'
import { useNow } from '../../../../lib/time/use-now.ts'
import { useTypedText } from '../../../../lib/use-typed.ts'
import { sendMailsNow } from '../../shared/changes.ts'
import { refreshAppointments } from '../../shared/live.ts'
import type { Appointment } from '../queries.ts'
import { answerMany, bulkProblem } from './bulk-answer.ts'
import { APPOINTMENTS_HEADING } from './list-focus.ts'
import { ReasonField } from './reason-field.tsx'
import { actionsFor, type BulkAction, type Selection } from './selection.ts'

const LABELS: Record<BulkAction, TextKey> = { confirmed: 'desk.confirmMany', completed: 'desk.completeMany', cancelled: 'desk.refuseMany' }

interface BulkBarProps {
  selected: Appointment[]
  selection: Selection
}

export default function BulkBar({ selected, selection }: BulkBarProps) {
  useTexts('desk')
  const { t } = useI18n()
  const client = useQueryClient()
  const now = useNow()
  const [isAsking, setIsAsking] = useState(false)
  const possible = (action: BulkAction) => selected.filter((each) => actionsFor(each, now).includes(action))
  const answering = useMutation({
    mutationFn: async ({ action, reason = '' }: { action: BulkAction; reason?: string }) => {
      const chosen = possible(action)
      return { chosen, failed: await answerMany(chosen, action, reason), action }
    },
    onSuccess: ({ chosen, failed, action }) => {
      void refreshAppointments(client)
      setIsAsking(false)
      const done = chosen.filter(({ id }) => !failed.has(id)).map(({ id }) => id)
      const problems = [...failed].map(([id, error]) => {
        const { key, values } = bulkProblem(error, action)
        return [id, t(key, values)] as const
      })
      selection.settle(done, new Map(problems))
      void sendMailsNow(action, done)
      const text = t('desk.bulkDone', { done: done.length, failed: failed.size })
      if (failed.size) toast.error(text, { description: t('desk.bulkFailed') })
      else toast.success(text)
      // The bar and its buttons disappear with the last selected row, so the focus moves to the heading.
      document.getElementById(APPOINTMENTS_HEADING)?.focus()
    },
  })
  const shown = (['confirmed', 'completed', 'cancelled'] as const).filter((action) => possible(action).length > 0)
  return (
    <section
      aria-label={t('desk.bulk')}
      className="sticky bottom-[calc(var(--bottom-bar)+1rem)] z-20 flex flex-wrap items-center gap-x-3 gap-y-1 rounded-box border border-control bg-surface px-4 py-2 shadow-lift max-sm:px-3"
    >
      <output className="me-auto font-medium">{t('desk.selected', { number: selected.length })}</output>
      <Button look="quiet" className="min-h-11! px-3! text-sm" onClick={() => selection.select([...selection.ids], false)}>
        {t('desk.clear')}
      </Button>
      {shown.toReversed().map((action) => (
        <Button
          key={action}
          className="min-h-11! max-sm:grow max-sm:px-2! max-sm:text-sm"
          look={action === 'cancelled' ? 'secondary' : 'primary'}
          disabled={answering.isPending}
          onClick={() => (action === 'cancelled' ? setIsAsking(true) : answering.mutate({ action }))}
        >
          {t(LABELS[action], { number: possible(action).length })}
        </Button>
      ))}
      <Dialog
        open={isAsking}
        onOpenChange={setIsAsking}
        title={t('desk.refuseTitle', { number: possible('cancelled').length })}
        description={t('desk.refuseText')}
        closeLabel={t('dialog.close')}
      >
        <RefuseMany
          ids={possible('cancelled').map(({ id }) => id)}
          isPending={answering.isPending}
          onClose={() => setIsAsking(false)}
          onRefuse={(reason, forget) => answering.mutate({ action: 'cancelled', reason }, { onSuccess: forget })}
        />
      </Dialog>
    </section>
  )
}

interface RefuseManyProps {
  ids: string[]
  isPending: boolean
  onClose: () => void
  onRefuse: (reason: string, forget: () => void) => void
}

/** The typed reason is kept for these appointments only, because others may need another one. */
function RefuseMany({ ids, isPending, onClose, onRefuse }: RefuseManyProps) {
  const { t } = useI18n()
  const [reason, setReason, forget] = useTypedText(`reason:${ids.toSorted().join()}`)
  return (
    <>
      <ReasonField reason={reason} onChange={setReason} />
      <DialogAnswers
        no={t('desk.close')}
        onNo={onClose}
        yes={t('desk.refuseYes')}
        onYes={() => onRefuse(reason, forget)}
        look="danger"
        busyLabel={isPending && t('desk.booking')}
      />
    </>
  )
}
