// A column chart over time. Screen readers get the table below it instead.
import { classes } from '../../lib/classes.ts'
import { useI18n } from '../../lib/i18n.tsx'
import { directionOf } from '../../lib/languages.ts'
import { patientsText } from './figures.ts'

/** Stands for a number of people that is too small to be shown exactly. */
export const TOO_FEW = 'too few'

export interface Series {
  name: string
  /** The class of the columns, which the legend uses too. */
  fill: string
  swatch: string
  /** One value per period. Undefined if there is nothing to show. */
  values: (number | typeof TOO_FEW | undefined)[]
}

interface ColumnPlotProps {
  series: Series[]
  /** Names of the periods. */
  names: string[]
  /** Returns the height of the axis for the highest column. */
  axis?: (highest: number) => number
  /** Returns the text for the line at the top, and for zero. */
  textOf: (value: number) => string
}

const WIDTH = 480
const HEIGHT = 110
const BAR_SHARE = 0.62
const MAX_BAR = 30
const CORNER = 3
/** The height of a TOO_FEW column: the largest number that is too small to be shown. */
const FEW = 4
const NAMED_EVERY = 3
const SWATCH = 'size-2.5 rounded-[3px]'
const PALE = 'opacity-40'

const heightIn = (value: Series['values'][number]) => (value === TOO_FEW ? FEW : (value ?? 0))

export function ColumnPlot({ series, names, axis = (highest) => highest, textOf }: ColumnPlotProps) {
  const { t, language } = useI18n()
  const highest = Math.max(...names.map((_, index) => series.reduce((sum, { values }) => sum + heightIn(values[index]), 0)))
  if (highest === 0) return <p className="grid min-h-32 place-items-center text-center text-sm text-muted">{t('overview.empty')}</p>
  const max = axis(highest)
  const step = WIDTH / names.length
  const bar = Math.min(step * BAR_SHARE, MAX_BAR)
  const few = series.filter(({ values }) => values.includes(TOO_FEW))
  // Time runs in the reading direction.
  const columnOf = (index: number) => (directionOf(language) === 'rtl' ? names.length - 1 - index : index)
  return (
    <figure aria-hidden="true" className="grid grid-cols-1 gap-1 pt-1 text-xs text-muted">
      {series.length > 1 && (
        <ul className="mb-1 flex flex-wrap justify-end gap-x-4 gap-y-1">
          {series.map(({ name, swatch }) => (
            <li key={name} className="flex items-center gap-1.5">
              <span className={classes(SWATCH, swatch)} />
              {name}
            </li>
          ))}
          {few.length > 0 && (
            <li className="flex items-center gap-1.5">
              {few.map(({ name, swatch }) => (
                <span key={name} className={classes(SWATCH, PALE, swatch)} />
              ))}
              {patientsText(null, language)}
            </li>
          )}
        </ul>
      )}
      <div className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-2 gap-y-1 tabular-nums">
        {/* The texts are as high as their lines. */}
        <p className="-my-2 flex flex-col justify-between text-end leading-4">
          <span>{textOf(max)}</span>
          <span>{textOf(0)}</span>
        </p>
        <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" className="h-32 w-full">
          <line x1="0" x2={WIDTH} y1="0.5" y2="0.5" className="stroke-line" strokeDasharray="2 4" />
          <line x1="0" x2={WIDTH} y1={HEIGHT - 0.5} y2={HEIGHT - 0.5} className="stroke-line" />
          {names.map((name, index) => {
            let top = HEIGHT
            return series.map((each) => {
              const value = each.values[index]
              const height = (heightIn(value) / max) * HEIGHT
              top -= height
              return height > 0 ? (
                <rect
                  key={`${name} ${each.name}`}
                  x={step * (columnOf(index) + 0.5) - bar / 2}
                  y={top}
                  width={bar}
                  height={height}
                  rx={Math.min(CORNER, height / 2)}
                  className={classes(each.fill, value === TOO_FEW && PALE)}
                />
              ) : null
            })
          })}
        </svg>
        <div className="col-start-2 grid" style={{ gridTemplateColumns: `repeat(${names.length}, minmax(0, 1fr))` }}>
          {names.map((name, index) => (
            <span key={name} className="justify-self-center whitespace-nowrap">
              {(names.length - 1 - index) % NAMED_EVERY === 0 ? name : ''}
            </span>
          ))}
        </div>
      </div>
    </figure>
  )
}
