import type { ReactNode } from 'react'
import { Button } from '../../components/ui/button.tsx'
import { useI18n } from '../../lib/i18n.tsx'
import { useNow } from '../../lib/use-now.ts'
import { REFUSES } from './kept-focus.ts'
import type { Visit } from './queries.ts'
import { type Place, useAnswer } from './use-answer.ts'

interface VisitActionsProps {
  visit: Visit
  place: Place
  /** Rejecting and cancelling ask first; the list does, since a card may leave while somebody thinks. */
  onRefuse: (visit: Visit) => void
  /** What else can be done with it. */
  children?: ReactNode
}

export function VisitActions({ visit, place, onRefuse, children }: VisitActionsProps) {
  const { t } = useI18n()
  const hasStarted = new Date(visit.starts_at) <= useNow()
  const { mutate, isPending } = useAnswer({ visit, place })
  // One whose time has passed ends by itself.
  const isAsked = visit.status === 'pending' && !hasStarted
  const isConfirmed = visit.status === 'confirmed'
  return (
    <div className="flex w-full flex-wrap justify-end gap-3 max-sm:*:grow sm:ms-auto sm:w-auto">
      {children}
      {(isAsked || isConfirmed) && (
        <Button look="secondary" disabled={isPending} onClick={() => onRefuse(visit)} {...{ [REFUSES]: '' }}>
          {t(isAsked ? 'visits.reject' : 'appointments.cancel')}
        </Button>
      )}
      {isAsked && (
        <Button busyLabel={isPending && t('visits.confirming')} onClick={() => mutate('confirmed')}>
          {t('visits.confirm')}
        </Button>
      )}
      {isConfirmed && hasStarted && (
        <Button busyLabel={isPending && t('visits.completing')} onClick={() => mutate('completed')}>
          {t('visits.complete')}
        </Button>
      )}
    </div>
  )
}
