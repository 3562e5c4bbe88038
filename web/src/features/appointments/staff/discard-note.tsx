import { useState } from 'react'
import { Button } from '../../../components/ui/button.tsx'
import { Dialog } from '../../../components/ui/dialog.tsx'
import { useI18n } from '../../../lib/i18n.tsx'

/** Closes the editor, and asks first if unsaved text would be lost. */
export function DiscardNote({ isDirty, onDiscard }: { isDirty: boolean; onDiscard: () => void }) {
  const { t } = useI18n()
  const [isOpen, setIsOpen] = useState(false)
  if (!isDirty) {
    return (
      <Button look="secondary" onClick={onDiscard}>
        {t('dialog.close')}
      </Button>
    )
  }
  return (
    <Dialog
      open={isOpen}
      onOpenChange={setIsOpen}
      trigger={<Button look="secondary">{t('notes.discard')}</Button>}
      title={t('notes.discardTitle')}
      description={t('notes.discardText')}
      closeLabel={t('dialog.close')}
    >
      <div className="flex flex-wrap justify-end gap-3">
        <Button look="secondary" onClick={() => setIsOpen(false)}>
          {t('notes.discardNo')}
        </Button>
        <Button look="danger" onClick={onDiscard}>
          {t('notes.discardYes')}
        </Button>
      </div>
    </Dialog>
  )
}
