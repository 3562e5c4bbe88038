import { type FormEvent, useState } from 'react'
import { Button } from '../../components/ui/button.tsx'
import { SearchField } from '../../components/ui/search-field.tsx'
import { classes } from '../../lib/classes.ts'
import { useI18n } from '../../lib/i18n.tsx'
import { useIsHydrated } from '../../lib/load/use-is-hydrated.ts'
import { useNavigate } from '../../lib/router/router.tsx'

/** Leads to the list of doctors with the search. Both need scripts. */
export function DoctorSearch({ isOnNight = false, className }: { isOnNight?: boolean; className?: string }) {
  const { t } = useI18n()
  const isHydrated = useIsHydrated()
  const navigate = useNavigate()
  const [search, setSearch] = useState('')
  const send = (event: FormEvent) => {
    event.preventDefault()
    const words = search.trim()
    navigate(words ? `/doctors?q=${encodeURIComponent(words)}` : '/doctors')
  }
  return (
    <search className={classes('w-full', className)}>
      <form method="post" className="grid gap-3 noscript:hidden sm:grid-cols-[minmax(0,1fr)_auto]" onSubmit={send}>
        <div className={isOnNight ? 'lit text-ink' : undefined}>
          <SearchField
            label={t('doctors.find')}
            placeholder={t('doctors.searchHint')}
            clearLabel={t('doctors.clear')}
            value={search}
            onChange={setSearch}
          />
        </div>
        <Button type="submit" look={isOnNight ? 'on-night' : 'primary'} disabled={!isHydrated} data-early>
          {t('doctors.find')}
        </Button>
      </form>
    </search>
  )
}
