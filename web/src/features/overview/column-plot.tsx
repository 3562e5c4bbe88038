// A column chart over time. Screen readers get the table below it instead.
import { classes } from '../../lib/classes.ts'
import { useI18n } from '../../lib/i18n.tsx'
import { directionOf, type Language } from '../../lib/languages.ts'
import { type AxisName, patientsText } from './figures.ts'

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
  names: AxisName[]
  /** Returns the height of the axis for the highest column. */
  axis: (highest: number) => number
  textOf: (value: number) => string
}

const WIDTH = 480
const HEIGHT = 110
const BAR_SHARE = 0.62
const CORNER = 3
/** The height of a TOO_FEW column: the largest number that is too small to be shown. */
const FEW = 4
const SWATCH = 'size-2.5 rounded-[3px]'
const PALE = 'opacity-40'

const heightIn = (value: Series['values'][number]) => (value === TOO_FEW ? FEW : (value ?? 0))
const heightAt = (series: Series[], index: number) => series.reduce((sum, { values }) => sum + heightIn(values[index]), 0)

export const hasColumns = (series: Series[]) => series.some(({ values }) => values.some((value) => heightIn(value) > 0))

/** The total of a column, or undefined if nothing was measured. '10+' is ten and some that are too few to be shown. */
function totalAt(series: Series[], index: number, textOf: (value: number) => string, language: Language) {
  const values = series.map((each) => each.values[index]).filter((value) => value !== undefined)
  if (values.length === 0) return undefined
  const sum = values.reduce<number>((total, value) => total + (value === TOO_FEW ? 0 : value), 0)
  if (!values.includes(TOO_FEW)) return textOf(sum)
  return sum === 0 ? patientsText(null, language) : `\u2066${textOf(sum)}+\u2069`
}

/** How wide a plot of twelve columns must be to name every second one, and all of them, without collisions. */
const NAMED = [
  { maxLength: 2, every: 'hidden @min-[13rem]:block', second: 'hidden @min-[8rem]:block' },
  { maxLength: 4, every: 'hidden @min-[24rem]:block', second: 'hidden @min-[11rem]:block' },
  { maxLength: 6, every: 'hidden @min-[36rem]:block', second: 'hidden @min-[16rem]:block' },
  { maxLength: Number.POSITIVE_INFINITY, every: 'hidden @min-[48rem]:block', second: 'hidden @min-[24rem]:block' },
]

/** Marks of direction take no space. */
const lengthOf = (text: string) => text.replaceAll(/[\u2066\u2069]/g, '').length

/** Returns the class for a text at each column, counted from the latest one, which always has its text. */
function namedIn(texts: string[]) {
  const longest = Math.max(...texts.map(lengthOf))
  const { every, second } = NAMED.find(({ maxLength }) => longest <= maxLength) ?? { every: '', second: '' }
  // As many as every second one of twelve.
  const isFew = texts.length <= 6
  return (index: number) => {
    const back = texts.length - 1 - index
    if (back % 4 === 0) return ''
    return back % 2 === 0 || isFew ? second : every
  }
}

export function ColumnPlot({ series, names, axis, textOf }: ColumnPlotProps) {
  const { language } = useI18n()
  const max = axis(Math.max(...names.map((_, index) => heightAt(series, index))))
  const step = WIDTH / names.length
  const bar = step * BAR_SHARE
  const few = series.filter(({ values }) => values.includes(TOO_FEW))
  const totals = names.map((_, index) => totalAt(series, index, textOf, language))
  const totalClass = namedIn(totals.map((total) => total ?? ''))
  const nameClass = namedIn(names.map(({ name }) => name))
  // Time runs in the reading direction.
  const columnOf = (index: number) => (directionOf(language) === 'rtl' ? names.length - 1 - index : index)
  const columns = { gridTemplateColumns: `repeat(${names.length}, minmax(0, 1fr))` }
  return (
    <figure aria-hidden="true" className="grid grid-cols-1 gap-1 pt-1 text-xs text-muted">
      {series.length > 1 && (
        <ul className="flex flex-wrap justify-end gap-x-4 gap-y-1">
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
      {/* The space at the top is for the number of the highest column. */}
      <div className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-2 gap-y-1 pt-5 tabular-nums">
        {/* The texts are as high as their lines. */}
        <p className="-my-2 flex flex-col justify-between text-end leading-4">
          <span>{textOf(max)}</span>
          <span>{textOf(0)}</span>
        </p>
        <div className="@container relative h-32">
          <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" className="size-full">
            <line x1="0" x2={WIDTH} y1="0.5" y2="0.5" className="stroke-line" strokeDasharray="2 4" />
            <line x1="0" x2={WIDTH} y1={HEIGHT - 0.5} y2={HEIGHT - 0.5} className="stroke-line" />
            {names.map(({ period }, index) => {
              let top = HEIGHT
              return series.map((each) => {
                const value = each.values[index]
                const height = (heightIn(value) / max) * HEIGHT
                top -= height
                return height > 0 ? (
                  <rect
                    key={`${period} ${each.name}`}
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
          <div className="absolute inset-0 grid" style={columns}>
            {names.map(({ period }, index) => (
              <span key={period} className="relative">
                <span
                  className="absolute inset-x-0 flex justify-center pb-0.5 leading-4 whitespace-nowrap"
                  style={{ bottom: `${(heightAt(series, index) / max) * 100}%` }}
                >
                  {/* The line of the axis must not strike through the number. */}
                  <span className={classes('bg-surface px-1', totalClass(index))}>{totals[index]}</span>
                </span>
              </span>
            ))}
          </div>
        </div>
        <div className="@container col-start-2">
          <div className="grid" style={columns}>
            {names.map(({ period, name, under }, index) => (
              <span key={period} className="flex min-h-8 flex-col items-center leading-4 whitespace-nowrap">
                <span className={nameClass(index)}>{name}</span>
                <span className="mt-auto font-medium">{under}</span>
              </span>
            ))}
          </div>
        </div>
      </div>
    </figure>
  )
}
