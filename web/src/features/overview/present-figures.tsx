// Up to nine figures of the current period next to the previous one, the most important first.
import { classes } from '../../lib/classes.ts'
import type { TextKey } from '../../lib/i18n.tsx'
import { formatNumber } from '../../lib/numbers.ts'
import { feesText, hoursByPeriod, patientsText, shareOf, shareText } from './figures.ts'
import { type Words, waitText } from './overview-tables.ts'
import type { Overview } from './queries.ts'

interface Figure {
  title: TextKey
  shown: string
  /** For money, which is longer than the other figures: one amount per currency. */
  amounts?: string[]
  /** The value to compare with the previous period. Undefined if a comparison means nothing. */
  value?: number | undefined
  /** Whether less of it is better. */
  isCost?: boolean
}

type FigureWithBefore = Figure & { before: Figure | undefined }

function figuresAt(data: Overview, { language, ...words }: Words, back: number): Figure[] {
  const period = data.periods.at(-1 - back)
  const patients = data.patients.at(-1 - back)
  const hours = hoursByPeriod(data).at(-1 - back)
  const share = hours && shareOf(hours)
  const median = period?.median_wait_minutes ?? null
  const money = (which: 'agreed_minor' | 'paid_minor') => {
    const amounts = feesText(data.fees, period?.period ?? '', which, language)
    return { amounts, shown: amounts.join('\u00a0· ') || NONE }
  }
  const number = (count = 0) => formatNumber(count, language)
  // Amounts of several currencies cannot be compared.
  const isOneCurrency = new Set(data.fees.map(({ currency }) => currency)).size === 1
  const paid = data.fees.find((fee) => fee.period === period?.period)?.paid_minor ?? 0
  return [
    { title: 'overview.share', shown: shareText(share, language), value: share },
    { title: 'overview.median', shown: waitText(median, { language, ...words }), value: median ?? undefined, isCost: true },
    { title: 'overview.newPatients', shown: patientsText(patients?.new_patients, language), value: patients?.new_patients ?? undefined },
    { title: 'overview.paid', ...money('paid_minor'), value: isOneCurrency ? paid : undefined },
    { title: 'overview.agreed', ...money('agreed_minor') },
    { title: 'overview.returningPatients', shown: patientsText(patients?.returning_patients, language) },
    { title: 'overview.missed', shown: number(period?.missed) },
    { title: 'overview.cancelledByPatient', shown: number(period?.cancelled_by_patient) },
    { title: 'overview.cancelledByUs', shown: number((period?.cancelled_by_doctor ?? 0) + (period?.cancelled_by_admin ?? 0)) },
  ]
}

/** One amount is smaller on a phone, and several amounts have a line each. */
const sizeOf = (amounts: number) => (amounts > 1 ? 'text-xl leading-7' : classes('text-2xl leading-10', amounts === 1 && 'max-sm:text-xl'))

/** Six figures share one row of a wide window. More take two rows, the first of which has one more if their number is odd. */
function widthOf(count: number) {
  const wide = count <= 6 ? 'lg:*:basis-[15%]' : count === 9 ? 'lg:*:basis-[18%]' : 'lg:*:basis-[22%]'
  return classes('*:basis-[max(8rem,40%)] md:*:basis-[30%]', wide)
}

const NONE = '–'

const isUnknown = ({ shown, before }: FigureWithBefore) => shown === NONE && before?.shown === NONE

export function PresentFigures({ data, words }: { data: Overview; words: Words }) {
  const { t, unit } = words
  const title = t(unit === 'week' ? 'overview.thisWeek' : 'overview.thisMonth')
  const before = figuresAt(data, words, 1)
  const all = figuresAt(data, words, 0).map((figure, index) => ({ ...figure, before: before[index] }))
  const figures = all.filter((figure) => !isUnknown(figure))
  return (
    <section aria-label={title} className="grid gap-2">
      <h2 className="text-lg font-semibold">{title}</h2>
      <div className="overflow-hidden rounded-box border border-line bg-surface">
        <dl className={classes('-me-px -mb-px flex flex-wrap', widthOf(figures.length))}>
          {figures.map((figure) => (
            <div
              key={figure.title}
              className="flex min-w-0 grow flex-col-reverse justify-end border-e border-b border-line px-4 py-3 sm:px-5"
            >
              <dd className="text-xs leading-4 text-muted">
                <Change {...figure} />
                <Before {...figure} t={t} />
              </dd>
              <dd className={classes('font-semibold wrap-break-word tabular-nums', sizeOf(figure.amounts?.length ?? 0))}>
                {(figure.amounts?.length ? figure.amounts : [figure.shown]).map((each) => (
                  <span key={each} className="block">
                    <bdi>{each}</bdi>
                  </span>
                ))}
              </dd>
              {/* The figures of a row align, even if only some titles wrap. */}
              <dt className="mb-auto text-sm text-muted">{t(figure.title)}</dt>
            </div>
          ))}
        </dl>
      </div>
    </section>
  )
}

/** Nothing if there is nothing to compare with. */
const Before = ({ before, t }: FigureWithBefore & Pick<Words, 't'>) =>
  before && before.shown !== NONE ? t('overview.before', { value: before.shown }) : null

/** A smaller share of the previous value is no news, least of all before the period is over. */
const MIN_CHANGE = 0.1

/** Hidden from screen readers, because the previous value stands beside it. */
function Change({ shown, value, before, isCost = false }: FigureWithBefore) {
  if (value === undefined || before?.value === undefined || shown === before.shown) return null
  if (Math.abs(value - before.value) < MIN_CHANGE * before.value) return null
  const isMore = value > before.value
  return (
    <span aria-hidden="true" className={classes('me-1', isMore === isCost ? 'text-danger' : 'text-good')}>
      {isMore ? '▲' : '▼'}
    </span>
  )
}
