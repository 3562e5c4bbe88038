// Passkeys of the signed-in person: ways to sign in without the password.
import { Fingerprint } from 'lucide-react'
import { useState } from 'react'
import { toast } from '../../components/toaster.tsx'
import { Button } from '../../components/ui/button.tsx'
import { Dialog } from '../../components/ui/dialog.tsx'
import { formatMoment } from '../../lib/dates.ts'
import { textOf } from '../../lib/errors.ts'
import { useI18n } from '../../lib/i18n.tsx'
import { isCancelled } from '../../lib/reauthentication.ts'
import { KEY_ERRORS } from '../../lib/security-keys.ts'
import { browserZone } from '../../lib/zones.ts'
import { KeyNameForm } from './key-name-form.tsx'
import { type Passkey, useAddPasskey, usePasskeys, useRemovePasskey } from './passkey-queries.ts'
import { freeName } from './queries.ts'

/** Nothing where the backend or the browser knows no passkeys. */
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
        trigger={
          <Button look="secondary" className="justify-self-start">
            {t('security.addPasskey')}
          </Button>
        }
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
  const [isOpen, setIsOpen] = useState(false)
  const name = passkey.friendly_name ?? t('security.passkeyName')
  const confirm = async () => {
    try {
      await remove(passkey.id)
      setIsOpen(false)
      toast.success(t('security.passkeyRemoved'))
    } catch (error) {
      if (isCancelled(error)) return
      const { key, values } = textOf(error, KEY_ERRORS)
      toast.error(t('security.passkeyRemoveFailed'), { description: t(key, values) })
    }
  }
  const [text, moment] = passkey.last_used_at
    ? (['security.lastUsed', passkey.last_used_at] as const)
    : (['security.addedOn', passkey.created_at] as const)
  return (
    <div className="flex items-center gap-2 rounded-box border border-line py-3 ps-4 pe-1">
      <div className="flex min-w-0 flex-1 items-start gap-3">
        <Fingerprint aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-muted" />
        <div className="min-w-0">
          <p className="break-words font-medium">{name}</p>
          <p className="text-sm text-muted">{t(text, { date: formatMoment(moment, browserZone(), language) })}</p>
        </div>
      </div>
      <Dialog
        trigger={
          <Button look="quiet" aria-label={`${t('security.remove')}: ${name}`}>
            {t('security.remove')}
          </Button>
        }
        title={t('security.removePasskeyTitle')}
        description={t('security.removeKeyText', { name })}
        closeLabel={t('security.close')}
        open={isOpen}
        onOpenChange={setIsOpen}
      >
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
