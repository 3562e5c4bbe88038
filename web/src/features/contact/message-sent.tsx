// In place of the contact form once the message is sent.
import { Check } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { referenceOf } from '../../../../supabase/functions/_shared/rules.ts'
import { OpeningLeaves } from '../../components/door-leaves.tsx'
import { Button } from '../../components/ui/button.tsx'
import { Card } from '../../components/ui/card.tsx'
import { classes } from '../../lib/classes.ts'
import { useI18n } from '../../lib/i18n.tsx'

const PLACE = 'grid content-start justify-items-start gap-5'
/** In the middle of a card that is as high as its neighbour. */
const IN_THE_MIDDLE = 'lg:place-content-center lg:justify-items-center lg:text-center'

interface MessageSentProps {
  id: string
  /** Stands on a card already, and is its title. */
  isOnCard: boolean
  onWriteAnother: () => void
}

export function MessageSent({ id, isOnCard, onWriteAnother }: MessageSentProps) {
  const { t } = useI18n()
  const heading = useRef<HTMLHeadingElement>(null)
  const Title = isOnCard ? 'h2' : 'h3'
  // The pressed button is gone, and the form was higher than this card.
  useEffect(() => {
    heading.current?.focus({ preventScroll: true })
    heading.current?.scrollIntoView({ block: 'center' })
  }, [])
  const content = (
    <>
      {/* As when an appointment is booked: the doorway of the logo opens onto a tick. */}
      <span
        aria-hidden="true"
        data-doorway=""
        className={classes(
          'arch relative grid h-29 w-24 place-items-center overflow-hidden border-2 border-brass bg-good-tint',
          isOnCard && 'lg:h-48.5 lg:w-40',
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
      <p>
        {`${t('contact.reference')}${t('text.colon')} `}
        <bdi dir="ltr" className="font-medium tabular-nums">
          {referenceOf(id)}
        </bdi>
      </p>
      <Button look="quiet" className={classes('-ms-5 -mt-2', isOnCard && 'lg:ms-0')} onClick={onWriteAnother}>
        {t('contact.another')}
      </Button>
    </>
  )
  return isOnCard ? (
    <div className={classes(PLACE, IN_THE_MIDDLE)}>{content}</div>
  ) : (
    <Card className={classes(PLACE, 'p-6 sm:p-8')}>{content}</Card>
  )
}
