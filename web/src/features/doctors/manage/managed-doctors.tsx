// All doctors by name, with a switch for booking.
import { Check, ChevronRight, ClockAlert, Pencil, SearchX, Stethoscope, UserRoundPlus } from 'lucide-react'
import { LoadFailed } from '../../../components/load-failed.tsx'
import { toast } from '../../../components/toaster.tsx'
import { Button } from '../../../components/ui/button.tsx'
import { Card } from '../../../components/ui/card.tsx'
import { ColumnTitles } from '../../../components/ui/column-titles.tsx'
import { EmptyState } from '../../../components/ui/empty-state.tsx'
import { RowsSkeleton } from '../../../components/ui/form-skeleton.tsx'
import { Switch } from '../../../components/ui/switch.tsx'
import { Portrait } from '../../../domain/portrait.tsx'
import { specialtyName } from '../../../domain/specialties.ts'
import { titledName } from '../../../domain/titled-name.ts'
import { classes } from '../../../lib/classes.ts'
import { textOf } from '../../../lib/errors.ts'
import { useI18n } from '../../../lib/i18n.tsx'
import { telLink } from '../../../lib/patterns.ts'
import { Link } from '../../../lib/router/link.tsx'
import { cityOf } from '../../../lib/time/zones.ts'
import { hasHours, type ManagedDoctor, useManagedDoctors } from '../queries.ts'
import { DoctorPhoto } from './doctor-photo.tsx'
import { useSetAvailable } from './queries.ts'

interface DoctorListProps {
  /** The doctors that match the search. */
  found: ManagedDoctor[] | undefined
  onClear: () => void
}

export function ManagedDoctors({ found, onClear }: DoctorListProps) {
  const { t } = useI18n()
  const { data, error, refetch } = useManagedDoctors()
  if (error && !data) return <LoadFailed title={t('management.loadFailed')} error={error} onRetry={() => void refetch()} />
  if (!data)
    return (
      <Card>
        <RowsSkeleton hasPortrait />
      </Card>
    )
  if (data.length === 0) return <EmptyState icon={Stethoscope} title={t('management.emptyTitle')} text={t('management.empty')} />
  if (found?.length === 0)
    return (
      <EmptyState
        icon={SearchX}
        title={t('booking.noMatch')}
        text={t('management.noMatchText')}
        action={
          <Button look="secondary" onClick={onClear}>
            {t('management.clearSearch')}
          </Button>
        }
      />
    )
  // If every doctor lacks it, the line above the list says so once.
  const isLicenceMarked = found?.some(({ licence_number }) => licence_number) ?? false
  return (
    <div className="rounded-box border border-line bg-surface">
      <Titles />
      <ul className="divide-y divide-line">
        {found?.map((doctor) => (
          <li key={doctor.id} className="px-3 py-2 sm:px-4">
            <DoctorEntry doctor={doctor} isLicenceMarked={isLicenceMarked} />
          </li>
        ))}
      </ul>
    </div>
  )
}

/** The last column is as wide as the longest actions in any language. */
const COLUMNS =
  'lg:grid-cols-[minmax(0,14fr)_minmax(0,9fr)_minmax(0,10fr)_10rem_7rem] xl:grid-cols-[minmax(0,14fr)_minmax(0,9fr)_minmax(0,10fr)_11rem_14rem]'

function Titles() {
  const { t } = useI18n()
  return (
    <ColumnTitles columns={COLUMNS}>
      <span>{t('leave.doctor')}</span>
      <span>{t('management.colContact')}</span>
      <span>{t('management.colUser')}</span>
      <span>{t('management.colStatus')}</span>
    </ColumnTitles>
  )
}

/** A row with portrait and name, contact, account, booking state, and actions. On a phone the rest is in the record. */
function DoctorEntry({ doctor, isLicenceMarked }: { doctor: ManagedDoctor; isLicenceMarked: boolean }) {
  const { t, language } = useI18n()
  const name = titledName(doctor, t)
  const about = `${specialtyName(doctor, t)}\u00a0· ${cityOf(doctor.timezone, language)}`
  const edit = `/doctor-management?doctor=${doctor.id}`
  return (
    <article className={`grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 lg:gap-x-4 ${COLUMNS}`}>
      <div className="relative flex min-w-0 items-center gap-3">
        <Portrait doctor={doctor} size="tiny" isDecorative />
        <div className="min-w-0 max-lg:flex-1">
          <h3 className="leading-snug font-medium break-words">{name}</h3>
          <p title={about} className="text-sm break-words text-muted lg:truncate">
            {about}
          </p>
        </div>
        {/* On a phone a button would leave too little room for the name: pressing the name opens the record. */}
        <ChevronRight aria-hidden="true" className="mirrored -ms-2 size-4 shrink-0 text-brass lg:hidden" />
        <Link
          to={edit}
          aria-label={t('management.editOf', { name })}
          className="absolute -inset-x-1 -inset-y-0.5 rounded-box hover:bg-tint/40 lg:hidden"
        />
      </div>
      <Contacts contact={doctor.contact} />
      <div className="min-w-0 max-lg:col-span-full max-lg:row-start-2 max-lg:ps-13">
        <AccountState doctor={doctor} name={name} />
      </div>
      <Availability doctor={doctor} name={name} isLicenceMarked={isLicenceMarked} />
      <div className="-me-3 flex items-center justify-end max-lg:hidden">
        <Link
          to={edit}
          aria-label={t('management.editOf', { name })}
          title={t('management.edit')}
          className="flex h-11 items-center justify-center gap-2 rounded-box px-3 text-sm font-medium text-muted hover:bg-tint hover:text-action"
        >
          <Pencil aria-hidden="true" className="size-4 shrink-0" />
          {t('management.edit')}
        </Link>
        <DoctorPhoto doctor={doctor} name={name} />
      </div>
    </article>
  )
}

/** Whether there is an account, and whether working hours are missing. */
function AccountState({ doctor, name }: { doctor: ManagedDoctor; name: string }) {
  const { t } = useI18n()
  return (
    <div className="grid justify-items-start text-sm max-lg:flex max-lg:flex-wrap max-lg:items-center max-lg:gap-x-3">
      {doctor.user_id ? (
        <span className="flex items-center gap-1.5 text-muted">
          <Check aria-hidden="true" className="size-4 shrink-0" />
          {t('management.hasAccount')}
        </span>
      ) : (
        <Link
          to={`/doctor-management?tab=assign&record=${doctor.id}`}
          className="-my-2.5 flex min-h-11 items-center gap-1.5 text-muted underline-offset-4 hover:text-action hover:underline"
        >
          <UserRoundPlus aria-hidden="true" className="size-4 shrink-0" />
          <span>
            {t('management.noAccount')}
            <span className="sr-only"> – {name}</span>
          </span>
        </Link>
      )}
      {!hasHours(doctor) && (
        <span className="flex items-center gap-1.5 text-wait">
          <ClockAlert aria-hidden="true" className="size-4 shrink-0" />
          {t('management.hoursMissing')}
        </span>
      )}
    </div>
  )
}

function Contacts({ contact }: { contact: ManagedDoctor['contact'] }) {
  return (
    <div className="grid min-w-0 justify-items-start text-sm text-muted max-lg:hidden">
      {contact?.phone && <Contact to={telLink(contact.phone)} text={contact.phone} />}
      {contact?.email && <Contact to={`mailto:${contact.email}`} text={contact.email} />}
    </div>
  )
}

function Contact({ to, text }: { to: string; text: string }) {
  return (
    <a href={to} className="flex min-h-6 max-w-full items-center underline-offset-4 hover:text-action hover:underline">
      <bdi dir="ltr" className="truncate">
        {text}
      </bdi>
    </a>
  )
}

/** Whether the doctor can be booked, and whether licence details are missing. On a phone these have a line of their own. */
function Availability({ doctor, name, isLicenceMarked }: { doctor: ManagedDoctor; name: string; isLicenceMarked: boolean }) {
  const { t } = useI18n()
  const { mutate, isPending } = useSetAvailable(doctor.id)
  const isMarked = isLicenceMarked && !doctor.licence_number
  const change = (available: boolean) =>
    mutate(available, {
      onSuccess: () => toast.success(t('management.statusUpdated')),
      onError: (error) => {
        const { key, values } = textOf(error, { PGRST116: 'management.doctorGone' })
        toast.error(t('management.statusFailed'), { description: t(key, values) })
      },
    })
  return (
    <div className="max-lg:contents lg:grid lg:min-h-11 lg:grid-cols-[auto_minmax(0,1fr)] lg:content-center lg:items-center lg:gap-x-3">
      <div className="max-lg:col-start-2 max-lg:row-start-1 max-lg:flex max-lg:min-h-11 max-lg:w-12 max-lg:flex-col max-lg:items-end max-lg:justify-center max-lg:gap-y-0.5 lg:contents lg:*:first:row-span-2">
        <Switch
          label={t('management.bookable', { doctor: name })}
          isLabelHidden
          checked={doctor.available}
          isBusy={isPending}
          onCheckedChange={change}
        />
        <span
          className={classes(
            'text-sm whitespace-nowrap max-lg:text-xs',
            doctor.available ? 'text-muted max-lg:sr-only' : 'font-medium',
            !isMarked && 'lg:row-span-2',
          )}
        >
          {t(doctor.available ? 'management.active' : 'management.passive')}
        </span>
      </div>
      {!doctor.licence_number && (
        <span
          className={
            isMarked
              ? 'justify-self-start rounded-sm bg-wait-tint px-1.5 text-xs leading-5 font-medium text-wait max-lg:col-span-full max-lg:ms-13 max-lg:mt-0.5'
              : 'sr-only'
          }
        >
          {t('management.licenceMissing')}
        </span>
      )}
    </div>
  )
}
