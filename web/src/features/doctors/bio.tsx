import { SpokenLanguage } from '../../components/spoken-language.tsx'
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
      {/* As wide as its text and aligned in the text's own direction: at the other edge browsers clip the ellipsis of a cut line. */}
      <p lang={writtenIn} dir="auto" className={`w-fit text-start whitespace-pre-line ${isCut ? 'sm:line-clamp-2' : ''}`}>
        {keepNumbers(text)}
      </p>
    </>
  )
}
