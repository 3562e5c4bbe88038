// Every doctor by name, and whether patients can book them.
import { FileWarning, Mail, Pencil, Phone, SearchX, Stethoscope } from 'lucide-react'
import { LoadFailed } from '../../../components/load-failed.tsx'
import { Portrait } from '../../../components/portrait.tsx'
import { toast } from '../../../components/toaster.tsx'
import { Badge } from '../../../components/ui/badge.tsx'
import { Button } from '../../../components/ui/button.tsx'
import { Card } from '../../../components/ui/card.tsx'
import { EmptyState } from '../../../components/ui/empty-state.tsx'
import { RowsSkeleton } from '../../../components/ui/form-skeleton.tsx'
import { Switch } from '../../../components/ui/switch.tsx'
import { classes } from '../../../lib/classes.ts'
import { textOf } from '../../../lib/errors.ts'
import { useI18n } from '../../../lib/i18n.tsx'
import { Link } from '../../../lib/link.tsx'
import { telLink } from '../../../lib/patterns.ts'
import { specialtyName } from '../../../lib/specialties.ts'
import { type ManagedDoctor, useManagedDoctors } from '../queries.ts'
import { DoctorPhoto } from './doctor-photo.tsx'
import { useSetAvailable } from './queries.ts'

interface DoctorListProps {
  /** Those of them that the search leaves. */
  found: ManagedDoctor[] | undefined
  onClear: () => void
}

export function DoctorList({ found, onClear }: DoctorListProps) {
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
    <ul className="divide-y divide-line rounded-box border border-line bg-surface">
      {found?.map((doctor) => (
        <li key={doctor.id} className="px-3 py-2.5 sm:px-5">
          <DoctorEntry doctor={doctor} isLicenceMarked={isLicenceMarked} />
        </li>
      ))}
    </ul>
  )
}

function DoctorEntry({ doctor, isLicenceMarked }: { doctor: ManagedDoctor; isLicenceMarked: boolean }) {
  const { t } = useI18n()
  const { contact, bio } = doctor
  const name = t('doctor.name', { first: doctor.first_name, last: doctor.last_name })
  return (
    <article className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 lg:grid-cols-[minmax(0,6fr)_minmax(0,7fr)_13.5rem_auto_auto] lg:gap-x-4">
      <div className="relative flex min-w-0 items-center gap-3 rounded-box hover:text-action">
        <Portrait doctor={doctor} size="tiny" isDecorative />
        <div className="min-w-0">
          <h3 className="min-w-0 leading-snug font-medium break-words lg:truncate">{name}</h3>
          <p className="truncate text-sm text-muted">{specialtyName(doctor.specialization, t)}</p>
        </div>
        {/* The portrait and the name can be pressed. */}
        <Link
          to={`/doctor-management?doctor=${doctor.id}`}
          aria-label={t('management.editOf', { name })}
          title={t('management.edit')}
          className="ms-auto shrink-0 rounded p-1 text-muted after:absolute after:-inset-1"
        >
          <Pencil aria-hidden="true" className="size-4" />
        </Link>
      </div>
      <div className="grid min-w-0 text-sm text-muted empty:hidden max-lg:hidden">
        <Contacts contact={contact} />
        {bio && (
          // With the direction of its text, so that it is cut at its end.
          <p dir="auto" className="truncate ltr:text-left rtl:text-right">
            {bio}
          </p>
        )}
      </div>
      <div className="flex min-w-0 gap-x-3 text-sm text-muted max-lg:row-start-2 max-lg:flex-wrap max-lg:items-center max-lg:ps-13 lg:col-start-3 lg:flex-col">
        <div className="-ms-3.5 empty:hidden lg:hidden">
          <Contacts contact={contact} isShort />
        </div>
        {!doctor.licence_number && (
          <span className={classes('flex items-center gap-1.5 text-wait', !isLicenceMarked && 'sr-only')}>
            <FileWarning aria-hidden="true" className="size-4 shrink-0" />
            {t('management.licenceMissing')}
          </span>
        )}
        {!doctor.user_id && (
          <Link
            to={`/doctor-management?tab=assign&record=${doctor.id}`}
            className="flex min-h-11 items-center underline max-lg:-my-1 lg:min-h-6 decoration-line underline-offset-4 hover:text-action"
          >
            {t('management.noAccount')}
            <span className="sr-only"> – {name}</span>
          </Link>
        )}
      </div>
      <div className="-my-1 justify-self-end max-lg:col-start-2 max-lg:row-start-2 lg:col-start-4">
        <DoctorPhoto doctor={doctor} name={name} />
      </div>
      <div className="max-lg:col-start-2 max-lg:row-start-1 lg:col-start-5">
        <Availability doctor={doctor} name={name} />
      </div>
    </article>
  )
}

/** `isShort`: icons, on a phone. */
function Contacts({ contact, isShort = false }: { contact: ManagedDoctor['contact']; isShort?: boolean }) {
  return (
    <p className={classes('flex min-w-0 empty:hidden', !isShort && 'gap-x-4')}>
      {contact?.phone && <Contact icon={Phone} to={telLink(contact.phone)} text={contact.phone} isShort={isShort} />}
      {contact?.email && <Contact icon={Mail} to={`mailto:${contact.email}`} text={contact.email} isShort={isShort} />}
    </p>
  )
}

function Contact({ icon: Icon, to, text, isShort }: { icon: typeof Phone; to: string; text: string; isShort: boolean }) {
  return (
    <a
      href={to}
      className={classes(
        'flex min-w-0 items-center gap-1.5 underline-offset-4 first:shrink-0 hover:text-action hover:underline',
        isShort && '-my-1 size-11 justify-center',
      )}
    >
      <Icon aria-hidden="true" className="size-4 shrink-0 text-brass" />
      <bdi dir="ltr" className={isShort ? 'sr-only' : 'min-w-0 truncate'}>
        {text}
      </bdi>
    </a>
  )
}

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
    <div className="flex min-h-11 gap-x-2 gap-y-1 max-sm:flex-col max-sm:items-end max-sm:justify-center sm:items-center sm:gap-x-3">
      {doctor.available ? (
        // The switch says it already: only the exception is a badge.
        <span className="text-sm text-muted max-sm:sr-only">{t('management.active')}</span>
      ) : (
        <Badge tone="neutral">{t('management.passive')}</Badge>
      )}
      <Switch
        label={t('management.bookable', { doctor: name })}
        isLabelHidden
        checked={doctor.available}
        isBusy={isPending}
        onCheckedChange={change}
      />
    </div>
  )
}
