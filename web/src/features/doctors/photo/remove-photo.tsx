import { useState } from 'react'
import { toast } from '../../../components/toaster.tsx'
import { Button } from '../../../components/ui/button.tsx'
import { ConfirmDialog } from '../../../components/ui/confirm-dialog.tsx'
import { ErrorBanner } from '../../../components/ui/error-banner.tsx'
import { textOf } from '../../../lib/errors.ts'
import { useI18n } from '../../../lib/i18n.tsx'
import { type PhotoDoctor, useRemovePhoto } from './queries.ts'

/** `returnFocus` is needed because the button disappears with the photo. */
export function RemovePhoto({ doctor, returnFocus }: { doctor: PhotoDoctor; returnFocus: () => void }) {
  const { t } = useI18n()
  const [isOpen, setIsOpen] = useState(false)
  const removing = useRemovePhoto(doctor)
  const problem = removing.error ? textOf(removing.error) : undefined
  const remove = async () => {
    const isRemoved = await removing.mutateAsync().then(
      () => true,
      () => false,
    )
    if (!isRemoved) return
    setIsOpen(false)
    toast.success(t('photo.removed'))
    returnFocus()
  }
  return (
    <ConfirmDialog
      open={isOpen}
      onOpenChange={(next) => {
        removing.reset()
        setIsOpen(next)
      }}
      trigger={<Button look="quiet">{t('photo.remove')}</Button>}
      {...(removing.isSuccess && { returnFocus })}
      title={t('photo.removeTitle')}
      description={t('photo.removeText')}
      no={t('photo.keep')}
      yes={t('photo.remove')}
      onYes={() => void remove()}
      busyLabel={removing.isPending && t('photo.removing')}
    >
      {problem && <ErrorBanner>{t(problem.key, problem.values)}</ErrorBanner>}
    </ConfirmDialog>
  )
}
