// A texture of concentric arches, as in the logo. Every page has its own pattern, derived from its name.
import { useId } from 'react'
import { classes } from '../lib/classes.ts'

const CELL = 24
const COLUMNS = 11
const ROWS = 5
/** The arches from the outside to the inside, in one cell. */
const ARCHES = ['m2 24v-12a10 10 0 0 1 20 0v12', 'm6 24v-12a6 6 0 0 1 12 0v12', 'm10 24v-12a2 2 0 0 1 4 0v12']

/** Fills its parent, which must be positioned, behind the following content. */
export function ArchPattern({ seed, className }: { seed: string; className?: string }) {
  const id = useId()
  return (
    <svg aria-hidden="true" className={classes('pointer-events-none absolute inset-0 size-full text-brass/12', className)}>
      <pattern id={id} width={COLUMNS * CELL} height={ROWS * CELL} patternUnits="userSpaceOnUse">
        <path d={archesOf(seed)} fill="none" stroke="currentColor" />
      </pattern>
      <rect width="100%" height="100%" fill={`url(#${id})`} />
    </svg>
  )
}

/** Every cell has one to three arches. */
function archesOf(seed: string) {
  const next = numbersOf(seed)
  let path = ''
  for (let row = 0; row < ROWS; row++)
    for (let column = 0; column < COLUMNS; column++)
      for (const arch of ARCHES.slice(0, 1 + (next() % ARCHES.length))) path += `M${column * CELL} ${row * CELL}${arch}`
  return path
}

/**
 * Pseudorandom numbers that are the same for the same name, on the server and in every browser (FNV-1a, then a linear congruential
 * generator).
 */
function numbersOf(seed: string) {
  let state = 0x81_1c_9d_c5
  for (const letter of seed) state = Math.imul(state ^ (letter.codePointAt(0) ?? 0), 0x01_00_01_93)
  return () => {
    state = Math.imul(state, 1_664_525) + 1_013_904_223
    return (state >>> 0) >>> 16
  }
}
