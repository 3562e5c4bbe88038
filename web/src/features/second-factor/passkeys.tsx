// The passkeys of the signed-in person, which replace the password at sign-in.
import { Fingerprint } from 'lucide-react'
import { useState } from 'react'
import { toast } from '../../components/toaster.tsx'
import { Button } from '../../components/ui/button.tsx'
import { Dialog } from '../../components/ui/dialog.tsx'
import { useI18n } from '../../lib/i18n.tsx'
import { KEY_ERRORS } from '../../lib/session/security-keys.ts'
import { formatMoment } from '../../lib/time/dates.ts'
import { browserZone } from '../../lib/time/zones.ts'
import { KeyNameForm } from './key-name-form.tsx'
import { type Passkey, useAddPasskey, usePasskeys, useRemovePasskey } from './passkey-queries.ts'
import { freeName } from './queries.ts'
import { RemovableItem } from './removable-item.tsx'

const REMOVAL = {
  title: 'security.removePasskeyTitle',
  text: 'security.removeKeyText',
  removed: 'security.passkeyRemoved',
  failed: 'security.passkeyRemoveFailed',
} as const

/** Shows nothing if the backend or the browser does not support passkeys. */
export function Passkeys({ userId }: { userId: string }) {
  const { t } = useI18n()
  const { data: passkeys } = usePasskeys(userId)
  const { mutateAsync: add } = useAddPasskey(userId)
  const [isOpen, setIsOpen] = useState(false)
  if (!passkeys) return null
  const addNamed = async (name: string) => {
    await add(name)
    setIsOpen(false)
    toast.success(t('security.passkeyAdded'))
  }
  return (
    <section aria-labelledby="passkeys-title" className="grid gap-3 border-t border-line pt-5">
      <div className="grid gap-1">
        <h3 id="passkeys-title" className="font-semibold">
          {t('security.passkeysTitle')}
        </h3>
        <p className="text-muted">{t('security.passkeysText')}</p>
      </div>
      {passkeys.length > 0 && (
        <ul className="grid gap-3">
          {passkeys.map((passkey) => (
            <li key={passkey.id}>
              <PasskeyItem userId={userId} passkey={passkey} />
            </li>
          ))}
        </ul>
      )}
      <Dialog
        trigger={<Button look="text">{t('security.addPasskey')}</Button>}
        title={t('security.addPasskey')}
        description={t('security.addPasskeyText')}
        closeLabel={t('security.close')}
        open={isOpen}
        onOpenChange={setIsOpen}
      >
        <KeyNameForm suggestedName={freeName(t('security.passkeyName'), passkeys)} onName={addNamed} />
      </Dialog>
    </section>
  )
}

function PasskeyItem({ userId, passkey }: { userId: string; passkey: Passkey }) {
  const { t, language } = useI18n()
  const { mutateAsync: remove, isPending } = useRemovePasskey(userId)
  const [text, moment] = passkey.last_used_at
    ? (['security.lastUsed', passkey.last_used_at] as const)
    : (['security.addedOn', passkey.created_at] as const)
  return (
    <RemovableItem
      icon={Fingerprint}
      name={passkey.friendly_name ?? t('security.passkeyName')}
      detail={t(text, { date: formatMoment(moment, browserZone(), language) })}
      texts={REMOVAL}
      errors={KEY_ERRORS}
      isRemoving={isPending}
      onRemove={() => remove(passkey.id)}
    />
  )
}
