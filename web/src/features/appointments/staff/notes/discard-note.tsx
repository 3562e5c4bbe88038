import { useRef, useState } from 'react'
import { Button } from '../../../../components/ui/button.tsx'
import { ConfirmDialog } from '../../../../components/ui/confirm-dialog.tsx'
import { useI18n } from '../../../../lib/i18n.tsx'

/** Asks for confirmation before discarding the draft. */
export function DiscardNote({ onDiscard, focusNote }: { onDiscard: () => void; focusNote: () => void }) {
  const { t } = useI18n()
  const [isOpen, setIsOpen] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const isDiscarded = useRef(false)
  const discard = () => {
    isDiscarded.current = true
    onDiscard()
  }
  return (
    <ConfirmDialog
      open={isOpen}
      onOpenChange={setIsOpen}
      trigger={
        <Button ref={opener} look="secondary">
          {t('notes.discard')}
        </Button>
      }
      // The button disappears with the discarded text.
      returnFocus={() => (isDiscarded.current ? focusNote() : opener.current?.focus())}
      title={t('notes.discardTitle')}
      description={t('notes.discardText')}
      no={t('notes.discardNo')}
      yes={t('notes.discardYes')}
      onYes={discard}
    />
  )
}
