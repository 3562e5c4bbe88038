// The records without a user, so that an admin can also start from a record.
import { Check, ChevronRight, CircleCheck } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../../components/ui/button.tsx'
import { Portrait } from '../../../domain/portrait.tsx'
import { specialtyName } from '../../../domain/specialties.ts'
import { titledName } from '../../../domain/titled-name.ts'
import { useI18n } from '../../../lib/i18n.tsx'
import type { ManagedDoctor } from '../queries.ts'

const MAX_SHOWN = 9

interface FreeRecordsProps {
  doctors: ManagedDoctor[]
  chosen: string | undefined
  onChoose: (id: string) => void
}

export function FreeRecords({ doctors, chosen, onChoose }: FreeRecordsProps) {
  const { t } = useI18n()
  const [isWhole, setIsWhole] = useState(false)
  if (doctors.length === 0)
    return (
      <p className="flex items-start gap-3 rounded-box border border-line bg-surface px-5 py-4 text-sm text-muted sm:px-6">
        <CircleCheck aria-hidden="true" className="size-5 shrink-0 text-good" />
        {t('management.freeNone')}
      </p>
    )
  return (
    <section aria-labelledby="free-records" className="grid gap-3">
      <div>
        <h3 id="free-records" className="font-semibold">
          {t('management.freeTitle', { n: doctors.length })}
        </h3>
        <p className="text-sm text-muted">{t('management.freeText')}</p>
      </div>
      <ul className="grid grid-cols-1 gap-2 sm:grid-cols-2 lg:grid-cols-3 lg:gap-3">
        {(isWhole ? doctors : doctors.slice(0, MAX_SHOWN)).map((doctor) => (
          <li key={doctor.id}>
            <button
              type="button"
              aria-pressed={doctor.id === chosen}
              className="flex h-full w-full items-center gap-3 rounded-box border border-line bg-surface px-3 py-2 text-start transition-colors duration-150 ease-calm hover:bg-tint/60 aria-pressed:border-brass aria-pressed:bg-tint"
              onClick={() => onChoose(doctor.id)}
            >
              <Portrait doctor={doctor} size="tiny" isDecorative />
              <span className="grid min-w-0 flex-1">
                <span className="leading-snug font-medium break-words">{titledName(doctor, t)}</span>
                <span className="truncate text-sm text-muted">{specialtyName(doctor, t)}</span>
              </span>
              {doctor.id === chosen ? (
                <Check aria-hidden="true" className="size-4 shrink-0 text-brass" />
              ) : (
                <ChevronRight aria-hidden="true" className="mirrored size-4 shrink-0 text-brass" />
              )}
            </button>
          </li>
        ))}
      </ul>
      {!isWhole && doctors.length > MAX_SHOWN && (
        <Button look="secondary" className="justify-self-center" onClick={() => setIsWhole(true)}>
          {t('management.showEverybody')}
        </Button>
      )}
    </section>
  )
}
