// The owner's overview: the figures of the current period next to the previous one, and four plots with their tables.
import { useQuery } from '@tanstack/react-query'
import { ChartColumn } from 'lucide-react'
import { LoadFailed } from '../../components/load-failed.tsx'
import { EmptyState } from '../../components/ui/empty-state.tsx'
import { Skeleton } from '../../components/ui/skeleton.tsx'
import { useI18n } from '../../lib/i18n.tsx'
import { formatNumber, formatPercent } from '../../lib/numbers.ts'
import { ColumnPlot, TOO_FEW } from './column-plot.tsx'
import { firstPlotted, hoursByPeriod, periodName, shareAxis, shareOf } from './figures.ts'
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
import { PresentFigures } from './present-figures.tsx'
import { type Overview as Answer, overviewOf, type Unit } from './queries.ts'

export function Overview({ unit }: { unit: Unit }) {
  const { t, language } = useI18n()
  const { data, error, refetch } = useQuery(overviewOf(unit))
  if (error && !data) return <LoadFailed title={t('overview.notLoaded')} error={error} onRetry={() => void refetch()} />
  if (!data) return <Loading />
  if (data.periods.every(({ booked, expired, answered }) => booked + expired + answered === 0) && data.hours.length === 0)
    return <EmptyState icon={ChartColumn} title={t('overview.empty')} text={t('overview.emptyText')} />
  const words = { t, language, unit }
  const [hasReasons, hasFees] = [data.reasons.length > 0, data.fees.length > 0]
  return (
    <div className="grid grid-cols-1 gap-4">
      <PresentFigures data={data} words={words} />
      <div className="grid grid-cols-1 gap-4 lg:grid-cols-2">
        <Plots data={data} words={words} />
        <OverviewCard
          isWide={!hasReasons && !hasFees}
          title={t('overview.languages')}
          text={t('overview.fewNote')}
          fileName={t('overview.languages')}
          figures={languagesTable(data, words)}
        />
        {hasReasons && (
          <OverviewCard
            title={t('overview.reasons')}
            text={t('overview.reasonsText')}
            fileName={t('overview.reasons')}
            figures={reasonsTable(data, words)}
          />
        )}
        {hasFees && (
          <OverviewCard isWide={hasReasons} title={t('overview.fees')} fileName={t('overview.fees')} figures={feesTable(data, words)} />
        )}
      </div>
      <p className="text-sm text-muted">{t('overview.hoursNote')}</p>
    </div>
  )
}

interface PartProps {
  data: Answer
  words: Words
}

function Plots({ data, words }: PartProps) {
  const { t, language, unit } = words
  const from = firstPlotted(data)
  const names = data.periods.slice(from).map(({ period }) => periodName(period, unit, language))
  const number = (value: number) => formatNumber(value, language)
  const column = (key: 'completed' | 'missed') => data.periods.slice(from).map((each) => each[key])
  const cancelled = data.periods.slice(from).map((each) => each.cancelled_by_patient + each.cancelled_by_doctor + each.cancelled_by_admin)
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
          axis={shareAxis}
          textOf={(max) => formatPercent(max, language)}
          series={[
            { name: t('overview.share'), fill: 'fill-action', swatch: 'bg-action', values: hoursByPeriod(data).slice(from).map(shareOf) },
          ]}
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
          textOf={(max) => waitText(Math.round(max), words)}
          series={[
            {
              name: t('overview.median'),
              fill: 'fill-action',
              swatch: 'bg-action',
              values: data.periods.slice(from).map(({ median_wait_minutes: median }) => median ?? undefined),
            },
          ]}
        />
      </OverviewCard>
      <OverviewCard title={t('overview.outcome')} fileName={t('overview.outcome')} figures={outcomeTable(data, words)}>
        <ColumnPlot
          names={names}
          textOf={number}
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
          textOf={number}
          series={[
            {
              name: t('overview.newPatients'),
              fill: 'fill-action',
              swatch: 'bg-action',
              values: data.patients.slice(from).map(({ new_patients: fresh }) => fresh ?? TOO_FEW),
            },
            {
              name: t('overview.returningPatients'),
              fill: 'fill-brass',
              swatch: 'bg-brass',
              values: data.patients.slice(from).map(({ returning_patients: returning }) => returning ?? TOO_FEW),
            },
          ]}
        />
      </OverviewCard>
    </>
  )
}

/** As high as the content that replaces it. */
function Loading() {
  return (
    <div aria-busy="true" className="grid grid-cols-1 gap-4">
      <Skeleton className="h-105 sm:h-68 lg:h-55" />
      <div className="grid grid-cols-1 gap-4 lg:grid-cols-2">
        {[0, 1, 2, 3].map((each) => (
          <Skeleton key={each} className="h-72" />
        ))}
      </div>
    </div>
  )
}
