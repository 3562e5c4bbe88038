// Moves appointments to the times that the list has proposed. They can be undone for 10 seconds, before the patients get mails.
import { useRef } from 'react'
import { toast } from '../../../components/toaster.tsx'
import { textOf } from '../../../lib/errors.ts'
import { useI18n } from '../../../lib/i18n.tsx'
import { type BulkResult, moveAll, undoAll, useBulk } from './affected-queries.ts'

/** Counted from the first call, whose mails wait 12 seconds. */
const UNDO_MS = 10_000
const TOAST = 'affected-move'

const countOf = (results: BulkResult[]) => {
  const done = results.filter(({ error }) => !error)
  return { done: done.length, failed: results.length - done.length }
}

export function useAffectedMoves(onMoved: (results: BulkResult[]) => void) {
  const { t } = useI18n()
  const began = useRef(0)
  const undoing = useBulk(undoAll, (results) => {
    const { done, failed } = countOf(results)
    const description = t(failed > 0 ? 'affected.undoTooLate' : 'affected.undoneText')
    toast[failed > 0 ? 'error' : 'success'](t('affected.undone', { done, failed }), { id: TOAST, description })
  })
  const undo = (moved: { id: string }[]) =>
    undoing.mutate(moved, {
      onError: (error) => {
        const { key, values } = textOf(error)
        toast.error(t('affected.undone', { done: 0, failed: moved.length }), { id: TOAST, description: t(key, values) })
      },
    })
  const moving = useBulk(
    (request: Parameters<typeof moveAll>[0]) => {
      began.current = Date.now()
      return moveAll(request)
    },
    (results) => {
      onMoved(results)
      const { done, failed } = countOf(results)
      const moved = results.filter(({ error }) => !error)
      const timeLeft = began.current + UNDO_MS - Date.now()
      const canUndo = done > 0 && timeLeft > 0
      toast.info(t('affected.moved', { done, failed }), {
        id: TOAST,
        ...(canUndo && {
          duration: timeLeft,
          description: t('affected.notifiedSoon'),
          action: { label: t('affected.undo'), onClick: () => undo(moved) },
        }),
      })
    },
  )
  return moving
}
