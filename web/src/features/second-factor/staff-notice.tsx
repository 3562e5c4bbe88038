import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { Banner } from '../../components/ui/banner.tsx'
import { Button, ButtonLink } from '../../components/ui/button.tsx'
import { Card } from '../../components/ui/card.tsx'
import { classes } from '../../lib/classes.ts'
import { useI18n } from '../../lib/i18n.tsx'
import { Link } from '../../lib/router/link.tsx'
import { useSecurityTexts } from '../../lib/session/second-factor.ts'
import { supportsWebAuthn } from '../../lib/session/webauthn-support.ts'
import { formatDay } from '../../lib/time/dates.ts'
import { browserZone, isoDay } from '../../lib/time/zones.ts'
import { Enrolment } from './enrolment.tsx'
import { KeyEnrolment } from './key-enrolment.tsx'

interface StaffNoticeProps {
  deadline: string | undefined
  isBlocked: boolean
  onDone: () => void
}

export default function StaffNotice({ deadline, isBlocked, onDone }: StaffNoticeProps) {
  useSecurityTexts()
  const { t } = useI18n()
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
  return deadline && <DeadlineNotice day={isoDay(deadline, browserZone())} />
}

/** Stored in this tab until it is closed, so the next session shows the warning again. */
const FOLDED_KEY = 'second-factor-notice-folded'

/** With large text the icon and the space around the line would take more of a phone than its words. */
const NARROW_IF_LARGE_TEXT =
  '[&>[role=status]]:@max-[15rem]:px-2.5 [&>[role=status]]:@max-[15rem]:py-1 [&>[role=status]>svg]:@max-[15rem]:hidden [&_a]:@max-[15rem]:leading-tight'

/** A notice that can be folded into one line, which still links to the setup. On a phone it begins as that line. */
function DeadlineNotice({ day }: { day: string }) {
  const { t, language } = useI18n()
  const [isFolded, setIsFolded] = useState(() => readFolded())
  const fold = () => {
    setIsFolded(!isFolded)
    storeFolded(!isFolded)
  }
  return (
    <div className="page pt-3 sm:pt-4">
      <div className={classes('@container', isFolded && NARROW_IF_LARGE_TEXT)}>
        <Banner tone="warning">
          <div className="-my-2 -me-2 flex items-start gap-x-3">
            <div className="flex min-w-0 flex-1 flex-wrap items-center justify-between gap-x-3 gap-y-2 py-2">
              {isFolded ? (
                <Link to="/profile#security" className="min-w-0 text-sm font-medium underline underline-offset-4">
                  {t('security.staffShort', { date: formatDay(day, language, 'dayMonth') })}
                </Link>
              ) : (
                <>
                  <div>
                    <p className="font-medium">{t('security.staffTitle', { date: formatDay(day, language, 'long') })}</p>
                    <p className="text-sm max-sm:hidden">{t('security.staffText')}</p>
                  </div>
                  <ButtonLink to="/profile#security" look="secondary">
                    {t('security.setUp')}
                  </ButtonLink>
                </>
              )}
            </div>
            <button
              type="button"
              aria-expanded={!isFolded}
              aria-label={t(isFolded ? 'security.staffUnfold' : 'security.staffFold')}
              onClick={fold}
              className="grid size-11 shrink-0 place-items-center rounded-box hover:bg-surface/60"
            >
              <ChevronDown aria-hidden="true" className={classes('size-5 transition-transform', !isFolded && 'rotate-180')} />
            </button>
          </div>
        </Banner>
      </div>
    </div>
  )
}

function readFolded() {
  try {
    const kept = sessionStorage.getItem(FOLDED_KEY)
    if (kept) return kept === 'yes'
  } catch {
    // Without storage it is as at first.
  }
  return matchMedia('(width < 40rem)').matches
}

function storeFolded(isFolded: boolean) {
  try {
    sessionStorage.setItem(FOLDED_KEY, isFolded ? 'yes' : 'no')
  } catch {
    // Without storage it stays folded until the page is left.
  }
}
