// While the site has no admin, whoever is signed in may become the first one.
import { ShieldCheck } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { prepareToasts, toast } from '../../components/toaster.tsx'
import { Banner } from '../../components/ui/banner.tsx'
import { Button } from '../../components/ui/button.tsx'
import { Dialog } from '../../components/ui/dialog.tsx'
import { textOf } from '../../lib/errors.ts'
import { useI18n } from '../../lib/i18n.tsx'
import { reloadRoles, type SignedIn } from '../../lib/session.ts'
import { claimFirstAdmin } from './queries.ts'

const CLAIM = 'first-admin-claim'

export interface ClaimCardProps {
  person: SignedIn
  /** Whether the question is open. */
  isDeciding: boolean
  onDeciding: (isDeciding: boolean) => void
  /** Somebody else was first. */
  onTaken: () => void
}

export function ClaimCard({ person, isDeciding, onDeciding, onTaken }: ClaimCardProps) {
  const { t } = useI18n()
  const [isClaimed, setIsClaimed] = useState(false)
  if (isClaimed) return <Claimed />
  const done = async () => {
    // With the role the card goes away; where the roles cannot be read, it tells how to go on.
    await reloadRoles()
    toast.success(t('bootstrap.doneTitle'), { description: t('bootstrap.done') })
    setIsClaimed(true)
  }
  const giveUp = () => {
    toast.info(t('bootstrap.takenTitle'), { description: t('bootstrap.taken') })
    onTaken()
  }
  return (
    <aside aria-labelledby="first-admin-title" className="page py-4">
      <div className="grid gap-4 rounded-box border border-brass bg-surface p-5 sm:flex sm:items-center">
        <div className="flex flex-1 items-start gap-4 sm:items-center">
          <ShieldCheck aria-hidden="true" strokeWidth={1.5} className="size-8 shrink-0 text-brass" />
          <div>
            <p id="first-admin-title" className="font-medium">
              {t('bootstrap.title')}
            </p>
            <p className="max-w-[75ch] text-sm text-muted">{t('bootstrap.text')}</p>
          </div>
        </div>
        <Dialog
          open={isDeciding}
          onOpenChange={(isOpen) => {
            if (isOpen) prepareToasts()
            onDeciding(isOpen)
          }}
          trigger={
            <Button id={CLAIM} look="secondary" className="shrink-0">
              {t('bootstrap.claim')}
            </Button>
          }
          // To the button, or on to the page where the card has gone.
          returnFocus={() => (document.getElementById(CLAIM) ?? document.getElementById('content'))?.focus({ preventScroll: true })}
          title={t('bootstrap.confirmTitle')}
          // Kept together and left to right inside Arabic text.
          description={t('bootstrap.confirmText', { email: `\u2066${person.email}\u2069` })}
          closeLabel={t('bootstrap.close')}
        >
          <Decision userId={person.id} onClaimed={done} onTaken={giveUp}>
            <Button look="secondary" onClick={() => onDeciding(false)}>
              {t('bootstrap.no')}
            </Button>
          </Decision>
        </Dialog>
      </div>
    </aside>
  )
}

interface DecisionProps {
  userId: string
  onClaimed: () => Promise<void>
  onTaken: () => void
  /** The other choice. */
  children: ReactNode
}

function Decision({ userId, onClaimed, onTaken, children }: DecisionProps) {
  const { t } = useI18n()
  const [isClaiming, setIsClaiming] = useState(false)
  const [problem, setProblem] = useState<string>()
  const claim = async () => {
    setIsClaiming(true)
    setProblem(undefined)
    try {
      const outcome = await claimFirstAdmin(userId)
      if (outcome === 'claimed') await onClaimed()
      else onTaken()
    } catch (error) {
      const { key, values } = textOf(error)
      setProblem(key === 'error.failed' ? t('bootstrap.failed') : t(key, values))
      setIsClaiming(false)
    }
  }
  return (
    <>
      {problem && (
        <Banner tone="danger" role="alert">
          <p className="font-medium">{t('bootstrap.errorTitle')}</p>
          <p>{problem}</p>
        </Banner>
      )}
      <div className="flex flex-wrap justify-end gap-3">
        {children}
        <Button busyLabel={isClaiming && t('bootstrap.claiming')} onClick={() => void claim()}>
          {t('bootstrap.yes')}
        </Button>
      </div>
    </>
  )
}

function Claimed() {
  const { t } = useI18n()
  return (
    <div className="page py-4">
      <Banner tone="good">
        <p className="font-medium">{t('bootstrap.doneTitle')}</p>
        <p>{t('bootstrap.done')}</p>
        <Button look="secondary" className="mt-3" onClick={() => location.reload()}>
          {t('bootstrap.reload')}
        </Button>
      </Banner>
    </div>
  )
}
