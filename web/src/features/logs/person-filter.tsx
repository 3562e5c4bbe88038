// Finds one person by name or email, to show only entries by or about that person.
import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../components/ui/button.tsx'
import { TextField } from '../../components/ui/field.tsx'
import { useI18n } from '../../lib/i18n.tsx'
import { usePaused } from '../../lib/use-paused.ts'
import { findPeople, LOGS, usePerson } from './queries.ts'

const MIN_LENGTH = 2

interface PersonFilterProps {
  personId: string | undefined
  onChange: (personId: string | undefined) => void
}

export function PersonFilter({ personId, onChange }: PersonFilterProps) {
  const { t } = useI18n()
  const [typed, setTyped] = useState('')
  const wanted = usePaused(typed).trim()
  const { data: person } = usePerson(personId)
  const { data } = useQuery({
    queryKey: [...LOGS, 'people', wanted],
    queryFn: () => findPeople(wanted),
    enabled: !personId && wanted.length >= MIN_LENGTH,
  })
  if (personId) {
    const name = nameOf({ user_id: personId, first_name: null, last_name: null, email: null, ...person })
    return (
      <div className="grid gap-1.5">
        <p className="font-medium">{t('logs.person')}</p>
        <Button look="secondary" aria-label={`${t('logs.personClear')}${t('text.colon')} ${name}`} onClick={() => onChange(undefined)}>
          <bdi className="min-w-0 truncate">{name}</bdi>
          <X aria-hidden="true" className="size-4 shrink-0" />
        </Button>
      </div>
    )
  }
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
          {found.map((each) => {
            const { user_id, email } = each
            return (
              <li key={user_id}>
                <button
                  type="button"
                  className="grid min-h-11 w-full px-3.5 py-1.5 text-start hover:bg-tint"
                  onClick={() => {
                    setTyped('')
                    onChange(user_id)
                  }}
                >
                  <bdi className="font-medium">{nameOf(each)}</bdi>
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

interface Named {
  user_id: string
  first_name: string | null
  last_name: string | null
  email: string | null
}

const nameOf = ({ user_id, first_name, last_name, email }: Named) => [first_name, last_name].filter(Boolean).join(' ') || email || user_id
