import { type ReactNode, useRef, useState } from 'react'
import { toast } from '../../components/toaster.tsx'
import { Button } from '../../components/ui/button.tsx'
import { Dialog } from '../../components/ui/dialog.tsx'
import { DialogAnswers } from '../../components/ui/dialog-answers.tsx'
import { ErrorBanner } from '../../components/ui/error-banner.tsx'
import { TextField } from '../../components/ui/field.tsx'
import { PhoneSection } from '../../components/ui/phone-section.tsx'
import { AppError, type ErrorTexts, textOf } from '../../lib/errors.ts'
import { type TextKey, useI18n } from '../../lib/i18n.tsx'
import { useNavigate } from '../../lib/router/router.tsx'
import { isCancelled } from '../../lib/session/reauthentication.ts'
import { signOut } from '../../lib/session/session.ts'
import { isDoctor, type SignedIn } from '../../lib/session/session-state.ts'
import { eraseMyAccount } from './queries.ts'
import { forgetAnswer } from './zone-offer.tsx'

const REFUSALS: ErrorTexts = { doctor_has_open_appointments: 'erase.doctorOpen', last_admin: 'erase.lastAdmin' }
const GOES: TextKey[] = ['erase.goesAccount', 'erase.goesProfile', 'erase.goesHealth', 'erase.goesMessages', 'erase.goesOpen']
const STAYS: TextKey[] = ['erase.staysAppointments', 'erase.staysLog']
const STAYS_OF_DOCTORS: TextKey[] = [...STAYS, 'erase.staysDoctor']

interface EraseAccountProps {
  person: SignedIn
  /** Lists the people whose records are deleted with the account. */
  alsoGoes?: ReactNode
}

export function EraseAccount({ person, alsoGoes }: EraseAccountProps) {
  const { t } = useI18n()
  const [isOpen, setIsOpen] = useState(false)
  return (
    <PhoneSection id="erase-title" title={t('erase.title')} className="gap-2">
      <p className="text-sm text-muted">{t('erase.short')}</p>
      <Dialog
        trigger={
          <Button look="text" className="text-danger!">
            {t('erase.open')}
          </Button>
        }
        title={t('erase.title')}
        description={t('erase.text')}
        closeLabel={t('profile.close')}
        open={isOpen}
        onOpenChange={setIsOpen}
      >
        <Points title={t('erase.goesTitle')} points={GOES.map((key) => t(key))} />
        <Points title={t('erase.staysTitle')} points={(isDoctor(person) ? STAYS_OF_DOCTORS : STAYS).map((key) => t(key))} />
        {alsoGoes}
        <Confirmation person={person} onKeep={() => setIsOpen(false)} />
      </Dialog>
    </PhoneSection>
  )
}

function Points({ title, points }: { title: string; points: string[] }) {
  return (
    <div>
      <h3 className="font-medium">{title}</h3>
      <ul className="mt-1 grid list-disc gap-1 ps-5 text-muted">
        {points.map((point) => (
          <li key={point}>{point}</li>
        ))}
      </ul>
    </div>
  )
}

function Confirmation({ person, onKeep }: { person: SignedIn; onKeep: () => void }) {
  const { t } = useI18n()
  const navigate = useNavigate()
  const input = useRef<HTMLInputElement>(null)
  const [isErasing, setIsErasing] = useState(false)
  const [wrong, setWrong] = useState<TextKey>()
  const [refusal, setRefusal] = useState<ReactNode>()

  const refuse = (error: unknown) => {
    if (isCancelled(error)) return
    if (error instanceof AppError && error.reason === 'confirmation_does_not_match') {
      setWrong('erase.mismatch')
      input.current?.focus()
      return
    }
    const { key, values } = textOf(error, REFUSALS)
    setRefusal(t(key, values))
  }

  const erase = async () => {
    const typed = input.current?.value ?? ''
    setRefusal(undefined)
    setWrong(typed.trim() ? undefined : 'profile.required')
    if (!typed.trim()) return input.current?.focus()
    setIsErasing(true)
    try {
      await eraseMyAccount(typed)
    } catch (error) {
      setIsErasing(false)
      return refuse(error)
    }
    forgetAnswer(person.id)
    await signOut()
    navigate('/')
    toast.success(t('erase.doneTitle'), { description: t('erase.done') })
    return undefined
  }

  return (
    <form
      method="post"
      noValidate
      className="grid gap-4 border-t border-line pt-4"
      onSubmit={(event) => {
        event.preventDefault()
        void erase()
      }}
    >
      {/* Has no type or name that browsers autofill, because the address must be typed. */}
      <TextField
        ref={input}
        label={t('erase.confirm')}
        hint={person.email}
        error={wrong && t(wrong)}
        dir="ltr"
        className="rtl:text-end"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        required
      />
      {refusal && <ErrorBanner title={t('erase.failed')}>{refusal}</ErrorBanner>}
      <DialogAnswers no={t('erase.keep')} onNo={onKeep} yes={t('erase.submit')} look="danger" busyLabel={isErasing && t('erase.busy')} />
    </form>
  )
}
