// The owner's overview: the figures of the current period next to the previous one, and four plots with their tables.
import { useQuery } from '@tanstack/react-query'
import { ChartColumn } from 'lucide-react'
import { LoadFailed } from '../../components/load-failed.tsx'
import { EmptyState } from '../../components/ui/empty-state.tsx'
import { Skeleton } from '../../components/ui/skeleton.tsx'
import { useI18n } from '../../lib/i18n.tsx'
import { formatNumber } from '../../lib/numbers.ts'
import { ColumnPlot, hasColumns, type Series, TOO_FEW } from './column-plot.tsx'
import { axisNames, countAxis, firstMeasured, firstPlotted, hoursByPeriod, shareAxis, shareOf, shareText, waitAxis } from './figures.ts'
import { type Figures, OverviewCard } from './overview-card.tsx'
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
  const names = axisNames(
    data.periods.slice(firstPlotted(data)).map(({ period }) => period),
    unit,
    language,
  )
  const plots = plotsOf(data, words)
  return (
    <div className="grid grid-cols-1 gap-4">
      <PresentFigures data={data} words={words} />
      <div className="grid grid-cols-1 gap-4 lg:grid-cols-2 lg:*:last:odd:col-span-2">
        {plots
          .filter(({ series }) => hasColumns(series))
          .map(({ title, text, figures, ...plot }) => (
            <OverviewCard key={title} title={title} text={text} fileName={title} figures={figures}>
              <ColumnPlot names={names} {...plot} />
            </OverviewCard>
          ))}
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
      {plots
        .filter(({ series }) => !hasColumns(series))
        .map(({ title, figures }) => (
          <OverviewCard key={title} isEmpty title={title} fileName={title} figures={figures} />
        ))}
      <p className="text-sm text-muted">{t('overview.hoursNote')}</p>
    </div>
  )
}

interface Plot {
  title: string
  text?: string
  figures: Figures
  series: Series[]
  axis: (highest: number) => number
  textOf: (value: number) => string
}

/** The plots begin with the first period that has something to show, so that they have no empty half. */
function plotsOf(data: Answer, words: Words): Plot[] {
  const start = firstPlotted(data)
  return allPlots(data, words).map((plot) => ({
    ...plot,
    series: plot.series.map((each) => ({ ...each, values: each.values.slice(start) })),
  }))
}

function allPlots(data: Answer, words: Words): Plot[] {
  const { t, language } = words
  const from = firstMeasured(data)
  const measured = <Value,>(values: Value[]) => values.map((value, index) => (index < from ? undefined : value))
  const number = (value: number) => formatNumber(value, language)
  const column = (key: 'completed' | 'missed') => measured(data.periods.map((each) => each[key]))
  const cancelled = measured(data.periods.map((each) => each.cancelled_by_patient + each.cancelled_by_doctor + each.cancelled_by_admin))
  return [
    {
      title: t('overview.share'),
      text: t('overview.shareText'),
      figures: hoursTable(data, words),
      axis: shareAxis,
      textOf: (share) => shareText(share, language),
      series: [{ name: t('overview.share'), fill: 'fill-action', swatch: 'bg-action', values: measured(hoursByPeriod(data).map(shareOf)) }],
    },
    {
      title: t('overview.waits'),
      text: t('overview.waitsText'),
      figures: waitTable(data, words),
      axis: waitAxis,
      textOf: (minutes) => waitText(Math.round(minutes), words),
      series: [
        {
          name: t('overview.median'),
          fill: 'fill-action',
          swatch: 'bg-action',
          values: data.periods.map(({ median_wait_minutes: median }) => median ?? undefined),
        },
      ],
    },
    {
      title: t('overview.outcome'),
      figures: outcomeTable(data, words),
      axis: countAxis,
      textOf: number,
      series: [
        { name: t('overview.completed'), fill: 'fill-good', swatch: 'bg-good', values: column('completed') },
        { name: t('overview.missed'), fill: 'fill-danger', swatch: 'bg-danger', values: column('missed') },
        { name: t('overview.cancelled'), fill: 'fill-control', swatch: 'bg-control', values: cancelled },
      ],
    },
    {
      title: t('overview.patients'),
      text: t('overview.fewNote'),
      figures: patientsTable(data, words),
      axis: countAxis,
      textOf: number,
      series: [
        {
          name: t('overview.newPatients'),
          fill: 'fill-action',
          swatch: 'bg-action',
          values: measured(data.patients.map(({ new_patients: fresh }) => fresh ?? TOO_FEW)),
        },
        {
          name: t('overview.returningPatients'),
          fill: 'fill-brass',
          swatch: 'bg-brass',
          values: measured(data.patients.map(({ returning_patients: returning }) => returning ?? TOO_FEW)),
        },
      ],
    },
  ]
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
