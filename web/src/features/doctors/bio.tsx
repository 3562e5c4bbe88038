import { SpokenLanguage } from '../../domain/spoken-language.tsx'
import { useI18n } from '../../lib/i18n.tsx'
import { keepNumbers } from '../../lib/typography.ts'

interface BioProps {
  text: string
  writtenIn: string
  /** In wide windows only its first lines. */
  isCut?: boolean
}

/** What a doctor wrote, in any language and direction. Says its language where that is not the reader's. */
export function Bio({ text, writtenIn, isCut = false }: BioProps) {
  const { t, language } = useI18n()
  return (
    <>
      {writtenIn !== language && (
        <p className="mb-1 text-sm text-muted">
          {t('doctors.writtenIn')} <SpokenLanguage code={writtenIn} />
        </p>
      )}
      {/* On the side of the card. The padding is for the ellipsis of a text in the other direction, which the edge would clip. */}
      <p
        lang={writtenIn}
        dir="auto"
        className={`whitespace-pre-line rtl:text-right ${isCut ? 'sm:line-clamp-2 sm:rtl:-me-4 sm:rtl:pe-4' : ''}`}
      >
        {keepNumbers(text)}
      </p>
    </>
  )
}
