import { useI18n } from '../../lib/i18n.tsx'
import { SPECIALTIES } from './specialties.ts'

/** A list on phones, a grid of five by five on desktops. */
export function SpecialtyGrid() {
  const { t } = useI18n()
  return (
    <ul className="grid ps-px pt-px sm:grid-cols-2 md:grid-cols-3 lg:grid-cols-5">
      {SPECIALTIES.map(({ key, name, icon: Icon }) => (
        <li
          key={key}
          id={key}
          className="-ms-px -mt-px flex min-h-13 items-center gap-4 border border-line bg-surface px-4 py-3 last:col-span-full lg:min-h-32 lg:flex-col lg:items-start lg:justify-between lg:p-5 lg:last:col-span-1"
        >
          <Icon aria-hidden="true" strokeWidth={1.5} className="size-6 shrink-0 text-brass lg:size-7" />
          <span className="min-w-0 font-medium">{t(name)}</span>
        </li>
      ))}
    </ul>
  )
}
