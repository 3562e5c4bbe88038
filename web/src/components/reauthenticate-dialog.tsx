// Asks for the password once more. If the account has a second factor, the page asks for it next, as after every sign-in.

import { type FormEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import { loadAuth, readToken, supabase } from '../lib/data/supabase.ts'
import { AppError, type ErrorTexts, textOf } from '../lib/errors.ts'
import { useI18n } from '../lib/i18n.tsx'
import { useTexts } from '../lib/load/use-texts.ts'
import type { SignedIn } from '../lib/session/session-state.ts'
import { claimsOf } from '../lib/session/token.ts'
import { Dialog } from './ui/dialog.tsx'
import { DialogAnswers } from './ui/dialog-answers.tsx'
import { TextField } from './ui/field.tsx'

const ERRORS: ErrorTexts = {
  invalid_credentials: 'own.passwordWrong',
  over_request_rate_limit: 'own.tooMany',
}

interface ReauthenticateDialogProps {
  person: SignedIn
  from: Element | null
  onAnswer: (isProven: boolean) => void
}

export default function ReauthenticateDialog({ person, from, onAnswer }: ReauthenticateDialogProps) {
  useTexts('security')
  const { t } = useI18n()
  const [replaced, setReplaced] = useState<{ sessionId: string | undefined }>()
  const isDone = replaced !== undefined && !person.needsSecondStep
  const finish = useEffectEvent(() => {
    if (replaced?.sessionId) void endSession(replaced.sessionId)
    onAnswer(true)
  })
  useEffect(() => {
    if (isDone) finish()
  }, [isDone])
  if (replaced) return null
  return (
    <Dialog
      open
      onOpenChange={() => onAnswer(false)}
      returnFocus={() => from instanceof HTMLElement && from.focus()}
      title={t('own.proveTitle')}
      description={t('own.proveText')}
      closeLabel={t('own.close')}
    >
      <PasswordForm email={person.email} onCancel={() => onAnswer(false)} onProven={(sessionId) => setReplaced({ sessionId })} />
    </Dialog>
  )
}

interface PasswordFormProps {
  email: string
  onCancel: () => void
  onProven: (replacedSession: string | undefined) => void
}

function PasswordForm({ email, onCancel, onProven }: PasswordFormProps) {
  const { t } = useI18n()
  const input = useRef<HTMLInputElement>(null)
  const [isBusy, setIsBusy] = useState(false)
  const [fault, setFault] = useState<string>()
  // The dialog would otherwise focus its close button. Runs after the dialog's own effects, because another open dialog may hold the focus
  // until then.
  useEffect(() => {
    const frame = requestAnimationFrame(() => input.current?.focus())
    return () => cancelAnimationFrame(frame)
  }, [])

  const refuse = (text: string) => {
    setFault(text)
    input.current?.focus()
    input.current?.select()
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const password = input.current?.value ?? ''
    if (!password) return refuse(t('own.passwordMissing'))
    setFault(undefined)
    setIsBusy(true)
    try {
      onProven(await signInAgain(email, password))
    } catch (error) {
      setIsBusy(false)
      const { key, values } = textOf(error, ERRORS)
      refuse(t(key, values))
    }
    return undefined
  }
  return (
    <form method="post" noValidate className="grid gap-4" onSubmit={(event) => void submit(event)}>
      {/* Tells password managers which account the password belongs to. */}
      <input type="text" autoComplete="username" value={email} readOnly hidden />
      <TextField
        ref={input}
        type="password"
        label={t('own.password')}
        error={fault}
        autoComplete="current-password"
        dir="ltr"
        className="rtl:text-right"
        required
      />
      <p className="text-sm text-muted">{t('own.forgot')}</p>
      <DialogAnswers no={t('own.cancel')} onNo={onCancel} yes={t('own.prove')} busyLabel={isBusy && t('own.proving')} />
    </form>
  )
}

/** Opens a new session with a recent sign-in, and returns the id of the session that it replaces. */
async function signInAgain(email: string, password: string) {
  const before = await readToken()
  const { error } = await (await loadAuth()).signInWithPassword({ email, password })
  if (error) throw new AppError(error.name === 'AuthRetryableFetchError' ? 'unreachable' : (error.code ?? 'failed'), {}, { cause: error })
  return before && sessionIn(before)
}

function sessionIn(accessToken: string) {
  const { session_id: id } = claimsOf(accessToken)
  return typeof id === 'string' ? id : undefined
}

/** Ends the replaced session, which would otherwise stay in the list of sessions. If this fails, it expires unused. */
async function endSession(session_id: string) {
  await supabase.rpc('end_my_session', { session_id })
}
