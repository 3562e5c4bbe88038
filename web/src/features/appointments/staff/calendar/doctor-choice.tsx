// Lets admins choose which doctors the calendar shows: all or some.
import { ChevronDown, ChevronLeft, ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { SearchField } from '../../../../components/ui/search-field.tsx'
import { titledName } from '../../../../domain/titled-name.ts'
import { fold } from '../../../../lib/fold.ts'
import { useI18n } from '../../../../lib/i18n.tsx'
import { Disclosure, Option } from './disclosure.tsx'
import { TurnButton } from './toolbar.tsx'

interface Choosable {
  id: string
  first_name: string
  last_name: string
  title?: string | null
}

interface DoctorChoiceProps {
  doctors: Choosable[]
  chosenIds: string[]
  onChoose: (ids: string[]) => void
}

/** The choice behind a button that names it. On a phone the button has no frame and is beside the number of appointments. */
export function DoctorChoice({ isNarrow, ...props }: DoctorChoiceProps & { isNarrow: boolean }) {
  const { t } = useI18n()
  const label = useChosenLabel(props)
  return (
    <Disclosure
      isFramed={!isNarrow}
      align={isNarrow ? 'start' : 'end'}
      name={`${t('calendar.doctors')}${t('text.colon')} ${label}`}
      label={
        <>
          <bdi className={isNarrow ? 'truncate text-base font-medium text-ink' : 'truncate'}>{label}</bdi>
          <ChevronDown aria-hidden="true" className="size-4 shrink-0 text-brass group-open:rotate-180" />
        </>
      }
    >
      <DoctorOptions {...props} />
    </Disclosure>
  )
}

/** The label for the choice: all doctors, one doctor's name, or how many. */
export function useChosenLabel({ doctors, chosenIds }: Pick<DoctorChoiceProps, 'doctors' | 'chosenIds'>) {
  const { t } = useI18n()
  const chosen = doctors.filter((doctor) => chosenIds.includes(doctor.id))
  const [only] = chosen
  if (!only) return t('calendar.allDoctors')
  return chosen.length > 1 ? t('calendar.chosenDoctors', { count: chosen.length }) : titledName(only, t)
}

function DoctorOptions({ doctors, chosenIds, onChoose }: DoctorChoiceProps) {
  const { t, language } = useI18n()
  const [term, setTerm] = useState('')
  const nameOf = (doctor: Choosable) => titledName(doctor, t)
  const found = doctors.filter((doctor) => fold(nameOf(doctor), language).includes(fold(term.trim(), language)))
  const hasChosen = doctors.some(({ id }) => chosenIds.includes(id))
  return (
    <div className="grid gap-2">
      {doctors.length > 8 && (
        <SearchField
          label={t('calendar.searchDoctor')}
          placeholder={t('calendar.searchDoctor')}
          clearLabel={t('calendar.clearSearch')}
          value={term}
          onChange={setTerm}
        />
      )}
      <fieldset className="min-w-0">
        <legend className="sr-only">{t('calendar.doctors')}</legend>
        <div className="grid max-h-72 overflow-y-auto">
          <Option label={t('calendar.allDoctors')} checked={!hasChosen} onChange={() => onChoose([])} />
          {found.map((doctor) => (
            <Option
              key={doctor.id}
              label={nameOf(doctor)}
              checked={chosenIds.includes(doctor.id)}
              onChange={(on) => onChoose(on ? [...chosenIds, doctor.id] : chosenIds.filter((each) => each !== doctor.id))}
            />
          ))}
          {found.length === 0 && <p className="px-3 py-2 text-muted">{t('calendar.noDoctorFound')}</p>}
        </div>
      </fieldset>
    </div>
  )
}

interface DoctorPagesProps {
  page: number
  pageSize: number
  /** The number of doctors with a column on that day. */
  total: number
  /** The number of chosen doctors. */
  all: number
  onTurn: (page: number) => void
}

/** Pages through the doctors if not all fit side by side. */
export function DoctorPages({ page, pageSize, total, all, onTurn }: DoctorPagesProps) {
  const { t } = useI18n()
  if (total <= pageSize) return null
  const first = page * pageSize + 1
  const last = Math.min(total, first + pageSize - 1)
  const shown = first === last ? String(first) : `${first}–${last}`
  return (
    <div className="-my-1.5 ms-auto flex shrink-0 items-center justify-end gap-1">
      <p aria-live="polite">
        {total < all ? t('calendar.workingDoctors', { shown, total, all }) : t('calendar.shownDoctors', { shown, total })}
      </p>
      <TurnButton icon={ChevronLeft} label={t('calendar.previousDoctors')} disabled={page === 0} onClick={() => onTurn(page - 1)} />
      <TurnButton
        icon={ChevronRight}
        label={t('calendar.nextDoctors')}
        disabled={(page + 1) * pageSize >= total}
        onClick={() => onTurn(page + 1)}
      />
    </div>
  )
}
