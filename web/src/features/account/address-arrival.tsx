// Shown after a link that confirms a change of address. The link does not change who is signed in here.
import { useEffect } from 'react'
import { Button } from '../../components/ui/button.tsx'
import { Dialog } from '../../components/ui/dialog.tsx'
import { useI18n } from '../../lib/i18n.tsx'
import { useTexts } from '../../lib/load/use-texts.ts'
import { type Arrival, addressIn, endArrival } from '../../lib/session/arrival.ts'
import { endLinkSession } from './queries.ts'

export default function AddressArrival({ arrival: { tokens, isHalf } }: { arrival: Arrival }) {
  useTexts('security')
  const { t } = useI18n()
  // The second link opens a session too. It is ended, because nobody asked for it and this may be another person's browser.
  useEffect(() => {
    if (tokens) endLinkSession(tokens).catch(() => {})
  }, [tokens])
  const email = (tokens && addressIn(tokens)) ?? ''
  const [title, text] = tokens
    ? [t('own.doneTitle'), t('own.doneText', { email })]
    : isHalf
      ? [t('own.halfTitle'), t('own.halfText')]
      : [t('own.invalidTitle'), t('own.invalidText')]
  return (
    <Dialog open onOpenChange={endArrival} title={title} description={text} closeLabel={t('own.close')}>
      <Button onClick={endArrival} className="justify-self-start">
        {t('own.close')}
      </Button>
    </Dialog>
  )
}
