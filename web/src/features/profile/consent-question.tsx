// Asks for consent when a person without a valid one enters health data.
import { Button } from '../../components/ui/button.tsx'
import DialogWindow from '../../components/ui/dialog-window.tsx'
import { useI18n } from '../../lib/i18n.tsx'
import { useTexts } from '../../lib/load/use-texts.ts'

interface ConsentQuestionProps {
  busy: 'give' | 'without' | undefined
  onGive: () => void
  onWithout: () => void
  /** Returns to the form, with the typed input. */
  onClose: () => void
}

export default function ConsentQuestion({ busy, onGive, onWithout, onClose }: ConsentQuestionProps) {
  useTexts('consent')
  const { t } = useI18n()
  return (
    <DialogWindow
      title={t('consent.askTitle')}
      description={t('consent.askText')}
      closeLabel={t('consent.close')}
      open
      onOpenChange={(open) => !open && !busy && onClose()}
      returnFocus={() => {}}
    >
      <blockquote className="border-s-2 border-line ps-3">{t('consent.wording')}</blockquote>
      <p className="text-sm text-muted">{t('consent.askVoluntary')}</p>
      <div className="flex flex-wrap gap-3">
        <Button look="secondary" disabled={busy === 'without'} busyLabel={busy === 'give' && t('consent.saving')} onClick={onGive}>
          {t('consent.giveAndSave')}
        </Button>
        <Button look="secondary" disabled={busy === 'give'} busyLabel={busy === 'without' && t('consent.saving')} onClick={onWithout}>
          {t('consent.saveWithout')}
        </Button>
      </div>
    </DialogWindow>
  )
}
