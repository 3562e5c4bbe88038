import { useI18n } from '../../../lib/i18n.tsx'
import { keepNumbers } from '../../../lib/typography.ts'
import { WrittenIn } from '../bio.tsx'
import type { PublicDoctor } from '../list/public-doctors.ts'

/** A longer first paragraph is no introduction. */
const MAX_LEAD = 240

/** What a doctor wrote about themselves. A short first paragraph introduces the rest, and stands well alone. */
export function DoctorText({ doctor: { bio, bio_language: writtenIn } }: { doctor: PublicDoctor }) {
  const { t } = useI18n()
  const paragraphs = bio?.split(/\n\s*\n/).filter(Boolean) ?? []
  if (paragraphs.length === 0) return null
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
            className={`whitespace-pre-line rtl:text-right ${place === 0 && text.length <= MAX_LEAD ? 'text-xl leading-relaxed sm:text-[1.375rem]' : ''}`}
          >
            {keepNumbers(text)}
          </p>
        ))}
      </div>
    </section>
  )
}
