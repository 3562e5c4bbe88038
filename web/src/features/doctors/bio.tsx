import { SpokenLanguage } from '../../domain/spoken-language.tsx'
import { useI18n } from '../../lib/i18n.tsx'
import { keepNumbers } from '../../lib/typography.ts'

interface BioProps {
  text: string
  writtenIn: string
}

/** A doctor's text in any language and direction. Names its language if that is not the reader's. */
export function Bio({ text, writtenIn }: BioProps) {
  const { t, language } = useI18n()
  return (
    <>
      {writtenIn !== language && (
        <p className="mb-1 text-sm text-muted">
          {t('doctors.writtenIn')} <SpokenLanguage code={writtenIn} />
        </p>
      )}
      {/* Aligned with the card, whatever the direction of the text. */}
      <p lang={writtenIn} dir="auto" className="whitespace-pre-line rtl:text-right">
        {keepNumbers(text)}
      </p>
    </>
  )
}
