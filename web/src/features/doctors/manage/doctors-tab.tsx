// The doctors that an admin manages: search, a form for a new one, the list.
import { ClockAlert, FileWarning, type LucideIcon, Plus, UserRoundPlus, X } from 'lucide-react'
import { useRef, useState } from 'react'
import { createPortal, flushSync } from 'react-dom'
import { Button } from '../../../components/ui/button.tsx'
import { SearchField } from '../../../components/ui/search-field.tsx'
import { classes } from '../../../lib/classes.ts'
import { useI18n } from '../../../lib/i18n.tsx'
import { hasHours, useManagedDoctors } from '../queries.ts'
import { AddDoctorForm } from './add-doctor-form.tsx'
import { useFoundDoctors } from './find-managed.ts'
import { ManagedDoctors } from './managed-doctors.tsx'

/** `actions` is the element for the page's actions. */
export function DoctorsTab({ actions }: { actions: HTMLElement | null }) {
  const { t } = useI18n()
  const { data: doctors } = useManagedDoctors()
  const [search, setSearch] = useState('')
  const hasDoctors = doctors !== undefined && doctors.length > 0
  const lacking = {
    account: doctors?.filter(({ user_id }) => user_id === null) ?? [],
    hours: doctors?.filter((doctor) => !hasHours(doctor)) ?? [],
    licence: doctors?.filter(({ licence_number }) => !licence_number) ?? [],
  }
  const [chosen, setChosen] = useState<keyof typeof lacking>()
  // Shows all doctors again once none lacks this any more.
  const shown = chosen && lacking[chosen].length > 0 ? chosen : undefined
  const found = useFoundDoctors(shown ? lacking[shown] : doctors, search)
  const [isFormOpen, setIsFormOpen] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const form = useRef<HTMLElement>(null)
  const toolbar = useRef<HTMLDivElement>(null)

  const openForm = () => {
    flushSync(() => setIsFormOpen(true))
    form.current?.querySelector('input')?.focus()
  }
  const closeForm = () => {
    flushSync(() => setIsFormOpen(false))
    opener.current?.focus()
  }
  const clearSearch = () => {
    setSearch('')
    // The button disappears with its message.
    toolbar.current?.querySelector('input')?.focus()
  }
  const showAdded = () => {
    setSearch('')
    setChosen(undefined)
    // On a phone the form would cover the list. In wide windows it stays open for the next doctor.
    if (matchMedia('(width < 64rem)').matches) closeForm()
  }

  return (
    <div className="grid grid-cols-1 gap-4">
      {actions &&
        !isFormOpen &&
        createPortal(
          <Button
            ref={opener}
            aria-expanded={false}
            aria-controls="add-doctor"
            title={t('management.addTitle')}
            className="px-4! text-sm max-sm:w-11 max-sm:px-0!"
            onClick={openForm}
          >
            <Plus aria-hidden="true" className="size-5 shrink-0" />
            <span className="max-sm:sr-only">{t('management.addTitle')}</span>
          </Button>,
          actions,
        )}
      <section
        ref={form}
        id="add-doctor"
        aria-labelledby="add-doctor-title"
        className={classes('min-w-0 rounded-box border border-line bg-surface p-5 sm:p-6', !isFormOpen && 'hidden')}
      >
        <div className="mb-5 flex items-start justify-between gap-4">
          <h2 id="add-doctor-title" className="text-xl font-semibold">
            {t('management.addTitle')}
          </h2>
          <button
            type="button"
            aria-label={t('dialog.close')}
            className="-my-2.5 -me-3 grid size-11 shrink-0 place-items-center rounded-box hover:bg-tint"
            onClick={closeForm}
          >
            <X aria-hidden="true" className="size-5" />
          </button>
        </div>
        <AddDoctorForm onAdded={showAdded} />
      </section>
      <div ref={toolbar} className="flex flex-wrap items-center gap-x-4 gap-y-2">
        {/* The tab above has the same text. */}
        <h2 className={classes('text-xl font-semibold', hasDoctors && 'sr-only')}>{t('management.listTitle')}</h2>
        {hasDoctors && (
          <>
            <div className="w-full sm:max-w-md lg:max-w-sm">
              <SearchField
                label={t('booking.search')}
                placeholder={t('management.findHint')}
                clearLabel={t('management.clearSearch')}
                value={search}
                onChange={setSearch}
              />
            </div>
            <p aria-live="polite" className="text-sm text-muted">
              {t('management.count', { count: found?.length ?? 0 })}
            </p>
            <div className="flex flex-wrap gap-2">
              <Lacking
                icon={UserRoundPlus}
                text={t('management.withoutAccount', { count: lacking.account.length })}
                number={lacking.account.length}
                isShown={shown === 'account'}
                onShow={(isShown) => setChosen(isShown ? 'account' : undefined)}
              />
              <Lacking
                icon={ClockAlert}
                text={t('management.withoutHours', { count: lacking.hours.length })}
                number={lacking.hours.length}
                isShown={shown === 'hours'}
                onShow={(isShown) => setChosen(isShown ? 'hours' : undefined)}
              />
              <Lacking
                icon={FileWarning}
                text={t('management.unlicensed', { count: lacking.licence.length })}
                number={lacking.licence.length}
                isShown={shown === 'licence'}
                onShow={(isShown) => setChosen(isShown ? 'licence' : undefined)}
              />
            </div>
          </>
        )}
      </div>
      <ManagedDoctors found={found} onClear={clearSearch} />
      {hasDoctors && <p className="max-w-[90ch] text-sm text-muted">{t('management.passiveMeaning')}</p>}
    </div>
  )
}

interface LackingProps {
  icon: LucideIcon
  text: string
  number: number
  isShown: boolean
  onShow: (isShown: boolean) => void
}

/** Shows how many doctors lack something, with a button that filters the list to them. */
function Lacking({ icon: Icon, text, number, isShown, onShow }: LackingProps) {
  if (number === 0) return null
  return (
    <button
      type="button"
      aria-pressed={isShown}
      className="flex min-h-11 items-center gap-x-2 rounded-box border border-transparent bg-wait-tint px-3 text-start text-sm text-wait hover:border-wait aria-pressed:border-wait aria-pressed:font-medium"
      onClick={() => onShow(!isShown)}
    >
      <Icon aria-hidden="true" className="size-4 shrink-0" />
      {text}
      {isShown && <X aria-hidden="true" className="size-4 shrink-0" />}
    </button>
  )
}
