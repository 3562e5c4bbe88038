import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { toast } from '../../../components/toaster.tsx'
import { Button } from '../../../components/ui/button.tsx'
import { ConfirmDialog } from '../../../components/ui/confirm-dialog.tsx'
import { ErrorBanner } from '../../../components/ui/error-banner.tsx'
import { textOf } from '../../../lib/errors.ts'
import { useI18n } from '../../../lib/i18n.tsx'
import { formatDay } from '../../../lib/time/dates.ts'
import { LEAVES_HEADING_ID } from './leave.ts'
import { type Leave, removeLeave, useChangeLeaves } from './queries.ts'

export function RemoveLeave({ leave, whose }: { leave: Leave; whose: string | undefined }) {
  const { t, language } = useI18n()
  const [isOpen, setIsOpen] = useState(false)
  const removing = useChangeLeaves(removeLeave)
  const day = formatDay(leave.leave_date, language)
  const what = whose ? t('leave.ofDoctor', { doctor: whose, day }) : day
  const problem = removing.error ? textOf(removing.error) : undefined
  // The live channel may unmount this entry before the response arrives, and callbacks of `mutate` would then not run.
  const remove = async () => {
    const isRemoved = await removing.mutateAsync(leave.id).then(
      () => true,
      () => false,
    )
    if (!isRemoved) return
    setIsOpen(false)
    toast.success(t('leave.removed'))
    if (document.activeElement === document.body) document.getElementById(LEAVES_HEADING_ID)?.focus()
  }
  return (
    <ConfirmDialog
      open={isOpen}
      onOpenChange={(next) => {
        removing.reset()
        setIsOpen(next)
      }}
      trigger={
        <Button look="quiet" className="-my-2 -me-3 px-3!" aria-label={t('leave.removeOf', { what })}>
          <Trash2 aria-hidden="true" className="size-4 text-muted" />
        </Button>
      }
      // The button that opened the dialog disappears with its entry.
      {...(removing.isSuccess && { returnFocus: () => document.getElementById(LEAVES_HEADING_ID)?.focus() })}
      title={t('leave.removeTitle')}
      description={t('leave.removeText', { what })}
      no={t('leave.keep')}
      yes={t('leave.removeYes')}
      onYes={() => void remove()}
      busyLabel={removing.isPending && t('leave.removing')}
    >
      {problem && <ErrorBanner title={t('leave.removeFailed')}>{t(problem.key, problem.values)}</ErrorBanner>}
    </ConfirmDialog>
  )
}
