import { Suspense } from 'react'
import { lazyPart } from '../../components/lazy-part.tsx'
import { Dialog, type DialogTrigger } from '../../components/ui/dialog.tsx'
import { FormSkeleton } from '../../components/ui/form-skeleton.tsx'
import { useI18n } from '../../lib/i18n.tsx'
import type { Owner } from './queries.ts'

const AddRelative = lazyPart(() => import('./add-relative.tsx'))

interface AddDialogProps {
  owner: Owner
  open: boolean
  onOpenChange: (open: boolean) => void
  trigger?: DialogTrigger
  onAdded?: (id: string) => void
}

export function AddDialog({ owner, open, onOpenChange, trigger, onAdded }: AddDialogProps) {
  const { t } = useI18n()
  return (
    <Dialog
      {...{ open, onOpenChange }}
      {...(trigger && { trigger })}
      title={t('relatives.add')}
      description={t('relatives.addText')}
      closeLabel={t('dialog.close')}
    >
      <Suspense fallback={<FormSkeleton fields={1} pairs={1} />}>
        <AddRelative
          owner={owner}
          onDone={(id) => {
            onOpenChange(false)
            onAdded?.(id)
          }}
        />
      </Suspense>
    </Dialog>
  )
}
