// One authenticator app or security key in the list, with the button that removes it.
import { KeyRound, Smartphone } from 'lucide-react'
import { useState } from 'react'
import { toast } from '../../components/toaster.tsx'
import { Button } from '../../components/ui/button.tsx'
import { Dialog } from '../../components/ui/dialog.tsx'
import { formatDay } from '../../lib/dates.ts'
import { textOf } from '../../lib/errors.ts'
import { useI18n } from '../../lib/i18n.tsx'
import { isCancelled } from '../../lib/reauthentication.ts'
import { hasAnyRole, type SignedIn } from '../../lib/session.ts'
import { browserZone, isoDay } from '../../lib/zones.ts'
import { useFactors, useRemoveFactor } from './queries.ts'

const APP = {
  icon: Smartphone,
  name: 'security.appName',
  title: 'security.removeTitle',
  text: 'security.removeText',
  removed: 'security.removed',
  failed: 'security.removeFailed',
} as const
const KEY = {
  icon: KeyRound,
  name: 'security.keyDefaultName',
  title: 'security.removeKeyTitle',
  text: 'security.removeKeyText',
  removed: 'security.keyRemoved',
  failed: 'security.keyRemoveFailed',
} as const

type Factor = NonNullable<ReturnType<typeof useFactors>['data']>['factors'][number]

export function FactorItem({ person, factor }: { person: SignedIn; factor: Factor }) {
  const { t, language } = useI18n()
  const [isOpen, setIsOpen] = useState(false)
  const { mutateAsync: remove, isPending } = useRemoveFactor()
  const { icon: Icon, ...texts } = factor.factor_type === 'webauthn' ? KEY : APP
  const name = factor.friendly_name ?? t(texts.name)
  const added = formatDay(isoDay(factor.created_at, browserZone()), language, 'long')
  const confirm = async () => {
    try {
      await remove(factor.id)
      setIsOpen(false)
      toast.success(t(texts.removed))
    } catch (error) {
      if (isCancelled(error)) return
      const { key, values } = textOf(error)
      toast.error(t(texts.failed), { description: t(key, values) })
    }
  }
  return (
    <div className="flex items-center gap-2 rounded-box border border-line py-3 ps-4 pe-1">
      <div className="flex min-w-0 flex-1 items-start gap-3">
        <Icon aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-muted" />
        <div className="min-w-0">
          <p className="break-words font-medium">{name}</p>
          <p className="text-sm text-muted">{t('security.addedOn', { date: added })}</p>
        </div>
      </div>
      <Dialog
        trigger={
          <Button look="quiet" aria-label={`${t('security.remove')}: ${name}`}>
            {t('security.remove')}
          </Button>
        }
        title={t(texts.title)}
        description={t(texts.text, { name })}
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
