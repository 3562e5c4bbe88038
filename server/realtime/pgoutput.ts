// Parses the messages of PostgreSQL's output plugin pgoutput. Values stay texts.
export interface Relation {
  oid: number
  schema: string
  table: string
  columns: { name: string; type: number; isKey: boolean }[]
}

/** Lacks columns that the log omits: large unchanged values, and all but the key of an old row. */
export type Row = Record<string, string | null>

export type RowChange = {
  relation: Relation
  bytes: number
} & ({ type: 'INSERT'; row: Row; old?: never } | { type: 'UPDATE'; row: Row; old: Row } | { type: 'DELETE'; row?: never; old: Row })

export type LogMessage = { type: 'BEGIN'; transaction: number; committedAt: Date } | RowChange

const POSTGRES_EPOCH_MS = 946_684_800_000

/** Remembers the table descriptions it has seen. Returns undefined for messages that are not needed, and throws on unknown ones. */
export function createReader(): (data: Buffer) => LogMessage | undefined {
  const relations = new Map<number, Relation>()
  return (data) => {
    const input = readerOf(data)
    const known = () => {
      const oid = input.uint32()
      const relation = relations.get(oid)
      if (!relation) throw new Error('a change of a table that was not described')
      return relation
    }
    switch (input.letter()) {
      case 'B': {
        input.skip(8)
        const committedAt = new Date(POSTGRES_EPOCH_MS + Number(input.int64() / 1000n))
        return { type: 'BEGIN', transaction: input.uint32(), committedAt }
      }
      case 'R': {
        const relation = readRelation(input)
        relations.set(relation.oid, relation)
        return undefined
      }
      case 'I': {
        const relation = known()
        input.skip(1)
        return { type: 'INSERT', relation, row: readRow(input, relation), bytes: data.length }
      }
      case 'U':
        return readUpdate(input, known(), data.length)
      case 'D': {
        const relation = known()
        const isWhole = input.letter() === 'O'
        return { type: 'DELETE', relation, old: readRow(input, relation, { isWhole }), bytes: data.length }
      }
      default:
        return undefined
    }
  }
}

function readRelation(input: Input): Relation {
  const [oid, schema, table] = [input.uint32(), input.name(), input.name()]
  input.skip(1)
  const columns = Array.from({ length: input.uint16() }, () => {
    const isKey = (input.byte() & 1) === 1
    const column = { name: input.name(), type: input.uint32(), isKey }
    input.skip(4)
    return column
  })
  return { oid, schema, table, columns }
}

function readUpdate(input: Input, relation: Relation, bytes: number): RowChange {
  let kind = input.letter()
  let before: Row | undefined
  if (kind !== 'N') {
    before = readRow(input, relation, { isWhole: kind === 'O' })
    kind = input.letter()
  }
  const row = readRow(input, relation)
  // The log contains a large unchanged value only if the table logs whole old rows.
  for (const [name, value] of Object.entries(before ?? {})) row[name] = row[name] === undefined ? value : row[name]
  return { type: 'UPDATE', relation, row, old: before ?? keyOf(row, relation), bytes }
}

// An ordinary update omits the old key, because it equals that of the new row.
function keyOf(row: Row, { columns }: Relation) {
  const key = emptyRow()
  for (const { name, isKey } of columns) if (isKey && row[name] !== undefined) key[name] = row[name]
  return key
}

function readRow(input: Input, { columns }: Relation, { isWhole = true } = {}): Row {
  const row = emptyRow()
  const told = input.uint16()
  for (let n = 0; n < told; n++) {
    const column = columns[n]
    const kind = input.letter()
    const value = kind === 't' ? input.text(input.uint32()) : null
    if (!column || kind === 'u' || (!isWhole && !column.isKey)) continue
    row[column.name] = value
  }
  return row
}

// Without a prototype, because a column may have any name.
const emptyRow = () => Object.create(null) as Row

type Input = ReturnType<typeof readerOf>

function readerOf(data: Buffer) {
  let at = 0
  const step = (length: number) => (at += length) - length
  return {
    skip: step,
    byte: () => data.readUInt8(step(1)),
    letter: () => String.fromCharCode(data.readUInt8(step(1))),
    uint16: () => data.readUInt16BE(step(2)),
    uint32: () => data.readUInt32BE(step(4)),
    int64: () => data.readBigInt64BE(step(8)),
    text: (length: number) => {
      const from = step(length)
      return data.toString('utf8', from, from + length)
    },
    name: () => {
      const end = data.indexOf(0, at)
      if (end === -1) throw new Error('a name without an end')
      const name = data.toString('utf8', at, end)
      at = end + 1
      return name
    },
  }
}
