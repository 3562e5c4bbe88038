// Somebody came in by the link of a mail, most likely because the password is forgotten.
import { useEffect, useState } from 'react'
import { Button, Spinner } from '../../components/ui/button.tsx'
import { Dialog } from '../../components/ui/dialog.tsx'
import { type Arrival, endArrival } from '../../lib/arrival.ts'
import { useI18n } from '../../lib/i18n.tsx'
import { ChangePasswordForm } from './change-password-form.tsx'
import { isFault } from './faults.ts'
import { LinkForm } from './link-form.tsx'
import { enterByLink } from './queries.ts'

type Step = 'entering' | 'in' | 'unreachable' | 'invalid'

export default function ArrivalDialog({ arrival: { tokens } }: { arrival: Arrival }) {
  const { t } = useI18n()
  const [step, setStep] = useState<Step>(tokens ? 'entering' : 'invalid')
  useEffect(() => {
    if (!tokens || step !== 'entering') return
    enterByLink(tokens).then(
      () => setStep('in'),
      (error: unknown) => setStep(isFault(error, 'unreachable') ? 'unreachable' : 'invalid'),
    )
  }, [tokens, step])
  const { title, text, content } = {
    entering: { title: t('account.signingIn'), text: t('guard.checking'), content: <Spinner /> },
    in: { title: t('account.newPasswordTitle'), text: t('account.newPasswordText'), content: <NewPassword /> },
    invalid: {
      title: t('account.linkInvalid'),
      text: t('account.linkInvalidReset'),
      content: <LinkForm kind="reset" onDone={endArrival} />,
    },
    unreachable: {
      title: t('account.linkFailed'),
      text: t('error.unreachable'),
      content: <Button onClick={() => setStep('entering')}>{t('error.retry')}</Button>,
    },
  }[step]
  return (
    <Dialog open onOpenChange={endArrival} title={title} description={text} closeLabel={t('account.close')}>
      {content}
    </Dialog>
  )
}

function NewPassword() {
  const { t } = useI18n()
  return (
    <ChangePasswordForm onDone={endArrival} takesFocus>
      <Button look="secondary" onClick={endArrival}>
        {t('account.notNow')}
      </Button>
    </ChangePasswordForm>
  )
}
