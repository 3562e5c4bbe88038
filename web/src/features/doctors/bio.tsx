import { SpokenLanguage } from '../../domain/spoken-language.tsx'
import { classes } from '../../lib/classes.ts'
import { useI18n } from '../../lib/i18n.tsx'
import { keepNumbers } from '../../lib/typography.ts'

interface BioProps {
  text: string
  writtenIn: string
}

/** A doctor's text in any language and direction. Names its language if that is not the reader's. */
export function Bio({ text, writtenIn }: BioProps) {
  return (
    <>
      <WrittenIn code={writtenIn} />
      {/* Aligned with the card, whatever the direction of the text. */}
      <p lang={writtenIn} dir="auto" className="whitespace-pre-line rtl:text-right">
        {keepNumbers(text)}
      </p>
    </>
  )
}

/** Nothing if the text is in the reader's language. */
export function WrittenIn({ code, className = 'text-muted' }: { code: string; className?: string }) {
  const { t, language } = useI18n()
  if (code === language) return null
  return (
    <p className={classes('mb-1 text-sm', className)}>
      {t('doctors.writtenIn')} <SpokenLanguage code={code} />
    </p>
  )
}
