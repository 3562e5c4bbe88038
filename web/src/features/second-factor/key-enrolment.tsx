// Adding a security key or the device itself as a second factor: asks for a name, and then opens the browser's own dialog.
import { toast } from '../../components/toaster.tsx'
import { useI18n } from '../../lib/i18n.tsx'
import { addKey } from '../../lib/session/security-keys.ts'
import { type AddingProps, WithCodes } from './added.tsx'
import { KeyNameForm } from './key-name-form.tsx'

interface KeyEnrolmentProps extends AddingProps {
  /** A name that no other key has. */
  suggestedName: string
}

export function KeyEnrolment({ suggestedName, ...adding }: KeyEnrolmentProps) {
  const { t } = useI18n()
  const add = async (name: string, onAdded: () => Promise<void>) => {
    await addKey(name)
    toast.success(t('security.keyAdded'))
    await onAdded()
  }
  return (
    <WithCodes {...adding}>
      {(onAdded) => <KeyNameForm suggestedName={suggestedName} onName={async (name) => add(name, onAdded)} />}
    </WithCodes>
  )
}
