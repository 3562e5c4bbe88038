// All doctors by name, with a switch for booking.
import { Pencil, SearchX, Stethoscope, UserRoundPlus } from 'lucide-react'
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
  // Rows name only exceptions. What every doctor lacks, or most of them, is said once above the list.
  const marks = {
    licence: found?.some(({ licence_number }) => licence_number) ?? false,
    account: data.filter(({ user_id }) => user_id === null).length * 2 <= data.length,
  }
  return (
    <div className="rounded-box border border-line bg-surface">
      <Titles />
      <ul className="divide-y divide-line">
        {found?.map((doctor) => (
          <li key={doctor.id} className="@container px-3 py-2 sm:px-4">
            <DoctorEntry doctor={doctor} marks={marks} />
          </li>
        ))}
      </ul>
    </div>
  )
}

/** The last column is as wide as the longest actions in any language. */
const COLUMNS =
  'lg:grid-cols-[minmax(0,14fr)_minmax(0,10fr)_minmax(0,10fr)_8rem_7rem] xl:grid-cols-[minmax(0,14fr)_minmax(0,9fr)_minmax(0,10fr)_8.5rem_14rem]'

function Titles() {
  const { t } = useI18n()
  return (
    <ColumnTitles columns={COLUMNS}>
      <span>{t('leave.doctor')}</span>
      <span>{t('management.colContact')}</span>
      <span>{t('management.colMissing')}</span>
      <span>{t('management.colStatus')}</span>
    </ColumnTitles>
  )
}

interface DoctorEntryProps {
  doctor: ManagedDoctor
  /** What the rows name if it is missing. */
  marks: { licence: boolean; account: boolean }
}

/** A row with portrait and name, contact, what is missing, booking state, and actions. On a phone the rest is in the record. */
function DoctorEntry({ doctor, marks }: DoctorEntryProps) {
  const { t, language } = useI18n()
  const name = titledName(doctor, t)
  const about = `${specialtyName(doctor, t)}\u00a0· ${cityOf(doctor.timezone, language)}`
  const edit = `/doctor-management?doctor=${doctor.id}`
  return (
    <article className={`grid grid-cols-[minmax(0,1fr)_auto_auto] items-center gap-x-3 lg:gap-x-4 ${COLUMNS}`}>
      {/* Large text needs the whole line. */}
      <div className="relative flex min-w-0 items-center gap-3 max-lg:@max-[14em]:col-span-full">
        <Portrait doctor={doctor} size="tiny" isDecorative />
        <div className="min-w-0 max-lg:flex-1">
          <h3 className="leading-snug font-medium break-words">{name}</h3>
          <p title={about} className="text-sm break-words text-muted lg:truncate">
            {about}
          </p>
        </div>
        {/* On a phone a button would leave too little room for the name: pressing the name opens the record. */}
        <Link
          to={edit}
          aria-label={t('management.editOf', { name })}
          className="absolute -inset-x-1 -inset-y-0.5 rounded-box hover:bg-tint/40 lg:hidden"
        />
      </div>
      <Contacts contact={doctor.contact} />
      <Missing doctor={doctor} name={name} marks={marks} />
      <Availability doctor={doctor} name={name} />
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

const BADGE = 'rounded-sm bg-wait-tint px-1.5 text-xs leading-5 font-medium text-wait'

/** The account, working hours and licence details that are missing. On a phone they share one line below the name. */
function Missing({ doctor, name, marks }: DoctorEntryProps & { name: string }) {
  const { t } = useI18n()
  const link = doctor.user_id === null && <AssignLink doctorId={doctor.id} name={name} isIcon={!marks.account} />
  return (
    // Beside the icons, which most rows have, the badges of all rows align.
    <div
      className={classes(
        'min-w-0 text-sm max-lg:contents',
        !marks.account && 'lg:grid lg:grid-cols-[2.25rem_minmax(0,1fr)] lg:items-center',
      )}
    >
      {!marks.account && link}
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 empty:hidden lg:col-start-2 lg:row-start-1 max-lg:col-span-full max-lg:row-start-2 max-lg:ps-13 max-lg:@max-[14em]:row-start-3 max-lg:@max-[14em]:ps-0">
        {marks.account && link}
        {!hasHours(doctor) && <span className={BADGE}>{t('management.hoursMissing')}</span>}
        {!doctor.licence_number && <span className={marks.licence ? BADGE : 'sr-only'}>{t('management.licenceMissing')}</span>}
      </div>
    </div>
  )
}

/** Leads to the tab where the record gets its account: a badge like the others, or only an icon where most rows have it. */
function AssignLink({ doctorId, name, isIcon }: { doctorId: string; name: string; isIcon: boolean }) {
  const { t } = useI18n()
  const text = t('management.noAccount')
  return (
    <Link
      to={`/doctor-management?tab=assign&record=${doctorId}`}
      title={isIcon ? text : undefined}
      className={classes(
        'flex min-h-11 items-center',
        isIcon
          ? 'w-11 justify-center rounded-box text-muted hover:bg-tint hover:text-action max-lg:col-start-2 max-lg:row-start-1 max-lg:@max-[14em]:col-start-1 max-lg:@max-[14em]:row-start-2 max-lg:-mx-2 lg:-ms-3.5'
          : '-my-2.5 underline-offset-2 hover:underline',
      )}
    >
      {isIcon && <UserRoundPlus aria-hidden="true" className="size-4.5 shrink-0" />}
      <span className={isIcon ? 'sr-only' : BADGE}>
        {text}
        <span className="sr-only"> – {name}</span>
      </span>
    </Link>
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

/** Whether the doctor can be booked. The switch alone says that this is so, and a word that it is not. */
function Availability({ doctor, name }: { doctor: ManagedDoctor; name: string }) {
  const { t } = useI18n()
  const { mutate, isPending } = useSetAvailable(doctor.id)
  const change = (available: boolean) =>
    mutate(available, {
      onSuccess: () => toast.success(t('management.statusUpdated')),
      onError: (error) => {
        const { key, values } = textOf(error, { PGRST116: 'management.doctorGone' })
        toast.error(t('management.statusFailed'), { description: t(key, values) })
      },
    })
  return (
    <div className="flex min-h-11 max-lg:col-start-3 max-lg:row-start-1 max-lg:min-w-10 max-lg:flex-col max-lg:items-end max-lg:justify-center max-lg:gap-y-1 max-lg:@max-[14em]:row-start-2 lg:items-center lg:gap-x-3">
      <Switch
        label={t('management.bookable', { doctor: name })}
        isLabelHidden
        isQuiet
        checked={doctor.available}
        isBusy={isPending}
        onCheckedChange={change}
      />
      <span className={classes('text-sm whitespace-nowrap max-lg:text-xs', doctor.available ? 'sr-only' : 'font-medium')}>
        {t(doctor.available ? 'management.active' : 'management.passive')}
      </span>
    </div>
  )
}
