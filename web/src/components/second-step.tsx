// The second step of signing in, for accounts with a second factor. The session is there already, at the lower level.
import { useState } from 'react'
import { company } from '../../../supabase/functions/_shared/company.ts'
import { useI18n } from '../lib/i18n.tsx'
import { useSecurityTexts, verifyCode, verifyRecoveryCode } from '../lib/second-factor.ts'
import { signOut } from '../lib/session.ts'
import { CodeForm } from './code-form.tsx'
import { Button } from './ui/button.tsx'
import { Card } from './ui/card.tsx'
import { Dialog } from './ui/dialog.tsx'

interface SecondStepProps {
  /** On a page of its own, above a page that stays open, or inside a card or dialog that has a heading already. */
  place: 'page' | 'dialog' | 'card'
  onVerified?: (() => unknown) | undefined
}

export default function SecondStep({ place, onVerified }: SecondStepProps) {
  useSecurityTexts()
  const { t } = useI18n()
  if (place === 'dialog')
    return (
      <Dialog open isRequired title={t('security.stepTitle')} description={t('security.stepText')} closeLabel={t('security.close')}>
        <Form onVerified={onVerified} />
      </Dialog>
    )
  const Heading = place === 'page' ? 'h1' : 'h3'
  const content = (
    <div className="grid gap-4">
      <div className="grid gap-1">
        <Heading className="font-display text-2xl font-semibold">{t('security.stepTitle')}</Heading>
        <p className="text-muted">{t('security.stepText')}</p>
      </div>
      <Form onVerified={onVerified} />
    </div>
  )
  if (place === 'card') return content
  return (
    <div className="page py-10 sm:py-16">
      <Card className="mx-auto max-w-xl p-5 sm:p-8">{content}</Card>
    </div>
  )
}

function Form({ onVerified }: Pick<SecondStepProps, 'onVerified'>) {
  const { t } = useI18n()
  const [isRecovery, setIsRecovery] = useState(false)
  const check = async (code: string) => {
    await (isRecovery ? verifyRecoveryCode(code) : verifyCode(code))
    await onVerified?.()
  }
  return (
    <div className="grid gap-3">
      {isRecovery && <p className="text-muted">{t('security.recoveryText')}</p>}
      <CodeForm key={String(isRecovery)} isRecovery={isRecovery} takesFocus onCode={check}>
        <Button look="secondary" onClick={() => void signOut('local')}>
          {t('nav.signOut')}
        </Button>
      </CodeForm>
      <Button look="quiet" className="justify-self-start" onClick={() => setIsRecovery(!isRecovery)}>
        {t(isRecovery ? 'security.useApp' : 'security.useRecovery')}
      </Button>
      {/* Isolated, so that it stays left-to-right inside Arabic text. */}
      <p className="text-sm text-muted">{t('security.lost', { email: `\u2066${company.supportEmail}\u2069` })}</p>
    </div>
  )
}
