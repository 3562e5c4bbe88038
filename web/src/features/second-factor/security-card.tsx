// The security section of the profile: authenticator apps, security keys, recovery codes, and sessions.
import { ShieldCheck, ShieldOff } from 'lucide-react'
import { useState } from 'react'
import { LoadFailed } from '../../components/load-failed.tsx'
import { toast } from '../../components/toaster.tsx'
import { Button } from '../../components/ui/button.tsx'
import { Dialog } from '../../components/ui/dialog.tsx'
import { Skeleton } from '../../components/ui/skeleton.tsx'
import { textOf } from '../../lib/errors.ts'
import { useI18n } from '../../lib/i18n.tsx'
import { isCancelled } from '../../lib/session/reauthentication.ts'
import { useSecurityTexts } from '../../lib/session/second-factor.ts'
import type { SignedIn } from '../../lib/session/session-state.ts'
import { supportsWebAuthn } from '../../lib/session/webauthn-support.ts'
import { Enrolment } from './enrolment.tsx'
import { FactorItem } from './factor-item.tsx'
import { KeyEnrolment } from './key-enrolment.tsx'
import { Passkeys } from './passkeys.tsx'
import { createCodes, freeName, useFactors } from './queries.ts'
import { RecoveryCodes } from './recovery-codes.tsx'
import { Sessions } from './sessions.tsx'

export default function SecurityCard({ person }: { person: SignedIn }) {
  useSecurityTexts()
  const { t } = useI18n()
  const { data, error, refetch } = useFactors(person.id)
  if (error && !data) return <LoadFailed title={t('security.loadFailed')} error={error} onRetry={() => void refetch()} />
  return (
    <div className="grid gap-5">
      <p className="text-sm text-muted">{t('security.text')}</p>
      {data ? <Factors person={person} {...data} /> : <FactorsSkeleton />}
      <Passkeys userId={person.id} />
      <hr className="border-line" />
      <Sessions userId={person.id} />
    </div>
  )
}

/** As high as the state and the button that adds a factor. */
function FactorsSkeleton() {
  return (
    <div aria-hidden="true" className="grid gap-5">
      <div className="flex items-center gap-2">
        <Skeleton className="size-5" />
        <Skeleton className="h-6 w-52" />
      </div>
      <div className="flex h-11 items-center">
        <Skeleton className="h-6 w-44" />
      </div>
    </div>
  )
}

type Loaded = NonNullable<ReturnType<typeof useFactors>['data']>

function Factors({ person, factors, codes }: { person: SignedIn } & Loaded) {
  const { t } = useI18n()
  const [opened, setOpened] = useState<'app' | 'key'>()
  const isOn = factors.length > 0
  const Icon = isOn ? ShieldCheck : ShieldOff
  const dialog = (kind: 'app' | 'key') => ({
    closeLabel: t('security.close'),
    open: opened === kind,
    onOpenChange: (isOpen: boolean) => setOpened(isOpen ? kind : undefined),
  })
  const adding = { hasCodes: codes !== null, onDone: () => setOpened(undefined) }
  const hasApp = factors.some(({ factor_type }) => factor_type === 'totp')
  return (
    <>
      <p className="flex items-center gap-2 font-medium">
        <Icon aria-hidden="true" className="size-5 text-brass" />
        {t(isOn ? 'security.isOn' : 'security.isOff')}
      </p>
      {isOn && (
        <ul className="grid gap-3">
          {factors.map((factor) => (
            <li key={factor.id}>
              <FactorItem person={person} factor={factor} />
            </li>
          ))}
        </ul>
      )}
      <div className="grid">
        <Dialog
          trigger={<Button look="text">{t(hasApp ? 'security.addAnother' : 'security.add')}</Button>}
          title={t('security.enrolTitle')}
          description={t('security.enrolText')}
          {...dialog('app')}
        >
          <Enrolment {...adding} />
        </Dialog>
        {supportsWebAuthn() && (
          <Dialog
            trigger={<Button look="text">{t('security.addKey')}</Button>}
            title={t('security.addKey')}
            description={t('security.keyText')}
            {...dialog('key')}
          >
            <KeyEnrolment {...adding} suggestedName={freeName(t('security.keyDefaultName'), factors)} />
          </Dialog>
        )}
      </div>
      {isOn && <Codes codes={codes} />}
    </>
  )
}

function Codes({ codes }: Pick<Loaded, 'codes'>) {
  const { t } = useI18n()
  const [isOpen, setIsOpen] = useState(false)
  const [made, setMade] = useState<string[] | null>()
  const [isBusy, setIsBusy] = useState(false)
  const create = async () => {
    setIsBusy(true)
    try {
      setMade(await createCodes())
    } catch (error) {
      const { key, values } = textOf(error)
      if (!isCancelled(error)) toast.error(t('security.codesFailed'), { description: t(key, values) })
    }
    setIsBusy(false)
  }
  const change = (next: boolean) => {
    setIsOpen(next)
    if (!next) setMade(undefined)
  }
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      {codes && <p className="text-muted">{t('security.codesLeft', { remaining: codes.remaining, total: codes.total })}</p>}
      <Dialog
        trigger={<Button look="text">{t('security.newCodes')}</Button>}
        title={t('security.newCodes')}
        description={t(codes ? 'security.newCodesText' : 'security.codesText')}
        closeLabel={t('security.close')}
        open={isOpen}
        onOpenChange={change}
      >
        {made === undefined ? (
          <Button busyLabel={isBusy && t('security.preparing')} onClick={() => void create()}>
            {t('security.newCodes')}
          </Button>
        ) : (
          <RecoveryCodes codes={made} onDone={() => change(false)} />
        )}
      </Dialog>
    </div>
  )
}
