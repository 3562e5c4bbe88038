import { classes } from '../../../lib/classes.ts'
import { useI18n } from '../../../lib/i18n.tsx'
import { keepNumbers } from '../../../lib/typography.ts'
import { WrittenIn } from '../bio.tsx'
import type { PublicDoctor } from '../list/public-doctors.ts'

/** A longer first paragraph is no introduction. */
const MAX_LEAD = 240

const LEAD = 'text-xl leading-relaxed sm:text-[1.375rem]'

/** A longer text has its own section. */
const MAX_LINE = 120

const paragraphsOf = (bio: string | null) => bio?.split(/\n\s*\n/).filter(Boolean) ?? []

function isLine(bio: string | null) {
  const { length, 0: first = '' } = paragraphsOf(bio)
  return length === 1 && first.length <= MAX_LINE
}

/** A text of one or two lines, which stands below the doctor's name. */
export function DoctorLine({ doctor: { bio, bio_language: writtenIn } }: { doctor: PublicDoctor }) {
  if (!bio || !isLine(bio)) return null
  return (
    <div className="max-w-[44ch] max-sm:text-muted sm:mt-1">
      <WrittenIn code={writtenIn} className="sm:text-on-night-muted" />
      <p lang={writtenIn} dir="auto" className="text-lg leading-normal wrap-anywhere rtl:text-right sm:text-xl sm:leading-normal">
        {keepNumbers(bio.trim())}
      </p>
    </div>
  )
}

/** What a doctor wrote about themselves. A short first paragraph introduces the rest. */
export function DoctorText({ doctor: { bio, bio_language: writtenIn } }: { doctor: PublicDoctor }) {
  const { t } = useI18n()
  const paragraphs = paragraphsOf(bio)
  if (paragraphs.length === 0 || isLine(bio)) return null
  return (
    <section aria-labelledby="about-title" className="grid gap-4">
      <h2 id="about-title" className="font-display text-2xl font-semibold">
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
            className={classes('whitespace-pre-line rtl:text-right', place === 0 && text.length <= MAX_LEAD && LEAD)}
          >
            {keepNumbers(text)}
          </p>
        ))}
      </div>
    </section>
  )
}
