import { classes } from '../../../lib/classes.ts'
import { useI18n } from '../../../lib/i18n.tsx'
import { keepNumbers } from '../../../lib/typography.ts'
import { WrittenIn } from '../bio.tsx'
import type { PublicDoctor } from '../list/public-doctors.ts'

/** A longer first paragraph is no introduction. */
const MAX_LEAD = 240

const LEAD = 'text-xl leading-relaxed sm:text-[1.375rem]'

/** A text of one or two lines needs no visible heading. */
const MAX_LINE = 120
const LINE = 'border-s border-brass ps-5 font-display text-2xl leading-normal [&:lang(ar)]:leading-relaxed'

/** What a doctor wrote about themselves. A short first paragraph introduces the rest, and stands well alone. */
export function DoctorText({ doctor: { bio, bio_language: writtenIn } }: { doctor: PublicDoctor }) {
  const { t } = useI18n()
  const paragraphs = bio?.split(/\n\s*\n/).filter(Boolean) ?? []
  const [first] = paragraphs
  if (!first) return null
  const isLine = paragraphs.length === 1 && first.length <= MAX_LINE
  return (
    <section aria-labelledby="about-title" className="grid gap-4">
      <h2 id="about-title" className={isLine ? 'sr-only' : 'font-display text-2xl font-semibold'}>
        {t('doctors.aboutDoctor')}
      </h2>
      <div className="grid max-w-[65ch] gap-4 wrap-anywhere sm:text-lg">
        <WrittenIn code={writtenIn} />
        {paragraphs.map((text, place) => (
          <p
            // oxlint-disable-next-line react/no-array-index-key -- the paragraphs never change their order
            key={place}
            lang={writtenIn}
            dir="auto"
            className={classes('whitespace-pre-line rtl:text-right', isLine ? LINE : place === 0 && text.length <= MAX_LEAD && LEAD)}
          >
            {keepNumbers(text)}
          </p>
        ))}
      </div>
    </section>
  )
}
