// Decides where a key moves the focus in the grid.

/** A position in the grid: a cell and a place in it. A cell in which several appointments begin has a place for each. */
export interface Spot {
  column: number
  minute: number
  place: number
}

interface Grid {
  columns: number
  /** The first minute of each row. */
  rows: number[]
  isRtl: boolean
  /** How many places the cell has. */
  placesIn: (column: number, minute: number) => number
  /** The first and last row of the day's working hours. */
  hoursOf: (column: number) => { first: number; last: number } | undefined
}

/** Undefined if the key does nothing in a grid. 'before' or 'after' if it leads to the previous or next week or day. */
export function spotAfter(key: string, spot: Spot, grid: Grid): Spot | 'before' | 'after' | undefined {
  const row = grid.rows.indexOf(spot.minute)
  const towardsEnd = grid.isRtl ? 'ArrowLeft' : 'ArrowRight'
  const firstRow = grid.rows[0] ?? spot.minute
  const lastRow = grid.rows.at(-1) ?? spot.minute
  switch (key) {
    case 'ArrowDown': {
      if (spot.place + 1 < grid.placesIn(spot.column, spot.minute)) return { ...spot, place: spot.place + 1 }
      const below = grid.rows[row + 1]
      return below === undefined ? spot : { ...spot, minute: below, place: 0 }
    }
    case 'ArrowUp': {
      if (spot.place > 0) return { ...spot, place: spot.place - 1 }
      const above = grid.rows[row - 1]
      return above === undefined ? spot : { ...spot, minute: above, place: grid.placesIn(spot.column, above) - 1 }
    }
    case 'ArrowLeft':
    case 'ArrowRight': {
      const column = spot.column + (key === towardsEnd ? 1 : -1)
      return column < 0 || column >= grid.columns ? spot : { column, minute: spot.minute, place: 0 }
    }
    case 'Home':
      return { ...spot, minute: grid.hoursOf(spot.column)?.first ?? firstRow, place: 0 }
    case 'End':
      return { ...spot, minute: grid.hoursOf(spot.column)?.last ?? lastRow, place: 0 }
    case 'PageUp':
      return 'before'
    case 'PageDown':
      return 'after'
    default:
      return undefined
  }
}
