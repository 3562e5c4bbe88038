// Asks for the name of a key, and waits while the browser asks for the key itself.
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { Button } from '../../components/ui/button.tsx'
import { TextField } from '../../components/ui/field.tsx'
import { textOf } from '../../lib/errors.ts'
import { useI18n } from '../../lib/i18n.tsx'
import { isCancelled } from '../../lib/session/reauthentication.ts'
import { KEY_ERRORS } from '../../lib/session/security-keys.ts'

const MAX_NAME_LENGTH = 100

interface KeyNameFormProps {
  /** A name that no other key has. */
  suggestedName: string
  onName: (name: string) => Promise<void>
}

export function KeyNameForm({ suggestedName, onName }: KeyNameFormProps) {
  const { t } = useI18n()
  const input = useRef<HTMLInputElement>(null)
  const [isBusy, setIsBusy] = useState(false)
  const [fault, setFault] = useState<string>()
  useEffect(() => {
    input.current?.focus()
    input.current?.select()
  }, [])

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setFault(undefined)
    setIsBusy(true)
    try {
      await onName(input.current?.value.trim() || suggestedName)
    } catch (error) {
      const { key, values } = textOf(error, KEY_ERRORS)
      if (!isCancelled(error)) setFault(t(key, values))
      input.current?.focus()
    }
    setIsBusy(false)
  }

  return (
    <form method="post" noValidate className="grid gap-4" onSubmit={(event) => void submit(event)}>
      <TextField
        ref={input}
        label={t('security.keyName')}
        hint={t('security.keyNameHint')}
        error={fault}
        name="key-name"
        defaultValue={suggestedName}
        maxLength={MAX_NAME_LENGTH}
        autoComplete="off"
        dir="auto"
      />
      <Button
        type="submit"
        className="sm:justify-self-start in-[[role=dialog]]:sm:justify-self-end"
        busyLabel={isBusy && t('security.keyWaiting')}
      >
        {t('security.verify')}
      </Button>
    </form>
  )
}
