// The patient card: what a doctor needs to know about a patient, one click away from every appointment.
import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import type { ReactNode } from 'react'
import { LoadFailed } from '../../../../components/load-failed.tsx'
import { toast } from '../../../../components/toaster.tsx'
import { Badge } from '../../../../components/ui/badge.tsx'
import { RowsSkeleton } from '../../../../components/ui/form-skeleton.tsx'
import { guardianName, isolated, isPhoneOnly, withGuardians } from '../../../../domain/guardians.ts'
import { StatusBadge } from '../../../../domain/status-badge.tsx'
import { classes } from '../../../../lib/classes.ts'
import { type TextKey, useI18n } from '../../../../lib/i18n.tsx'
import { useTexts } from '../../../../lib/load/use-texts.ts'
import { formatDay, formatMoment } from '../../../../lib/time/dates.ts'
import { isoDay } from '../../../../lib/time/zones.ts'
import { phoneLink } from '../patient-contact.tsx'
import { PatientLine } from '../patient-line.tsx'
import { patientName } from '../patient-name.ts'
import { PatientAnswers } from './patient-answers.tsx'
import type { CardAppointment } from './patient-card-query.ts'
import { downloadFile, type PatientCard, usePatientCard } from './patient-card-query.ts'
import { CardPrivateNote } from './private-note.tsx'
import { RecordHealth } from './record-health.tsx'
import { RecordedConsents } from './recorded-consents.tsx'

const GENDERS: Partial<Record<string, TextKey>> = {
  erkek: 'profile.genderMale',
  kadın: 'profile.genderFemale',
  diğer: 'profile.genderOther',
  belirtmek_istemiyorum: 'profile.genderNotSaid',
}

interface PatientCardContentProps {
  appointment: CardAppointment
  /** Whether the card is beside a call, where the private note is already next to the note. */
  isInPanel?: boolean
}

export default function PatientCardContent({ appointment, isInPanel = false }: PatientCardContentProps) {
  useTexts('staff', 'profile', 'patient', 'offers')
  const { t } = useI18n()
  const { data, error, refetch } = usePatientCard(appointment.id)
  if (error) return <LoadFailed title={t('card.failed')} error={error} onRetry={() => void refetch()} />
  if (!data) return <RowsSkeleton rows={3} />
  return (
    <div className="grid min-w-0 gap-6">
      <Who card={data} />
      <Facts card={data} />
      {data.recorded_consents && (
        <Section title={t('card.consents')}>
          <RecordedConsents
            appointmentId={appointment.id}
            consents={data.recorded_consents}
            hasGuardian={Boolean(data.guardians?.length)}
            hasHealth={Boolean(data.patient.date_of_birth || data.patient.gender || data.patient.medical_history)}
            zone={appointment.timezone}
          />
          {data.may_record_health && <RecordHealth appointmentId={appointment.id} patient={data.patient} />}
        </Section>
      )}
      <PatientAnswers appointmentId={appointment.id} />
      {!isInPanel && <CardPrivateNote appointmentId={appointment.id} />}
      <Earlier card={data} appointment={appointment} />
      {data.files.length > 0 && (
        <Section title={t('card.files')}>
          <ul className="grid gap-1 text-sm">
            {data.files.map((file) => (
              <FileLine key={file.id} file={file} zone={appointment.timezone} />
            ))}
          </ul>
        </Section>
      )}
    </div>
  )
}

function FileLine({ file: { id, file_name, uploaded_at }, zone }: { file: PatientCard['files'][number]; zone: string }) {
  const { t } = useI18n()
  const taking = useMutation({
    mutationFn: () => downloadFile(id),
    onError: () => toast.error(t('card.fileFailed')),
  })
  return (
    <li className="flex items-center gap-x-4">
      <span className="min-w-0 flex-1">
        <bdi className="block wrap-anywhere">{file_name}</bdi>
        <Day instant={uploaded_at} zone={zone} />
      </span>
      <button
        type="button"
        aria-label={t('card.download', { fileName: file_name })}
        aria-busy={taking.isPending}
        disabled={taking.isPending}
        onClick={() => taking.mutate()}
        className="grid size-11 shrink-0 place-items-center rounded-box hover:bg-tint disabled:opacity-55"
      >
        <Download aria-hidden="true" className="size-5" />
      </button>
    </li>
  )
}

/** Such as "Can Test, 4 years; with Leyla Test, parent". Only shown for patients with guardians or without an address. */
function Who({ card: { patient, guardians } }: { card: PatientCard }) {
  const { t, language } = useI18n()
  const reachable = { has_account: patient.has_account, guardians }
  if (isPhoneOnly(reachable)) return <PatientLine appointment={{ patient: reachable, erased_at: null }} />
  const company = withGuardians(reachable, t, language)
  if (!company) return null
  const name = isolated(patientName({ patient, erased_at: null }, t))
  const age = patient.age === null ? undefined : patient.age === 0 ? t('card.underOne') : t('card.years', { count: patient.age })
  return (
    <p className="font-medium wrap-anywhere">{t('card.who', { patient: age ? t('card.named', { name, age }) : name, with: company })}</p>
  )
}

function Facts({ card: { patient, guardians, next } }: { card: PatientCard }) {
  const { t, language } = useI18n()
  const gender = GENDERS[patient.gender ?? '']
  const birth = patient.date_of_birth
  const facts: { label: string; value: string | null; isWide?: boolean; to?: string }[] = [
    { label: t('profile.medicalHistory'), value: patient.medical_history, isWide: true },
    {
      label: t('card.age'),
      value: birth && patient.age !== null ? t('card.ageAndBirth', { age: patient.age, day: formatDay(birth, language, 'long') }) : null,
    },
    { label: t('profile.gender'), value: gender ? t(gender) : null },
    // A patient without an account has no address, and a child's phone is usually a parent's.
    ...(patient.phone || patient.has_account || !guardians?.length ? [phoneFact(t('profile.phone'), patient.phone)] : []),
    ...(guardians ?? []).map((each) => phoneFact(t('card.guardianPhone', { name: guardianName(each, t) }), each.phone)),
    ...(patient.has_account
      ? [{ label: t('appointments.email'), value: patient.email, ...(patient.email && { to: `mailto:${patient.email}` }) }]
      : []),
    ...(next ? [{ label: t('card.next'), value: formatMoment(next.starts_at, next.timezone, language), isWide: true }] : []),
  ]
  return (
    // On a phone short values stand beside their labels, unless the text is large.
    <dl className="grid grid-cols-1 gap-x-6 gap-y-2.5 sm:grid-cols-2 sm:gap-y-4">
      {facts.map(({ label, value, isWide, to }) => (
        <div
          key={label}
          className={classes('min-w-0', isWide ? 'sm:col-span-2' : 'max-sm:flex max-sm:flex-wrap max-sm:items-baseline max-sm:gap-x-3')}
        >
          <dt className={classes('text-sm text-muted', !isWide && 'max-sm:basis-[7.5em]')}>{label}</dt>
          <dd className={classes('whitespace-pre-line wrap-anywhere', !isWide && 'max-sm:flex-1 max-sm:basis-[8em]')}>
            {value && to ? (
              <a href={to} dir="ltr" className="inline-flex min-h-6 items-center text-action hover:underline">
                {value}
              </a>
            ) : value ? (
              <bdi>{value}</bdi>
            ) : (
              <span className="text-muted">{t('card.notGiven')}</span>
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}

const phoneFact = (label: string, phone: string | null) => ({ label, value: phone, ...(phone && { to: phoneLink(phone) }) })

function Earlier({ card, appointment }: { card: PatientCard; appointment: CardAppointment }) {
  const { t } = useI18n()
  const earlier = card.appointments.filter(({ id, starts_at }) => id !== appointment.id && starts_at < appointment.starts_at)
  return (
    <Section title={t('card.earlier')}>
      {earlier.length === 0 && <p className="text-muted">{t('card.noEarlier')}</p>}
      <ul className="divide-y divide-line">
        {earlier.map((each) => (
          <li key={each.id} className="grid gap-1 py-3 first:pt-0">
            <div className="flex flex-wrap items-center justify-between gap-2">
              <Day instant={each.starts_at} zone={each.timezone} />
              <span className="flex flex-wrap gap-1">
                {each.did_not_come && <Badge tone="danger">{t('row.didNotCome')}</Badge>}
                <StatusBadge status={each.status} />
              </span>
            </div>
            <Words label={t('appointments.complaint')} text={each.patient_complaint} />
            <Words label={t(each.is_note_hidden && card.guardians?.length ? 'card.hiddenNote' : 'appointments.note')} text={each.notes} />
            <Words label={t('card.privateNote')} text={each.private_note} />
          </li>
        ))}
      </ul>
    </Section>
  )
}

function Words({ label, text }: { label: string; text: string | null }) {
  const { t } = useI18n()
  if (!text) return null
  return (
    <p className="text-sm">
      <span className="text-muted">{`${label}${t('text.colon')} `}</span>
      <bdi className="whitespace-pre-line wrap-anywhere">{text}</bdi>
    </p>
  )
}

function Day({ instant, zone }: { instant: string; zone: string }) {
  const { language } = useI18n()
  return (
    <time dateTime={instant} className="text-sm text-muted">
      {formatDay(isoDay(instant, zone), language, 'long')}
    </time>
  )
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid gap-3 border-t border-line pt-4">
      <h3 className="font-medium">{title}</h3>
      {children}
    </section>
  )
}
