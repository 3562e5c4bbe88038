// Replaces the contact form once the message is sent.
import { Check } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { referenceOf } from '../../../../supabase/functions/_shared/rules.ts'
import { OpeningLeaves } from '../../components/door-leaves.tsx'
import { TwoShores } from '../../components/two-shores.tsx'
import { Button } from '../../components/ui/button.tsx'
import { Card } from '../../components/ui/card.tsx'
import { classes } from '../../lib/classes.ts'
import { useI18n } from '../../lib/i18n.tsx'

/** The space that the door above the heading, and the text below it, need. */
const MARGIN_PX = 240
const PLACE = 'grid content-start justify-items-start gap-5'
/** Centres the content above a drawing at the lower edge of the card. */
const IN_THE_MIDDLE = 'grow lg:flex lg:flex-col lg:items-center lg:text-center'

interface MessageSentProps {
  id: string
  /** Whether it stands on a card already, whose title it becomes. */
  isOnCard: boolean
  onWriteAnother: () => void
}

export function MessageSent({ id, isOnCard, onWriteAnother }: MessageSentProps) {
  const { t } = useI18n()
  const heading = useRef<HTMLHeadingElement>(null)
  const Title = isOnCard ? 'h2' : 'h3'
  // The pressed button is gone, and the form was higher than this confirmation. A confirmation that is in view does not move.
  useEffect(() => {
    heading.current?.focus({ preventScroll: true })
    const { top = 0 } = heading.current?.getBoundingClientRect() ?? {}
    if (top < MARGIN_PX || top > window.innerHeight - MARGIN_PX) heading.current?.scrollIntoView({ block: 'center' })
  }, [])
  const content = (
    <>
      {/* The same picture as after booking: the doorway of the logo opens onto a tick. */}
      <span
        aria-hidden="true"
        data-doorway=""
        className={classes(
          'arch relative grid h-29 w-24 place-items-center overflow-hidden border-2 border-brass bg-good-tint',
          isOnCard && 'lg:mt-auto lg:h-48.5 lg:w-40',
        )}
      >
        <Check className={classes('mt-2 size-12 text-good', isOnCard && 'lg:size-20')} />
        <OpeningLeaves />
      </span>
      <div className="grid gap-2">
        <Title ref={heading} tabIndex={-1} className="font-display text-3xl font-semibold">
          {t('contact.sentTitle')}
        </Title>
        <p className="text-muted">{t('contact.sent')}</p>
      </div>
      <p className="rounded-choice bg-tint px-4 py-2.5">
        {`${t('contact.reference')}${t('text.colon')} `}
        <bdi dir="ltr" className="font-medium tabular-nums">
          {referenceOf(id)}
        </bdi>
      </p>
      <Button look="secondary" onClick={onWriteAnother}>
        {t('contact.another')}
      </Button>
    </>
  )
  return isOnCard ? (
    <div className={classes(PLACE, IN_THE_MIDDLE)}>
      {content}
      <TwoShores className="mt-auto -mb-8 w-full pt-8 text-brass/70 max-lg:hidden" />
    </div>
  ) : (
    <Card className={classes(PLACE, 'p-6 sm:p-8')}>{content}</Card>
  )
}
