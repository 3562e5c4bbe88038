// The doctors that an admin manages: search, a form for a new one, the list.
import { Plus, X } from 'lucide-react'
import { useRef, useState } from 'react'
import { createPortal, flushSync } from 'react-dom'
import { Button } from '../../../components/ui/button.tsx'
import { SearchField } from '../../../components/ui/search-field.tsx'
import { classes } from '../../../lib/classes.ts'
import { useI18n } from '../../../lib/i18n.tsx'
import { useManagedDoctors } from '../queries.ts'
import { AddDoctorForm } from './add-doctor-form.tsx'
import { DoctorList } from './doctor-list.tsx'
import { useFoundDoctors } from './find-managed.ts'

/** `actions` is where the page has its actions. */
export function DoctorsTab({ actions }: { actions: HTMLElement | null }) {
  const { t } = useI18n()
  const { data: doctors } = useManagedDoctors()
  const [search, setSearch] = useState('')
  const hasDoctors = doctors !== undefined && doctors.length > 0
  const found = useFoundDoctors(doctors, search)
  // Below `lg` the form opens with a button, so that the list comes first. Above, it is always beside the list.
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
    if (isFormOpen) closeForm()
  }

  return (
    <div className="grid grid-cols-1 items-start gap-x-6 gap-y-5 lg:grid-cols-[minmax(0,1fr)_22rem] lg:grid-rows-[auto_1fr]">
      {actions &&
        !isFormOpen &&
        createPortal(
          <Button ref={opener} className="lg:hidden" aria-expanded={false} aria-controls="add-doctor" onClick={openForm}>
            <Plus aria-hidden="true" className="size-5" />
            {t('management.addTitle')}
          </Button>,
          actions,
        )}
      <div ref={toolbar} className="grid min-w-0 gap-3 lg:gap-4">
        <div className="flex items-baseline justify-between gap-4 max-lg:order-last">
          {/* On small screens the tab above says the same, and the list needs the room. */}
          <h2 className={classes('text-xl font-semibold', hasDoctors && 'max-lg:sr-only')}>{t('management.listTitle')}</h2>
          {hasDoctors && (
            <p aria-live="polite" className="text-sm text-muted">
              {t('management.count', { count: found?.length ?? 0 })}
            </p>
          )}
        </div>
        {hasDoctors && (
          <SearchField
            label={t('booking.search')}
            placeholder={t('management.findHint')}
            clearLabel={t('management.clearSearch')}
            value={search}
            onChange={setSearch}
          />
        )}
      </div>
      <section
        ref={form}
        id="add-doctor"
        aria-labelledby="add-doctor-title"
        className={classes(
          'min-w-0 rounded-box border border-line bg-surface p-5 sm:p-6 lg:col-start-2 lg:row-span-2 lg:row-start-1',
          !isFormOpen && 'max-lg:hidden',
        )}
      >
        <div className="mb-5 flex items-start justify-between gap-4">
          <h2 id="add-doctor-title" className="text-xl font-semibold">
            {t('management.addTitle')}
          </h2>
          <button
            type="button"
            aria-label={t('dialog.close')}
            className="-my-2.5 -me-3 grid size-11 shrink-0 place-items-center rounded-box hover:bg-tint lg:hidden"
            onClick={closeForm}
          >
            <X aria-hidden="true" className="size-5" />
          </button>
        </div>
        <AddDoctorForm onAdded={showAdded} />
      </section>
      <div className="grid min-w-0 gap-4">
        {hasDoctors && <p className="max-w-[70ch] text-sm text-muted max-lg:order-last">{t('management.passiveMeaning')}</p>}
        <DoctorList found={found} onClear={clearSearch} />
      </div>
    </div>
  )
}
