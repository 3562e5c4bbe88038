// In place of the contact form once the message is sent.
import { Check } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { referenceOf } from '../../../../supabase/functions/_shared/rules.ts'
import { OpeningLeaves } from '../../components/door-leaves.tsx'
import { Button } from '../../components/ui/button.tsx'
import { Card } from '../../components/ui/card.tsx'
import { useI18n } from '../../lib/i18n.tsx'

export function MessageSent({ id, onWriteAnother }: { id: string; onWriteAnother: () => void }) {
  const { t } = useI18n()
  const heading = useRef<HTMLHeadingElement>(null)
  // The pressed button is gone, and the form was higher than this card.
  useEffect(() => {
    heading.current?.focus({ preventScroll: true })
    heading.current?.scrollIntoView({ block: 'center' })
  }, [])
  return (
    <Card className="grid content-start justify-items-start gap-5 p-6 sm:p-8">
      {/* As when an appointment is booked: the doorway of the logo opens onto a tick. */}
      <span
        aria-hidden="true"
        data-doorway=""
        className="arch relative grid h-24 w-20 place-items-center overflow-hidden border-2 border-brass bg-good-tint"
      >
        <Check className="mt-2 size-10 text-good" />
        <OpeningLeaves />
      </span>
      <div className="grid gap-1">
        <h3 ref={heading} tabIndex={-1} className="font-display text-2xl font-semibold">
          {t('contact.sentTitle')}
        </h3>
        <p className="text-muted">{t('contact.sent')}</p>
      </div>
      <p>
        {`${t('contact.reference')}${t('text.colon')} `}
        <bdi dir="ltr" className="font-medium tabular-nums">
          {referenceOf(id)}
        </bdi>
      </p>
      <div>
        <Button look="secondary" onClick={onWriteAnother}>
          {t('contact.another')}
        </Button>
      </div>
    </Card>
  )
}
