import { Banner } from '../../../../components/ui/banner.tsx'
import { Button } from '../../../../components/ui/button.tsx'
import { type TextKey, useI18n } from '../../../../lib/i18n.tsx'
import type { NoteConflict as Conflict } from './draft-store.ts'

const TEXTS: Record<Conflict['winner'], TextKey> = { theirs: 'beside.theirs', ours: 'beside.ours', open: 'beside.notSaved' }

interface NoteConflictProps {
  conflict: Conflict
  onTakeOther: () => void
  onKeepThis: () => void
}

/** The text of another tab or device, beside the one in the field. */
export function NoteConflict({ conflict: { winner, other }, onTakeOther, onKeepThis }: NoteConflictProps) {
  const { t } = useI18n()
  return (
    <Banner tone="warning" role="alert">
      <p className={winner === 'open' ? 'font-medium' : undefined}>{t(TEXTS[winner])}</p>
      <figure className="mt-2 grid gap-1">
        <figcaption className="text-sm">{t('beside.otherText')}</figcaption>
        <blockquote className="max-h-48 overflow-auto rounded-box border border-line bg-surface px-3 py-2 text-ink">
          {other.trim() ? (
            <bdi className="whitespace-pre-line wrap-anywhere">{other}</bdi>
          ) : (
            <span className="text-muted">{t('beside.otherEmpty')}</span>
          )}
        </blockquote>
      </figure>
      <div className="mt-3 flex flex-wrap gap-2">
        <Button look="secondary" onClick={onTakeOther}>
          {t('beside.takeOther')}
        </Button>
        <Button look="secondary" onClick={onKeepThis}>
          {t('beside.keepThis')}
        </Button>
      </div>
    </Banner>
  )
}
