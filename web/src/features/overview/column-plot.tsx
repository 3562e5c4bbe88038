// Columns over time, drawn by hand. Screen readers get the table below it instead.
import { classes } from '../../lib/classes.ts'
import { useI18n } from '../../lib/i18n.tsx'
import { directionOf } from '../../lib/languages.ts'

/** A number of people that is too small to be shown exactly. */
export const TOO_FEW = 'too few'

export interface Series {
  name: string
  /** Of the columns and the legend. */
  fill: string
  swatch: string
  /** One for each period; undefined where there is nothing to show. */
  values: (number | typeof TOO_FEW | undefined)[]
}

interface ColumnPlotProps {
  series: Series[]
  /** Names of the periods. */
  names: string[]
  /** The height of the axis for the highest column. */
  axis?: (highest: number) => number
  /** What the line at the top stands for. */
  maxText: (max: number) => string
}

const WIDTH = 480
const HEIGHT = 110
const BAR_SHARE = 0.62
const CORNER = 3
/** As high as the largest number that is too small to be shown. */
const FEW = 4
const NAMED_EVERY = 3

const heightIn = (value: Series['values'][number]) => (value === TOO_FEW ? FEW : (value ?? 0))

export function ColumnPlot({ series, names, axis = (highest) => highest, maxText }: ColumnPlotProps) {
  const { language } = useI18n()
  const highest = Math.max(...names.map((_, index) => series.reduce((sum, { values }) => sum + heightIn(values[index]), 0)))
  const max = axis(highest) || 1
  const step = WIDTH / names.length
  const bar = step * BAR_SHARE
  // Time runs in the direction of reading.
  const columnOf = (index: number) => (directionOf(language) === 'rtl' ? names.length - 1 - index : index)
  return (
    <figure aria-hidden="true" className="grid grid-cols-1 gap-1 text-xs text-muted">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <span className="tabular-nums">{highest > 0 ? maxText(max) : '–'}</span>
        {series.length > 1 && (
          <ul className="flex flex-wrap gap-x-4 gap-y-1">
            {series.map(({ name, swatch }) => (
              <li key={name} className="flex items-center gap-1.5">
                <span className={classes('size-2.5 rounded-[3px]', swatch)} />
                {name}
              </li>
            ))}
          </ul>
        )}
      </div>
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
                className={classes(each.fill, value === TOO_FEW && 'opacity-40')}
              />
            ) : null
          })
        })}
      </svg>
      <div className="grid tabular-nums" style={{ gridTemplateColumns: `repeat(${names.length}, minmax(0, 1fr))` }}>
        {names.map((name, index) => (
          <span key={name} className="justify-self-center whitespace-nowrap">
            {index % NAMED_EVERY === NAMED_EVERY - 1 ? name : ''}
          </span>
        ))}
      </div>
    </figure>
  )
}
