import { ArrowDown, ArrowUp, ChevronDown, type LucideIcon, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../../components/ui/button.tsx'
import { ConfirmDialog } from '../../../components/ui/confirm-dialog.tsx'
import { TextField } from '../../../components/ui/field.tsx'
import { sitePhotoUrl } from '../../../domain/site-photos.ts'
import { useI18n } from '../../../lib/i18n.tsx'
import { LANGUAGE_NAMES, LANGUAGES, type Language, listOf } from '../../../lib/languages.ts'
import { hasAlts, MAX_ALT_LENGTH, type SitePhoto } from './photo-values.ts'

export const sitePhotoButtonId = (path: string, by: -1 | 1) => `photo-${path}-${by === 1 ? 'down' : 'up'}`

interface PhotoRowProps {
  photo: SitePhoto
  number: number
  total: number
  /** Whether some photo of the project has no description. */
  isWrong: boolean
  onChange: (photo: SitePhoto) => void
  onMove: (by: -1 | 1) => void
  onRemove: () => void
}

export function PhotoRow({ photo, number, total, isWrong, onChange, onMove, onRemove }: PhotoRowProps) {
  const { t, language } = useI18n()
  const others = LANGUAGES.filter((each) => each !== language)
  const missing = others.filter((each) => !photo.alts[each]?.trim()).map((each) => LANGUAGE_NAMES[each])
  const alt = (each: Language) => (
    <TextField
      key={each}
      label={t('content.alt', { language: LANGUAGE_NAMES[each] })}
      lang={each}
      dir="auto"
      maxLength={MAX_ALT_LENGTH}
      autoComplete="off"
      aria-invalid={isWrong && !hasAlts(photo)}
      value={photo.alts[each] ?? ''}
      onChange={({ target }) => onChange({ ...photo, alts: { ...photo.alts, [each]: target.value } })}
    />
  )
  const title = t('content.photoNumber', { number })
  const moves: { by: -1 | 1; icon: LucideIcon; label: string; isEnd: boolean }[] = [
    { by: -1, icon: ArrowUp, label: t('content.photoUp', { number }), isEnd: number === 1 },
    { by: 1, icon: ArrowDown, label: t('content.photoDown', { number }), isEnd: number === total },
  ]
  return (
    <li aria-label={title} className="grid gap-3 rounded-box border border-line p-3 sm:grid-cols-[10rem_minmax(0,1fr)] sm:gap-4">
      <div className="grid content-start gap-1">
        <img
          src={sitePhotoUrl(photo.path, 'small')}
          alt={photo.alts[language] ?? Object.values(photo.alts)[0] ?? title}
          width={480}
          height={320}
          className="aspect-[3/2] w-full rounded-lg bg-line object-cover"
        />
        <div className="flex flex-wrap items-center justify-between">
          <span className="text-sm text-muted">{title}</span>
          <span className="flex">
            {total > 1 &&
              moves.map(({ by, icon: Icon, label, isEnd }) => (
                // Not disabled, because that would take the focus away while the button is pressed repeatedly.
                <Button
                  key={by}
                  id={sitePhotoButtonId(photo.path, by)}
                  look="quiet"
                  className="min-h-11! min-w-11 px-0! aria-disabled:opacity-40"
                  aria-label={label}
                  aria-disabled={isEnd}
                  onClick={() => !isEnd && onMove(by)}
                >
                  <Icon aria-hidden="true" className="size-4" />
                </Button>
              ))}
            <RemovePhoto number={number} onRemove={onRemove} />
          </span>
        </div>
      </div>
      <div className="grid content-start gap-3">
        {alt(language)}
        <details className="group/languages">
          <summary className="flex min-h-11 cursor-pointer items-center justify-between gap-3 py-2 text-sm font-medium">
            <span>
              {t('site.otherLanguages')}
              {missing.length > 0 && (
                <span className="block font-normal text-wait">{t('site.missingLanguages', { list: listOf(missing, language) })}</span>
              )}
            </span>
            <ChevronDown aria-hidden="true" className="size-4 shrink-0 text-brass group-open/languages:rotate-180" />
          </summary>
          <div className="grid gap-3 pt-1">{others.map(alt)}</div>
        </details>
      </div>
    </li>
  )
}

function RemovePhoto({ number, onRemove }: { number: number; onRemove: () => void }) {
  const { t } = useI18n()
  const [isOpen, setIsOpen] = useState(false)
  return (
    <ConfirmDialog
      open={isOpen}
      onOpenChange={setIsOpen}
      trigger={
        <Button look="quiet" className="min-h-11! min-w-11 px-0!" aria-label={t('content.removePhotoNumber', { number })}>
          <Trash2 aria-hidden="true" className="size-4" />
        </Button>
      }
      title={t('photo.removeTitle')}
      description={t('content.removePhotoText')}
      no={t('photo.keep')}
      yes={t('photo.remove')}
      onYes={() => {
        setIsOpen(false)
        onRemove()
      }}
    />
  )
}
