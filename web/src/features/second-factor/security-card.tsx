// The security section of the profile: authenticator apps, recovery codes, and where the person is signed in.
import { ShieldCheck, ShieldOff } from 'lucide-react'
import { useState } from 'react'
import { LoadFailed } from '../../components/load-failed.tsx'
import { toast } from '../../components/toaster.tsx'
import { Button } from '../../components/ui/button.tsx'
import { Card } from '../../components/ui/card.tsx'
import { Dialog } from '../../components/ui/dialog.tsx'
import { Skeleton } from '../../components/ui/skeleton.tsx'
import { formatDay } from '../../lib/dates.ts'
import { textOf } from '../../lib/errors.ts'
import { useI18n } from '../../lib/i18n.tsx'
import { useSecurityTexts } from '../../lib/second-factor.ts'
import { hasAnyRole, type SignedIn } from '../../lib/session.ts'
import { browserZone, isoDay } from '../../lib/zones.ts'
import { Enrolment } from './enrolment.tsx'
import { createCodes, useFactors, useRemoveFactor } from './queries.ts'
import { RecoveryCodes } from './recovery-codes.tsx'
import { Sessions } from './sessions.tsx'

export default function SecurityCard({ person }: { person: SignedIn }) {
  useSecurityTexts()
  const { t } = useI18n()
  const { data, error, refetch } = useFactors(person.id)
  if (error && !data) return <LoadFailed title={t('security.loadFailed')} error={error} onRetry={() => void refetch()} />
  return (
    <Card className="grid gap-5">
      <div className="grid gap-2">
        <h2 id="security" tabIndex={-1} className="scroll-mt-24 text-xl font-semibold">
          {t('security.title')}
        </h2>
        <p className="text-muted">{t('security.text')}</p>
      </div>
      {data ? <Factors person={person} {...data} /> : <Skeleton className="h-24" />}
      <hr className="border-line" />
      <Sessions userId={person.id} />
    </Card>
  )
}

type Loaded = NonNullable<ReturnType<typeof useFactors>['data']>

function Factors({ person, apps, codes }: { person: SignedIn } & Loaded) {
  const { t } = useI18n()
  const [isOpen, setIsOpen] = useState(false)
  const Icon = apps.length ? ShieldCheck : ShieldOff
  return (
    <>
      <p className="flex items-center gap-2 font-medium">
        <Icon aria-hidden="true" className="size-5 text-brass" />
        {t(apps.length ? 'security.isOn' : 'security.isOff')}
      </p>
      {apps.length > 0 && (
        <ul className="grid gap-3">
          {apps.map((app) => (
            <li key={app.id}>
              <App person={person} app={app} />
            </li>
          ))}
        </ul>
      )}
      <Dialog
        trigger={<Button look={apps.length ? 'secondary' : 'primary'}>{t(apps.length ? 'security.addAnother' : 'security.add')}</Button>}
        title={t('security.enrolTitle')}
        description={t('security.enrolText')}
        closeLabel={t('security.close')}
        open={isOpen}
        onOpenChange={setIsOpen}
      >
        <Enrolment hasCodes={codes !== null} onDone={() => setIsOpen(false)} />
      </Dialog>
      {apps.length > 0 && <Codes codes={codes} />}
    </>
  )
}

function App({ person, app }: { person: SignedIn; app: Loaded['apps'][number] }) {
  const { t, language } = useI18n()
  const [isOpen, setIsOpen] = useState(false)
  const { mutateAsync: remove, isPending } = useRemoveFactor()
  const name = app.friendly_name ?? t('security.appName')
  const added = formatDay(isoDay(app.created_at, browserZone()), language, 'long')
  const confirm = async () => {
    try {
      await remove(app.id)
      setIsOpen(false)
      toast.success(t('security.removed'))
    } catch (error) {
      const { key, values } = textOf(error)
      toast.error(t('security.removeFailed'), { description: t(key, values) })
    }
  }
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 rounded-box border border-line px-4 py-3">
      <div className="min-w-0">
        <p className="break-words font-medium">{name}</p>
        <p className="text-sm text-muted">{t('security.addedOn', { date: added })}</p>
      </div>
      <Dialog
        trigger={
          <Button look="quiet" aria-label={`${t('security.remove')}: ${name}`}>
            {t('security.remove')}
          </Button>
        }
        title={t('security.removeTitle')}
        description={t('security.removeText', { name })}
        closeLabel={t('security.close')}
        open={isOpen}
        onOpenChange={setIsOpen}
      >
        {hasAnyRole(person, ['admin', 'doctor']) && <p className="text-muted">{t('security.removeStaff')}</p>}
        <div className="flex flex-wrap gap-3">
          <Button look="danger" busyLabel={isPending && t('security.removing')} onClick={() => void confirm()}>
            {t('security.remove')}
          </Button>
          <Button look="secondary" onClick={() => setIsOpen(false)}>
            {t('security.keep')}
          </Button>
        </div>
      </Dialog>
    </div>
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
      toast.error(t('security.codesFailed'), { description: t(key, values) })
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
        trigger={<Button look="secondary">{t('security.newCodes')}</Button>}
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
