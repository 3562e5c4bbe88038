import { useState } from 'react'
import { toast } from '../../../components/toaster.tsx'
import { Banner } from '../../../components/ui/banner.tsx'
import { Button } from '../../../components/ui/button.tsx'
import { Dialog } from '../../../components/ui/dialog.tsx'
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
    <Dialog
      open={isOpen}
      onOpenChange={(next) => {
        removing.reset()
        setIsOpen(next)
      }}
      trigger={<Button look="quiet">{t('photo.remove')}</Button>}
      {...(removing.isSuccess && { returnFocus })}
      title={t('photo.removeTitle')}
      description={t('photo.removeText')}
      closeLabel={t('dialog.close')}
    >
      {problem && (
        <Banner tone="danger" role="alert">
          <p>{t(problem.key, problem.values)}</p>
        </Banner>
      )}
      <div className="flex flex-wrap justify-end gap-3 max-sm:*:grow">
        <Button look="secondary" onClick={() => setIsOpen(false)}>
          {t('photo.keep')}
        </Button>
        <Button look="danger" busyLabel={removing.isPending && t('photo.removing')} onClick={() => void remove()}>
          {t('photo.remove')}
        </Button>
      </div>
    </Dialog>
  )
}
