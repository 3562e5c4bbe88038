// While the site has no admin, any signed-in person can become the first one.

import { ShieldCheck } from 'lucide-react'
import { type FormEvent, type ReactNode, useState } from 'react'
import { prepareToasts, toast } from '../../components/toaster.tsx'
import { Banner } from '../../components/ui/banner.tsx'
import { Button } from '../../components/ui/button.tsx'
import { Dialog } from '../../components/ui/dialog.tsx'
import { ErrorBanner } from '../../components/ui/error-banner.tsx'
import { TextField } from '../../components/ui/field.tsx'
import { textOf } from '../../lib/errors.ts'
import { type TextKey, useI18n } from '../../lib/i18n.tsx'
import { reloadRoles } from '../../lib/session/session.ts'
import type { SignedIn } from '../../lib/session/session-state.ts'
import { claimFirstAdmin, claimFirstAdminWithCode, type Outcome } from './queries.ts'

const CLAIM = 'first-admin-claim'

export interface ClaimCardProps {
  person: SignedIn
  /** Whether claiming the role needs the code that the server printed. */
  wantsCode: boolean
  /** Whether the dialog is open. */
  isDeciding: boolean
  onDeciding: (isDeciding: boolean) => void
  /** Called if somebody else was first. */
  onTaken: () => void
}

export function ClaimCard({ person, wantsCode, isDeciding, onDeciding, onTaken }: ClaimCardProps) {
  const { t } = useI18n()
  const [isClaimed, setIsClaimed] = useState(false)
  if (isClaimed) return <Claimed />
  const done = async () => {
    // The card disappears once the roles are loaded. If that fails, it says how to continue.
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
            <p className="max-w-[75ch] text-sm text-muted">{t(wantsCode ? 'bootstrap.textWithCode' : 'bootstrap.text')}</p>
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
          // The focus returns to the button, or to the page if the card has disappeared.
          returnFocus={() => (document.getElementById(CLAIM) ?? document.getElementById('content'))?.focus({ preventScroll: true })}
          title={t('bootstrap.confirmTitle')}
          // Isolated, so that it stays left-to-right inside Arabic text.
          description={t('bootstrap.confirmText', { email: person.email })}
          closeLabel={t('bootstrap.close')}
        >
          <Decision userId={person.id} wantsCode={wantsCode} onClaimed={done} onTaken={giveUp}>
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
  wantsCode: boolean
  onClaimed: () => Promise<void>
  onTaken: () => void
  /** The button that cancels. */
  children: ReactNode
}

const CODE_PROBLEMS: Partial<Record<Outcome, TextKey>> = {
  code_needed: 'bootstrap.codeMissing',
  wrong_code: 'bootstrap.codeWrong',
  too_many_attempts: 'bootstrap.codeTooMany',
}

function Decision({ userId, wantsCode, onClaimed, onTaken, children }: DecisionProps) {
  const { t } = useI18n()
  const [hasCodeField, setHasCodeField] = useState(wantsCode)
  const [code, setCode] = useState('')
  const [codeProblem, setCodeProblem] = useState<TextKey>()
  const [isClaiming, setIsClaiming] = useState(false)
  const [problem, setProblem] = useState<string>()
  const claim = async () => {
    setProblem(undefined)
    if (hasCodeField && !code.trim()) {
      setCodeProblem('bootstrap.codeMissing')
      return
    }
    setCodeProblem(undefined)
    setIsClaiming(true)
    try {
      const outcome = hasCodeField ? await claimFirstAdminWithCode(code) : await claimFirstAdmin(userId)
      if (outcome === 'claimed') await onClaimed()
      else if (outcome === 'taken') onTaken()
      else {
        setHasCodeField(true)
        setCodeProblem(CODE_PROBLEMS[outcome])
        setIsClaiming(false)
      }
    } catch (error) {
      const { key, values } = textOf(error)
      setProblem(key === 'error.failed' ? t('bootstrap.failed') : t(key, values))
      setIsClaiming(false)
    }
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void claim()
  }
  return (
    <form method="post" noValidate className="grid gap-4" onSubmit={submit}>
      {hasCodeField && (
        <TextField
          label={t('bootstrap.code')}
          hint={t('bootstrap.codeHint')}
          error={codeProblem && t(codeProblem)}
          dir="ltr"
          className="font-mono uppercase rtl:text-right"
          autoComplete="one-time-code"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={60}
          required
          value={code}
          onChange={(event) => setCode(event.target.value)}
        />
      )}
      {problem && <ErrorBanner title={t('bootstrap.errorTitle')}>{problem}</ErrorBanner>}
      <div className="flex flex-wrap justify-end gap-3 max-sm:*:grow">
        {children}
        <Button type="submit" busyLabel={isClaiming && t('bootstrap.claiming')}>
          {t('bootstrap.yes')}
        </Button>
      </div>
    </form>
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
