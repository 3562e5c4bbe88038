// Finds one person by name or email, to show only what they did or what was done about them.
import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../components/ui/button.tsx'
import { TextField } from '../../components/ui/field.tsx'
import { useI18n } from '../../lib/i18n.tsx'
import { usePaused } from '../../lib/use-paused.ts'
import { findPeople, LOGS } from './queries.ts'

const MIN_LENGTH = 2

interface PersonFilterProps {
  person: { id: string; name: string } | undefined
  onChange: (person: { id: string; name: string } | undefined) => void
}

export function PersonFilter({ person, onChange }: PersonFilterProps) {
  const { t } = useI18n()
  const [typed, setTyped] = useState('')
  const wanted = usePaused(typed).trim()
  const { data } = useQuery({
    queryKey: [...LOGS, 'people', wanted],
    queryFn: () => findPeople(wanted),
    enabled: !person && wanted.length >= MIN_LENGTH,
  })
  if (person)
    return (
      <div className="grid gap-1.5">
        <p className="font-medium">{t('logs.person')}</p>
        <Button
          look="secondary"
          aria-label={`${t('logs.personClear')}${t('text.colon')} ${person.name}`}
          onClick={() => onChange(undefined)}
        >
          <bdi className="min-w-0 truncate">{person.name}</bdi>
          <X aria-hidden="true" className="size-4 shrink-0" />
        </Button>
      </div>
    )
  const found = wanted.length >= MIN_LENGTH ? data : undefined
  return (
    <div className="grid gap-2">
      <TextField
        label={t('logs.person')}
        type="search"
        placeholder={t('logs.personHint')}
        autoComplete="off"
        maxLength={100}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
      {found?.length === 0 && <output className="text-sm text-muted">{t('logs.personNone')}</output>}
      {found && found.length > 0 && (
        <ul className="grid max-h-64 overflow-auto rounded-box border border-line bg-surface">
          {found.map(({ user_id, first_name, last_name, email }) => {
            const name = [first_name, last_name].filter(Boolean).join(' ') || email || user_id
            return (
              <li key={user_id}>
                <button
                  type="button"
                  className="grid min-h-11 w-full px-3.5 py-1.5 text-start hover:bg-tint"
                  onClick={() => {
                    setTyped('')
                    onChange({ id: user_id, name })
                  }}
                >
                  <bdi className="font-medium">{name}</bdi>
                  <bdi dir="ltr" className="min-w-0 justify-self-start text-sm break-all text-muted">
                    {email}
                  </bdi>
                </button>
              </li>
            )
          })}
        </ul>
      )}
    </div>
  )
}
