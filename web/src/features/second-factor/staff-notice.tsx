import { useState } from 'react'
import { Banner } from '../../components/ui/banner.tsx'
import { Button, ButtonLink } from '../../components/ui/button.tsx'
import { Card } from '../../components/ui/card.tsx'
import { formatDay } from '../../lib/dates.ts'
import { useI18n } from '../../lib/i18n.tsx'
import { useSecurityTexts } from '../../lib/second-factor.ts'
import { supportsWebAuthn } from '../../lib/webauthn-support.ts'
import { browserZone, isoDay } from '../../lib/zones.ts'
import { Enrolment } from './enrolment.tsx'
import { KeyEnrolment } from './key-enrolment.tsx'

interface StaffNoticeProps {
  deadline: string | undefined
  isBlocked: boolean
  onDone: () => void
}

export default function StaffNotice({ deadline, isBlocked, onDone }: StaffNoticeProps) {
  useSecurityTexts()
  const { t, language } = useI18n()
  const [kind, setKind] = useState<'app' | 'key'>('app')
  if (isBlocked)
    return (
      <div className="page py-10 sm:py-16">
        <Card className="mx-auto grid max-w-xl gap-6 p-5 sm:p-8">
          <div className="grid gap-2">
            <h1 className="font-display text-2xl font-semibold">{t('security.blockedTitle')}</h1>
            <p className="text-muted">{t('security.blockedText')}</p>
            <p className="text-muted">{t(kind === 'app' ? 'security.enrolText' : 'security.keyText')}</p>
          </div>
          {kind === 'app' ? (
            <Enrolment hasCodes={false} onDone={onDone} />
          ) : (
            <KeyEnrolment hasCodes={false} onDone={onDone} suggestedName={t('security.keyDefaultName')} />
          )}
          {supportsWebAuthn() && (
            <Button look="quiet" className="justify-self-start" onClick={() => setKind(kind === 'app' ? 'key' : 'app')}>
              {t(kind === 'app' ? 'security.addKey' : 'security.add')}
            </Button>
          )}
        </Card>
      </div>
    )
  if (!deadline) return null
  return (
    <div className="page pt-4">
      <Banner tone="warning">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <div>
            <p className="font-medium">
              {t('security.staffTitle', { date: formatDay(isoDay(deadline, browserZone()), language, 'long') })}
            </p>
            <p className="text-sm">{t('security.staffText')}</p>
          </div>
          <ButtonLink to="/profile#security" look="secondary">
            {t('security.setUp')}
          </ButtonLink>
        </div>
      </Banner>
    </div>
  )
}
