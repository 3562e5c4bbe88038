import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ChevronDown, Download, ScrollText } from 'lucide-react'
import type { ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { company } from '../../../../supabase/functions/_shared/company.ts'
import { toast } from '../../components/toaster.tsx'
import { Button } from '../../components/ui/button.tsx'
import { ColumnTitles } from '../../components/ui/column-titles.tsx'
import { DateField } from '../../components/ui/date-field.tsx'
import { FilterFold } from '../../components/ui/filter-fold.tsx'
import { SelectField } from '../../components/ui/select-field.tsx'
import { type DoctorExtras, useDoctorExtras } from '../../domain/doctor-extras.ts'
import { Portrait } from '../../domain/portrait.tsx'
import { classes } from '../../lib/classes.ts'
import { csvBlob } from '../../lib/csv.ts'
import { textOf } from '../../lib/errors.ts'
import { dayIn, useFilterParams } from '../../lib/filter-params.ts'
import { type TextKey, useI18n } from '../../lib/i18n.tsx'
import { isUuid } from '../../lib/patterns.ts'
import { saveFile } from '../../lib/save-file.ts'
import { browserZone, clockIn, todayIn } from '../../lib/time/zones.ts'
import { textOfAction } from './actions.ts'
import { useEntryDetails } from './entry-details.ts'
import { hasFilters, LogList } from './log-list.tsx'
import { PersonFilter } from './person-filter.tsx'
import { exportEntries, LOGS, type LogEntry, type LogFilter, useEntries } from './queries.ts'

/** Groups of actions, by the first parts of their names. */
const GROUPS: Record<string, { text: TextKey; actions: string[] }> = {
  appointment: { text: 'logs.group.appointment', actions: ['appointment.'] },
  patient_card: { text: 'logs.group.patient_card', actions: ['patient_card.'] },
  patient: { text: 'logs.group.patient', actions: ['patient.'] },
  consent: { text: 'logs.group.consent', actions: ['consent.'] },
  doctor: { text: 'logs.group.doctor', actions: ['doctor.'] },
  role: { text: 'logs.group.role', actions: ['role.'] },
  account: { text: 'logs.group.account', actions: ['account.', 'invitation.'] },
  second_factor: { text: 'logs.group.second_factor', actions: ['second_factor.'] },
  mail: { text: 'logs.group.mail', actions: ['mail.'] },
  export: { text: 'logs.group.export', actions: ['audit_log.', 'appointments.exported'] },
}

/** `actions` is the element for the page's actions. */
export function Audit({ actions }: { actions: HTMLElement | null }) {
  const { t } = useI18n()
  const { params, change } = useFilterParams()
  const group = Object.keys(GROUPS).find((each) => each === params.get('action')) ?? ''
  const asked = params.get('person')
  const person = asked && isUuid(asked) ? asked : undefined
  const [from = '', to = ''] = [dayIn(params.get('from')), dayIn(params.get('to'))]
  const filter: LogFilter = { actions: GROUPS[group]?.actions ?? [], person, from, to }
  const list = useEntries(filter)
  const doctors = useDoctorExtras()
  const active = [group, person, from, to].filter(Boolean).length
  return (
    <div className="grid gap-5">
      {actions && createPortal(<Export filter={filter} />, actions)}
      {hasFilters(list, active) && (
        <FilterFold label={t('logs.filters')} active={active}>
          <SelectField label={t('logs.action')} value={group} onChange={({ target }) => change({ action: target.value })}>
            <option value="">{t('logs.actionAll')}</option>
            {Object.entries(GROUPS).map(([id, { text }]) => (
              <option key={id} value={id}>
                {t(text)}
              </option>
            ))}
          </SelectField>
          <PersonFilter personId={person} onChange={(id) => change({ person: id })} />
          <DateField
            label={t('logs.from')}
            value={from}
            max={to || todayIn(browserZone())}
            onChange={({ target }) => change({ from: target.value })}
          />
          <DateField label={t('logs.to')} value={to} min={from} onChange={({ target }) => change({ to: target.value })} />
        </FilterFold>
      )}
      <LogList
        list={list}
        label={t('logs.tabAudit')}
        icon={ScrollText}
        empty={{ title: t('logs.auditEmpty'), text: t('logs.auditEmptyText') }}
        onReset={active ? () => change({ action: undefined, person: undefined, from: undefined, to: undefined }) : undefined}
        titles={<Titles />}
        keyOf={({ id }) => id}
        timeOf={({ at }) => at}
        // The entries of one person are listed one by one.
        kindOf={person ? undefined : ({ action, actor }) => `${action} ${actor}`}
      >
        {(entry) => <Entry entry={entry} doctors={doctors} />}
      </LogList>
    </div>
  )
}

/** Time, action, actor and subject. On a phone the time stands at the end of the first line, and actor and subject have their own lines. */
const COLUMNS = 'lg:grid-cols-[3.5rem_minmax(0,5fr)_minmax(0,4fr)_minmax(0,4fr)_1.25rem]'

function Titles() {
  const { t } = useI18n()
  return (
    <ColumnTitles columns={COLUMNS}>
      <span>{t('logs.colAt')}</span>
      <span>{t('logs.colAction')}</span>
      <span>{t('logs.by')}</span>
      <span>{t('logs.about')}</span>
    </ColumnTitles>
  )
}

function Entry({ entry, doctors }: { entry: LogEntry; doctors: ReadonlyMap<string, DoctorExtras> }) {
  const { t } = useI18n()
  const text = textOfAction(entry.action)
  const details = useEntryDetails(entry)
  return (
    <details className="group">
      <summary
        className={classes(
          'grid min-h-12 cursor-pointer grid-cols-[minmax(0,1fr)_auto_auto] items-center gap-x-3 gap-y-0.5 px-4 py-2.5 -outline-offset-2 hover:bg-tint/60 lg:gap-x-4 lg:py-2',
          COLUMNS,
        )}
      >
        <time dateTime={entry.at} className="text-sm text-muted tabular-nums max-lg:col-start-2 max-lg:self-start max-lg:leading-6">
          {clockIn(entry.at, browserZone())}
        </time>
        <p className="min-w-0 leading-6 font-medium max-lg:col-start-1 max-lg:row-start-1">
          {text ? t(text) : <code dir="ltr">{entry.action}</code>}
        </p>
        <div className="max-lg:col-span-full max-lg:row-start-2 lg:contents">
          <Part
            name={t('logs.by')}
            person={entry.actor_name ?? entry.actor ?? t('logs.system')}
            photoPath={doctors.get(entry.actor ?? '')?.photo_path}
          />
          {entry.subject_name && <Part name={t('logs.about')} person={entry.subject_name} />}
        </div>
        <span className="max-lg:col-start-3 max-lg:row-start-1 max-lg:mt-0.5 max-lg:self-start lg:col-start-5 lg:row-start-1">
          <span className="sr-only">{t('logs.details')}</span>
          <ChevronDown aria-hidden="true" className="size-5 text-muted transition-transform group-open:rotate-180" />
        </span>
      </summary>
      <dl className="mx-4 mb-4 grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-1.5 rounded-box bg-tint px-4 py-3 text-sm lg:ms-[5.5rem]">
        {details.map(({ name, label, value }) => (
          <Detail key={name} label={label ? t(label) : <code dir="ltr">{name}</code>}>
            {value}
          </Detail>
        ))}
        <Detail label={t('logs.detail.record')}>
          <code dir="ltr" className="text-muted">
            {entry.subject}
          </code>
        </Detail>
        <Detail label={t('logs.detail.code')}>
          <code dir="ltr" className="text-muted">
            {entry.action}
          </code>
        </Detail>
      </dl>
    </details>
  )
}

function Detail({ label, children }: { label: ReactNode; children: ReactNode }) {
  return (
    <>
      <dt className="text-muted">{label}</dt>
      <dd className="wrap-anywhere">
        <bdi>{children}</bdi>
      </dd>
    </>
  )
}

interface PartProps {
  name: string
  person: string
  /** Only for a doctor with a photo. */
  photoPath?: string | null | undefined
}

function Part({ name, person, photoPath }: PartProps) {
  const { t } = useI18n()
  return (
    <p className={classes('min-w-0 text-sm wrap-anywhere', Boolean(photoPath) && 'lg:-my-1.5 lg:flex lg:items-center lg:gap-2')}>
      {photoPath && (
        <span className="max-lg:hidden">
          <Portrait doctor={{ first_name: '', last_name: '', photo_path: photoPath }} size="mini" isDecorative />
        </span>
      )}
      <span className="text-muted lg:sr-only">
        {name}
        {t('text.colon')}
      </span>{' '}
      <bdi>{person}</bdi>
    </p>
  )
}

function Export({ filter }: { filter: LogFilter }) {
  const { t } = useI18n()
  const client = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: () => exportEntries(filter),
    onSuccess: (rows) => {
      if (rows.length === 0) {
        toast.info(t('logs.exportEmpty'))
        return
      }
      const titles = ['colId', 'colAt', 'colActorId', 'colActor', 'colAction', 'colSubject', 'colSubjectName', 'colDetails'] as const
      const file = csvBlob(
        titles.map((title) => t(`logs.${title}`)),
        rows.map((row) => [
          row.id,
          row.at,
          row.actor,
          row.actor_name,
          row.action,
          row.subject,
          row.subject_name,
          JSON.stringify(row.details),
        ]),
      )
      saveFile(file, `${company.brand.toLowerCase()}-audit-log-${todayIn(browserZone())}.csv`)
      toast.success(t('logs.exported', { number: rows.length }))
      // The log now contains the export itself.
      void client.invalidateQueries({ queryKey: [...LOGS, 'entries'] })
    },
    onError: (error) => {
      const { key, values } = textOf(error, { too_many_requests: 'logs.tooMany' })
      toast.error(t('logs.failed'), { description: t(key, values) })
    },
  })
  return (
    <Button
      look="secondary"
      title={t('logs.export')}
      className="px-4! text-sm max-sm:w-11 max-sm:px-0!"
      busyLabel={isPending && t('logs.exporting')}
      onClick={() => mutate()}
    >
      <Download aria-hidden="true" className="size-4 shrink-0 text-brass max-sm:size-5" />
      <span className="max-sm:sr-only">{t('logs.export')}</span>
    </Button>
  )
}
