// Every doctor, newest first, and whether patients can book them.
import { Mail, Pencil, Phone, SearchX, Stethoscope } from 'lucide-react'
import { Link } from 'react-router'
import { LoadFailed } from '../../../components/load-failed.tsx'
import { Portrait } from '../../../components/portrait.tsx'
import { toast } from '../../../components/toaster.tsx'
import { Badge } from '../../../components/ui/badge.tsx'
import { Button } from '../../../components/ui/button.tsx'
import { Card } from '../../../components/ui/card.tsx'
import { EmptyState } from '../../../components/ui/empty-state.tsx'
import { RowsSkeleton } from '../../../components/ui/form-skeleton.tsx'
import { Switch } from '../../../components/ui/switch.tsx'
import { textOf } from '../../../lib/errors.ts'
import { useI18n } from '../../../lib/i18n.tsx'
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
  return (
    <ul className="divide-y divide-line rounded-box border border-line bg-surface px-4 sm:px-6">
      {found?.map((doctor) => (
        <li key={doctor.id} className="py-4">
          <DoctorEntry doctor={doctor} />
        </li>
      ))}
    </ul>
  )
}

function DoctorEntry({ doctor }: { doctor: ManagedDoctor }) {
  const { t } = useI18n()
  const { contact, bio } = doctor
  const name = t('doctor.name', { first: doctor.first_name, last: doctor.last_name })
  return (
    <article className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-1 sm:gap-x-4">
      <Portrait doctor={doctor} />
      <div className="grid min-w-0 content-start gap-1">
        <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1">
          <div className="min-w-0">
            <h3 className="leading-snug font-medium break-words">{name}</h3>
            <p className="text-sm text-action-strong">{specialtyName(doctor.specialization, t)}</p>
          </div>
          <p className="flex flex-wrap gap-2 empty:hidden">
            {!doctor.user_id && <Badge tone="neutral">{t('management.noAccount')}</Badge>}
            {!doctor.licence_number && <Badge tone="waiting">{t('management.licenceMissing')}</Badge>}
          </p>
        </div>
        <div className="flex flex-wrap items-center gap-x-4 text-sm text-muted empty:hidden">
          {contact?.phone && <Contact icon={Phone} to={telLink(contact.phone)} text={contact.phone} />}
          {contact?.email && <Contact icon={Mail} to={`mailto:${contact.email}`} text={contact.email} />}
        </div>
        {bio && (
          // With the direction of its text, so that it is cut at its end.
          <p dir="auto" className="truncate text-sm text-muted ltr:text-left rtl:text-right max-sm:hidden">
            {bio}
          </p>
        )}
      </div>
      {/* What can be done with the record, in one line. */}
      <div className="col-start-2 -mb-2 flex flex-wrap items-center text-sm max-sm:col-span-full sm:gap-x-2">
        <Link
          to={`/doctor-management?doctor=${doctor.id}`}
          aria-label={t('management.editOf', { name })}
          className="-ms-3 flex min-h-11 items-center gap-2 rounded-box px-3 font-medium text-action hover:bg-tint"
        >
          <Pencil aria-hidden="true" className="size-4" />
          {t('management.edit')}
        </Link>
        <DoctorPhoto doctor={doctor} name={name} />
        <Availability doctor={doctor} name={name} />
      </div>
    </article>
  )
}

function Contact({ icon: Icon, to, text }: { icon: typeof Phone; to: string; text: string }) {
  return (
    <a href={to} className="flex min-w-0 items-center gap-1.5 py-0.5 underline-offset-4 hover:text-action hover:underline">
      <Icon aria-hidden="true" className="size-4 shrink-0 text-brass" />
      <bdi dir="ltr" className="min-w-0 break-words">
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
    <div className="ms-auto flex min-h-11 items-center gap-2 sm:gap-3">
      <Badge tone={doctor.available ? 'good' : 'neutral'}>{t(doctor.available ? 'management.active' : 'management.passive')}</Badge>
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
