// One authenticator app or security key in the list.
import { KeyRound, Smartphone } from 'lucide-react'
import { useI18n } from '../../lib/i18n.tsx'
import { hasAnyRole, type SignedIn } from '../../lib/session/session-state.ts'
import { formatDay } from '../../lib/time/dates.ts'
import { browserZone, isoDay } from '../../lib/time/zones.ts'
import { type useFactors, useRemoveFactor } from './queries.ts'
import { RemovableItem } from './removable-item.tsx'

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
  const { mutateAsync: remove, isPending } = useRemoveFactor()
  const { icon, name, ...texts } = factor.factor_type === 'webauthn' ? KEY : APP
  const added = formatDay(isoDay(factor.created_at, browserZone()), language, 'long')
  return (
    <RemovableItem
      icon={icon}
      name={factor.friendly_name ?? t(name)}
      detail={t('security.addedOn', { date: added })}
      texts={texts}
      note={hasAnyRole(person, ['admin', 'doctor']) && <p className="text-muted">{t('security.removeStaff')}</p>}
      isRemoving={isPending}
      onRemove={() => remove(factor.id)}
    />
  )
}
