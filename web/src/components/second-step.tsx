// The second step of signing in, for accounts with a second factor. The session already exists, at the lower level.
import { useEffect, useState } from 'react'
import { company } from '../../../supabase/functions/_shared/company.ts'
import type { TextKey } from '../lib/i18n.tsx'
import { useI18n } from '../lib/i18n.tsx'
import { useSecurityTexts, verifyCode, verifyRecoveryCode } from '../lib/session/second-factor.ts'
import { getMethods } from '../lib/session/security-keys.ts'
import { signOut } from '../lib/session/session.ts'
import { supportsWebAuthn } from '../lib/session/webauthn-support.ts'
import { CodeForm } from './code-form.tsx'
import { KeyForm } from './key-form.tsx'
import { Button } from './ui/button.tsx'
import { Card } from './ui/card.tsx'
import { Dialog } from './ui/dialog.tsx'

interface SecondStepProps {
  /** A page of its own, a dialog above a page that stays open, or inside a card or dialog that already has a heading. */
  place: 'page' | 'dialog' | 'card'
  onVerified?: (() => unknown) | undefined
}

type Way = 'app' | 'key' | 'recovery'

const TEXTS: Record<Way, { text: TextKey; use: TextKey; lost: TextKey }> = {
  app: { text: 'security.stepText', use: 'security.useApp', lost: 'security.lost' },
  key: { text: 'security.stepKeyText', use: 'security.useKey', lost: 'security.lostKey' },
  recovery: { text: 'security.recoveryText', use: 'security.useRecovery', lost: 'security.lost' },
}

export default function SecondStep({ place, onVerified }: SecondStepProps) {
  useSecurityTexts()
  const { t } = useI18n()
  const { ways, keys } = useWays()
  const [chosen, setChosen] = useState<Way>()
  const [first] = ways
  if (!first) return null
  const way = chosen ?? first
  const form = (
    <div className="grid gap-3">
      <Form key={way} way={way} keys={keys} onVerified={onVerified} />
      {ways
        .filter((other) => other !== way)
        .map((other) => (
          <Button key={other} look="quiet" className="justify-self-start" onClick={() => setChosen(other)}>
            {t(TEXTS[other].use)}
          </Button>
        ))}
      {/* Isolated, so that it stays left-to-right inside Arabic text. */}
      {company.supportEmail && <p className="text-sm text-muted">{t(TEXTS[first].lost, { email: company.supportEmail })}</p>}
    </div>
  )
  const text = t(TEXTS[way].text)
  if (place === 'dialog')
    return (
      <Dialog open isRequired title={t('security.stepTitle')} description={text} closeLabel={t('security.close')}>
        {form}
      </Dialog>
    )
  const Heading = place === 'page' ? 'h1' : 'h3'
  const content = (
    <div className="grid gap-4">
      <div className="grid gap-1">
        <Heading className="font-display text-2xl font-semibold">{t('security.stepTitle')}</Heading>
        <p className="text-muted">{text}</p>
      </div>
      {form}
    </div>
  )
  if (place === 'card') return content
  return (
    <div className="page py-10 sm:py-16">
      <Card className="mx-auto max-w-xl p-5 sm:p-8">{content}</Card>
    </div>
  )
}

type Methods = Awaited<ReturnType<typeof getMethods>>

/** The person's ways to verify that this browser supports. Empty until they are loaded. */
function useWays(): { ways: Way[]; keys: Methods['keys'] } {
  const [methods, setMethods] = useState<Methods>()
  useEffect(() => void getMethods().then(setMethods), [])
  if (!methods) return { ways: [], keys: [] }
  const { hasApp, keys } = methods
  const usesKeys = keys.length > 0 && supportsWebAuthn()
  const ways: Way[] = [...(hasApp ? ['app' as const] : []), ...(usesKeys ? ['key' as const] : []), 'recovery']
  return { ways, keys }
}

function Form({ way, keys, onVerified }: { way: Way; keys: Methods['keys'] } & Pick<SecondStepProps, 'onVerified'>) {
  const { t } = useI18n()
  const leave = (
    <Button look="secondary" onClick={() => void signOut('local')}>
      {t('nav.signOut')}
    </Button>
  )
  if (way === 'key')
    return (
      <KeyForm keys={keys} onVerified={onVerified}>
        {leave}
      </KeyForm>
    )
  const check = async (code: string) => {
    await (way === 'recovery' ? verifyRecoveryCode(code) : verifyCode(code))
    await onVerified?.()
  }
  return (
    <CodeForm isRecovery={way === 'recovery'} takesFocus onCode={check}>
      {leave}
    </CodeForm>
  )
}
