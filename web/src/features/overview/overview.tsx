// The owner's overview: nine figures of the present period beside the one before, and four plots with their tables.
import { useQuery } from '@tanstack/react-query'
import { ChartColumn } from 'lucide-react'
import { LoadFailed } from '../../components/load-failed.tsx'
import { EmptyState } from '../../components/ui/empty-state.tsx'
import { Skeleton } from '../../components/ui/skeleton.tsx'
import { useI18n } from '../../lib/i18n.tsx'
import { formatNumber, formatPercent } from '../../lib/numbers.ts'
import { ColumnPlot, TOO_FEW } from './column-plot.tsx'
import { feesText, hoursByPeriod, patientsText, periodName, shareOf, shareText } from './figures.ts'
import { OverviewCard } from './overview-card.tsx'
import {
  feesTable,
  hoursTable,
  languagesTable,
  outcomeTable,
  patientsTable,
  reasonsTable,
  type Words,
  waitTable,
  waitText,
} from './overview-tables.ts'
import { type Overview as Answer, overviewOf, type Unit } from './queries.ts'

export function Overview({ unit }: { unit: Unit }) {
  const { t, language } = useI18n()
  const { data, error, refetch } = useQuery(overviewOf(unit))
  if (error && !data) return <LoadFailed title={t('overview.notLoaded')} error={error} onRetry={() => void refetch()} />
  if (!data) return <Loading />
  if (data.periods.every(({ booked, expired, answered }) => booked + expired + answered === 0) && data.hours.length === 0)
    return <EmptyState icon={ChartColumn} title={t('overview.empty')} text={t('overview.emptyText')} />
  const words = { t, language, unit }
  return (
    <div className="grid grid-cols-1 gap-4">
      <PresentFigures data={data} words={words} />
      <div className="grid grid-cols-1 gap-4 lg:grid-cols-2">
        <Plots data={data} words={words} />
        <OverviewCard
          title={t('overview.languages')}
          text={t('overview.fewNote')}
          fileName={t('overview.languages')}
          figures={languagesTable(data, words)}
        />
        {data.reasons.length > 0 && (
          <OverviewCard
            title={t('overview.reasons')}
            text={t('overview.reasonsText')}
            fileName={t('overview.reasons')}
            figures={reasonsTable(data, words)}
          />
        )}
        {data.fees.length > 0 && <OverviewCard title={t('overview.fees')} fileName={t('overview.fees')} figures={feesTable(data, words)} />}
      </div>
      <p className="text-sm text-muted">{t('overview.hoursNote')}</p>
    </div>
  )
}

interface PartProps {
  data: Answer
  words: Words
}

function PresentFigures({ data, words }: PartProps) {
  const { t, language, unit } = words
  const hours = hoursByPeriod(data)
  const at = (back: number) => {
    const period = data.periods.at(-1 - back)
    const patients = data.patients.at(-1 - back)
    const share = hours.at(-1 - back)
    const money = (which: 'agreed_minor' | 'paid_minor') => feesText(data.fees, period?.period ?? '', which, language).join(' · ') || '–'
    const number = (count = 0) => formatNumber(count, language)
    return [
      shareText(share && shareOf(share), language),
      waitText(period?.median_wait_minutes ?? null, words),
      number(period?.missed),
      number(period?.cancelled_by_patient),
      number((period?.cancelled_by_doctor ?? 0) + (period?.cancelled_by_admin ?? 0)),
      patientsText(patients?.new_patients, language),
      patientsText(patients?.returning_patients, language),
      money('agreed_minor'),
      money('paid_minor'),
    ]
  }
  const titles = [
    'overview.share',
    'overview.median',
    'overview.missed',
    'overview.cancelledByPatient',
    'overview.cancelledByUs',
    'overview.newPatients',
    'overview.returningPatients',
    'overview.agreed',
    'overview.paid',
  ] as const
  const [present, before] = [at(0), at(1)]
  return (
    <section aria-label={t(unit === 'week' ? 'overview.thisWeek' : 'overview.thisMonth')} className="grid gap-2">
      <h2 className="text-lg font-semibold">{t(unit === 'week' ? 'overview.thisWeek' : 'overview.thisMonth')}</h2>
      <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-box border border-line bg-line sm:grid-cols-3">
        {titles.map((title, index) => (
          <div
            key={title}
            // The ninth would stand alone beside an empty cell.
            className="flex min-w-0 flex-col-reverse justify-end bg-surface px-3 py-3 last:max-sm:col-span-2 sm:px-5"
          >
            <dd className="text-xs leading-4 text-muted">{t('overview.before', { value: before[index] ?? '–' })}</dd>
            <dd className="text-2xl leading-9 font-semibold wrap-break-word tabular-nums">
              <bdi>{present[index]}</bdi>
            </dd>
            <dt className="text-sm text-muted">{t(title)}</dt>
          </div>
        ))}
      </dl>
    </section>
  )
}

function Plots({ data, words }: PartProps) {
  const { t, language, unit } = words
  const names = data.periods.map(({ period }) => periodName(period, unit, language))
  const number = (value: number) => formatNumber(value, language)
  const column = (key: 'completed' | 'missed') => data.periods.map((each) => each[key])
  const cancelled = data.periods.map((each) => each.cancelled_by_patient + each.cancelled_by_doctor + each.cancelled_by_admin)
  return (
    <>
      <OverviewCard
        title={t('overview.share')}
        text={t('overview.shareText')}
        fileName={t('overview.share')}
        figures={hoursTable(data, words)}
      >
        <ColumnPlot
          names={names}
          // In steps of a quarter.
          axis={(highest) => Math.ceil(highest * 4) / 4}
          maxText={(max) => formatPercent(max, language)}
          series={[{ name: t('overview.share'), fill: 'fill-action', swatch: 'bg-action', values: hoursByPeriod(data).map(shareOf) }]}
        />
      </OverviewCard>
      <OverviewCard
        title={t('overview.waits')}
        text={t('overview.waitsText')}
        fileName={t('overview.waits')}
        figures={waitTable(data, words)}
      >
        <ColumnPlot
          names={names}
          maxText={(max) => waitText(Math.round(max), words)}
          series={[
            {
              name: t('overview.median'),
              fill: 'fill-brass',
              swatch: 'bg-brass',
              values: data.periods.map(({ median_wait_minutes: median }) => median ?? undefined),
            },
          ]}
        />
      </OverviewCard>
      <OverviewCard title={t('overview.outcome')} fileName={t('overview.outcome')} figures={outcomeTable(data, words)}>
        <ColumnPlot
          names={names}
          maxText={number}
          series={[
            { name: t('overview.completed'), fill: 'fill-good', swatch: 'bg-good', values: column('completed') },
            { name: t('overview.missed'), fill: 'fill-danger', swatch: 'bg-danger', values: column('missed') },
            { name: t('overview.cancelled'), fill: 'fill-control', swatch: 'bg-control', values: cancelled },
          ]}
        />
      </OverviewCard>
      <OverviewCard
        title={t('overview.patients')}
        text={t('overview.fewNote')}
        fileName={t('overview.patients')}
        figures={patientsTable(data, words)}
      >
        <ColumnPlot
          names={names}
          maxText={number}
          series={[
            {
              name: t('overview.newPatients'),
              fill: 'fill-action',
              swatch: 'bg-action',
              values: data.patients.map(({ new_patients: fresh }) => fresh ?? TOO_FEW),
            },
            {
              name: t('overview.returningPatients'),
              fill: 'fill-brass',
              swatch: 'bg-brass',
              values: data.patients.map(({ returning_patients: returning }) => returning ?? TOO_FEW),
            },
          ]}
        />
      </OverviewCard>
    </>
  )
}

/** As high as what comes. */
function Loading() {
  return (
    <div aria-busy="true" className="grid grid-cols-1 gap-4">
      <Skeleton className="h-80" />
      <div className="grid grid-cols-1 gap-4 lg:grid-cols-2">
        {[0, 1, 2, 3].map((each) => (
          <Skeleton key={each} className="h-72" />
        ))}
      </div>
    </div>
  )
}
