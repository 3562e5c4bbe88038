// Filters the appointments by person. Hidden unless at least two people have appointments.
import { type ReactNode, useState } from 'react'
import { CompactSelect } from '../../../../components/ui/compact-select.tsx'
import type { PersonBookedFor } from '../../../../domain/people.ts'
import { useI18n } from '../../../../lib/i18n.tsx'
import type { MyAppointment } from '../own-queries.ts'

const ONESELF = 'oneself'
const keyOf = ({ person }: Pick<MyAppointment, 'person'>) => person?.id ?? ONESELF

export function usePersonFilter(
  all: MyAppointment[] | undefined,
  people: PersonBookedFor[],
): { data: MyAppointment[] | undefined; filter: ReactNode } {
  const { t } = useI18n()
  const [wanted, setWanted] = useState('')
  const present = new Set(all?.map(keyOf))
  const choices = [
    ...(present.has(ONESELF) ? [[ONESELF, t('appointments.ofMine')] as const] : []),
    ...people.map(({ id, name }) => [id, name] as const),
  ]
  const options = choices.filter(([key]) => present.has(key))
  if (!all || options.length < 2) return { data: all, filter: null }
  const isKnown = present.has(wanted)
  return {
    data: isKnown ? all.filter((each) => keyOf(each) === wanted) : all,
    filter: (
      <div className="justify-self-start">
        <CompactSelect
          label={t('appointments.whose')}
          value={isKnown ? wanted : ''}
          placeholder={t('appointments.ofEverybody')}
          options={options}
          onChoose={setWanted}
        />
      </div>
    ),
  }
}
