import { useId, useState } from 'react'
import { useI18n } from '../../../lib/i18n.tsx'
import { Bio } from '../bio.tsx'

/** About as many characters as fit into three lines of a card. */
const LONG = 110

/** A long text is cut until somebody wants to read on. On a phone, where it is opened by hand, it is whole. */
export function DoctorBio({ text, writtenIn }: { text: string; writtenIn: string }) {
  const { t } = useI18n()
  const id = useId()
  const [isOpen, setIsOpen] = useState(false)
  const isLong = text.length > LONG || text.split('\n').length > 3
  return (
    <>
      <Bio {...{ text, writtenIn, id }} isCut={isLong && !isOpen} />
      {isLong && (
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={id}
          className="inline-flex min-h-11 items-center text-sm font-medium text-action underline-offset-4 hover:underline max-sm:hidden"
          onClick={() => setIsOpen(!isOpen)}
        >
          {t(isOpen ? 'doctors.less' : 'doctors.more')}
        </button>
      )}
    </>
  )
}
