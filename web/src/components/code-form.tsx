// A form for the six digits from an authenticator app or from a mail.
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { textOf } from '../lib/errors.ts'
import { useI18n } from '../lib/i18n.tsx'
import { SECOND_FACTOR_ERRORS } from '../lib/session/second-factor.ts'
import { Button } from './ui/button.tsx'
import { TextField } from './ui/field.tsx'

interface CodeFormProps {
  onCode: (code: string) => Promise<unknown>
  /** Whether a recovery code is expected instead of six digits. */
  isRecovery?: boolean
  takesFocus?: boolean
  /** Returns the text of an error, for codes that do not come from an app. */
  errorText?: (error: unknown) => string
  /** Shown beside the submit button. */
  children?: ReactNode
}

const isSixDigits = (text: string) => /^\d{6}$/.test(text.replaceAll(/\s/g, ''))

export function CodeForm({ onCode, isRecovery = false, takesFocus = false, errorText, children }: CodeFormProps) {
  const { t } = useI18n()
  const input = useRef<HTMLInputElement>(null)
  const [isBusy, setIsBusy] = useState(false)
  const [fault, setFault] = useState<string>()
  useEffect(() => {
    if (takesFocus) input.current?.focus()
  }, [takesFocus])

  const refuse = (text: string) => {
    setFault(text)
    input.current?.focus()
    input.current?.select()
  }

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const typed = input.current?.value.trim() ?? ''
    if (isRecovery ? !typed : !isSixDigits(typed)) return refuse(t(isRecovery ? 'error.fieldInvalid' : 'security.codeInvalid'))
    setFault(undefined)
    setIsBusy(true)
    try {
      await onCode(typed)
    } catch (error) {
      const { key, values } = textOf(error, SECOND_FACTOR_ERRORS)
      const text = t(isRecovery && key === 'security.wrongCode' ? 'security.wrongRecovery' : key, values)
      refuse(errorText?.(error) ?? text)
    }
    setIsBusy(false)
    return undefined
  }

  return (
    <form method="post" noValidate className="grid gap-4" onSubmit={(event) => void submit(event)}>
      <TextField
        ref={input}
        label={t(isRecovery ? 'security.recoveryCode' : 'security.code')}
        error={fault}
        name={isRecovery ? 'recovery-code' : 'code'}
        inputMode={isRecovery ? 'text' : 'numeric'}
        autoComplete={isRecovery ? 'off' : 'one-time-code'}
        autoCapitalize="none"
        spellCheck={false}
        maxLength={isRecovery ? 40 : 10}
        dir="ltr"
        className="font-mono tracking-[0.2em] rtl:text-end"
        required
      />
      <div className="flex flex-wrap gap-3 max-sm:*:grow in-[[role=dialog]]:justify-end">
        <Button type="submit" busyLabel={isBusy && t('security.verifying')}>
          {t('security.verify')}
        </Button>
        {children}
      </div>
    </form>
  )
}
