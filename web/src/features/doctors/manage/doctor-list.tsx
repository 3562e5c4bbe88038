// Every doctor, newest first, and whether patients can book them.
import { FileWarning, Mail, Pencil, Phone, SearchX, Stethoscope, UserRoundX } from 'lucide-react'
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
    <article className="grid grid-cols-[auto_minmax(0,1fr)_auto] grid-rows-[auto_1fr] gap-x-3 gap-y-1 sm:gap-x-4">
      <div className="row-span-2 max-sm:row-span-3">
        <Portrait doctor={doctor} />
      </div>
      <div className="min-w-0">
        <h3 className="leading-snug font-medium break-words">{name}</h3>
        <p className="text-sm text-action-strong">{specialtyName(doctor.specialization, t)}</p>
      </div>
      <Availability doctor={doctor} name={name} />
      <div className="col-start-2 grid min-w-0 content-start text-sm text-muted empty:hidden">
        <div className="flex flex-wrap items-center gap-x-4 empty:hidden">
          {contact?.phone && <Contact icon={Phone} to={telLink(contact.phone)} text={contact.phone} />}
          {contact?.email && <Contact icon={Mail} to={`mailto:${contact.email}`} text={contact.email} />}
          {!doctor.user_id && (
            <span className="flex items-center gap-1.5 py-0.5">
              <UserRoundX aria-hidden="true" className="size-4 shrink-0 text-brass" />
              {t('management.noAccount')}
            </span>
          )}
          {!doctor.licence_number && (
            <span className="flex items-center gap-1.5 py-0.5 text-wait">
              <FileWarning aria-hidden="true" className="size-4 shrink-0" />
              {t('management.licenceMissing')}
            </span>
          )}
        </div>
        {bio && (
          // With the direction of its text, so that it is cut at its end.
          <p dir="auto" className="max-w-[70ch] truncate ltr:text-left rtl:text-right max-sm:hidden">
            {bio}
          </p>
        )}
      </div>
      <div className="col-span-2 col-start-2 -my-1 flex flex-wrap items-center gap-x-4 text-sm sm:col-span-1 sm:col-start-3 sm:gap-x-5 sm:-me-3 sm:justify-end sm:self-end">
        <Link
          to={`/doctor-management?doctor=${doctor.id}`}
          aria-label={t('management.editOf', { name })}
          className="-ms-3 flex min-h-11 items-center gap-2 rounded-box px-3 font-medium text-action hover:bg-tint"
        >
          <Pencil aria-hidden="true" className="size-4" />
          {t('management.edit')}
        </Link>
        <DoctorPhoto doctor={doctor} name={name} />
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
    <div className="flex items-center gap-x-3 gap-y-2 max-sm:row-span-2 max-sm:flex-col max-sm:items-end sm:justify-end sm:self-start">
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
