// QR codes (ISO/IEC 18004) of bytes with error correction M, as SVG. docs/decisions/0060-own-qr-code.md says why it is ours.
import { errorCorrection } from './reed-solomon.ts'

const EC_BYTES_PER_BLOCK = [10, 16, 26, 18, 24, 16, 18, 22, 22, 26, 30, 22, 22, 24, 24, 28, 28, 26, 26, 26]
const EC_BLOCKS = [1, 1, 1, 2, 2, 4, 4, 4, 5, 5, 5, 8, 9, 9, 10, 10, 11, 13, 14, 16]
const QUIET_MODULES = 4
/** What version 20 holds. */
export const MAX_QR_BYTES = 666

type Grid = boolean[][]

/** Text of up to MAX_QR_BYTES. Colours by name: a number sign would end the data address in which the client puts it. */
export function qrSvg(text: string) {
  const modules = qrModules(text)
  const size = modules.length + 2 * QUIET_MODULES
  let path = ''
  for (const [y, row] of modules.entries())
    for (const [x, isDark] of row.entries()) if (isDark) path += `M${x + QUIET_MODULES} ${y + QUIET_MODULES}h1v1h-1z`
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" width="${size * 4}" height="${size * 4}" shape-rendering="crispEdges">` +
    `<rect width="${size}" height="${size}" fill="white"/><path fill="black" d="${path}"/></svg>`
  )
}

/** Rows of modules, dark ones true, without the quiet zone. */
export function qrModules(text: string): Grid {
  const bytes = new TextEncoder().encode(text)
  const version = EC_BLOCKS.findIndex((_, n) => 4 + lengthBits(n + 1) + bytes.length * 8 <= dataBytes(n + 1) * 8) + 1
  if (!version) throw new Error('The text is too long for a QR code.')
  const size = version * 4 + 17
  const modules: Grid = Array.from({ length: size }, () => Array<boolean>(size).fill(false))
  const reserved: Grid = Array.from({ length: size }, () => Array<boolean>(size).fill(false))
  const set = (x: number, y: number, isDark: boolean) => {
    if (modules[y]?.[x] === undefined) return
    modules[y][x] = isDark
    ;(reserved[y] as boolean[])[x] = true
  }
  drawPatterns(version, size, set)
  drawBytes(modules, reserved, interleaved(version, dataOf(version, bytes)))

  let best: { grid: Grid; penalty: number } | undefined
  for (const [mask, isInverted] of MASKS.entries()) {
    const grid = modules.map((row, y) => row.map((isDark, x) => isDark !== (!reserved[y]?.[x] && isInverted(x, y))))
    drawFormat(grid, mask)
    const penalty = penaltyOf(grid)
    if (!best || penalty < best.penalty) best = { grid, penalty }
  }
  return best?.grid ?? modules
}

const lengthBits = (version: number) => (version < 10 ? 8 : 16)

function moduleBits(version: number) {
  const aligned = Math.floor(version / 7) + 2
  const bits = (16 * version + 128) * version + 64 - (version > 1 ? (25 * aligned - 10) * aligned - 55 : 0)
  return version > 6 ? bits - 36 : bits
}

const totalBytes = (version: number) => Math.floor(moduleBits(version) / 8)
const dataBytes = (version: number) => totalBytes(version) - (EC_BYTES_PER_BLOCK[version - 1] ?? 0) * (EC_BLOCKS[version - 1] ?? 0)

function dataOf(version: number, bytes: Uint8Array) {
  const capacity = dataBytes(version)
  const bits = `0100${bytes.length.toString(2).padStart(lengthBits(version), '0')}${[...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('')}`
  const ended = `${bits}${'0'.repeat(Math.min(4, capacity * 8 - bits.length))}`
  const data = (ended.match(/.{1,8}/g) ?? []).map((group) => Number.parseInt(group.padEnd(8, '0'), 2))
  for (let n = 0; data.length < capacity; n++) data.push(n % 2 ? 0x11 : 0xec)
  return data
}

function interleaved(version: number, data: number[]) {
  const [blocks, ecBytes] = [EC_BLOCKS[version - 1] ?? 1, EC_BYTES_PER_BLOCK[version - 1] ?? 0]
  const shortBlocks = blocks - (totalBytes(version) % blocks)
  const shortLength = Math.floor(totalBytes(version) / blocks) - ecBytes
  let from = 0
  const parts = Array.from({ length: blocks }, (_, n) => data.slice(from, (from += shortLength + (n < shortBlocks ? 0 : 1))))
  const corrections = parts.map((part) => errorCorrection(part, ecBytes))
  const byColumn = (rows: number[][], columns: number) =>
    Array.from({ length: columns }, (_, n) => rows.flatMap((row) => row[n] ?? [])).flat()
  return [...byColumn(parts, shortLength + 1), ...byColumn(corrections, ecBytes)]
}

function drawPatterns(version: number, size: number, set: (x: number, y: number, isDark: boolean) => void) {
  for (let n = 0; n < size; n++) {
    set(6, n, n % 2 === 0)
    set(n, 6, n % 2 === 0)
  }
  const drawSquare = (centreX: number, centreY: number, radius: number, isLight: (distance: number) => boolean) => {
    for (let y = -radius; y <= radius; y++)
      for (let x = -radius; x <= radius; x++) set(centreX + x, centreY + y, !isLight(Math.max(Math.abs(x), Math.abs(y))))
  }
  const corners = [
    [3, 3],
    [size - 4, 3],
    [3, size - 4],
  ] as const
  for (const [x, y] of corners) drawSquare(x, y, 4, (distance) => distance === 2 || distance === 4)
  const places = alignmentPlaces(version, size)
  const last = places.length - 1
  for (const [i, x] of places.entries())
    for (const [j, y] of places.entries()) {
      const isCorner = (i === 0 && j === 0) || (i === 0 && j === last) || (i === last && j === 0)
      if (!isCorner) drawSquare(x, y, 2, (distance) => distance === 1)
    }
  // Room for the format, which depends on the mask; one module is always dark.
  for (let n = 0; n < 9; n++) {
    if (n !== 6) {
      set(8, n, false)
      set(n, 8, false)
    }
    if (n < 8) {
      set(size - 1 - n, 8, false)
      set(8, size - 1 - n, false)
    }
  }
  if (version < 7) return
  let rest = version
  for (let n = 0; n < 12; n++) rest = (rest << 1) ^ ((rest >>> 11) * 0x1f25)
  const bits = (version << 12) | rest
  for (let n = 0; n < 18; n++) {
    const [a, b] = [size - 11 + (n % 3), Math.floor(n / 3)]
    set(a, b, ((bits >>> n) & 1) === 1)
    set(b, a, ((bits >>> n) & 1) === 1)
  }
}

function alignmentPlaces(version: number, size: number) {
  if (version === 1) return []
  const count = Math.floor(version / 7) + 2
  const step = Math.ceil((version * 4 + 4) / (count * 2 - 2)) * 2
  return [6, ...Array.from({ length: count - 1 }, (_, n) => size - 7 - (count - 2 - n) * step)]
}

// In columns of two from the right, up and down by turns, around the vertical timing line.
function drawBytes(modules: Grid, reserved: Grid, bytes: number[]) {
  const size = modules.length
  let bit = 0
  for (let right = size - 1; right >= 1; right -= 2) {
    if (right === 6) right = 5
    for (let n = 0; n < size; n++) {
      const isUpward = ((right + 1) & 2) === 0
      const y = isUpward ? size - 1 - n : n
      for (const x of [right, right - 1]) {
        if (reserved[y]?.[x] || bit >= bytes.length * 8) continue
        ;(modules[y] as boolean[])[x] = (((bytes[bit >>> 3] ?? 0) >>> (7 - (bit & 7))) & 1) === 1
        bit++
      }
    }
  }
}

const MASKS: ((x: number, y: number) => boolean)[] = [
  (x, y) => (x + y) % 2 === 0,
  (_, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
]

function drawFormat(grid: Grid, mask: number) {
  const size = grid.length
  // The two bits of level M are zero.
  let rest = mask
  for (let n = 0; n < 10; n++) rest = (rest << 1) ^ ((rest >>> 9) * 0x537)
  const bits = ((mask << 10) | rest) ^ 0x5412
  const isDark = (n: number) => ((bits >>> n) & 1) === 1
  const set = (x: number, y: number, value: boolean) => {
    ;(grid[y] as boolean[])[x] = value
  }
  for (let n = 0; n < 15; n++) {
    if (n < 6) set(8, n, isDark(n))
    else if (n < 8) set(8, n + 1, isDark(n))
    else if (n === 8) set(7, 8, isDark(n))
    else set(14 - n, 8, isDark(n))
    if (n < 8) set(size - 1 - n, 8, isDark(n))
    else set(8, size - 15 + n, isDark(n))
  }
  set(8, size - 8, true)
}

function penaltyOf(grid: Grid) {
  const size = grid.length
  let penalty = 0
  let dark = 0
  const lines = [...grid, ...grid.map((_, x) => grid.map((row) => row[x] ?? false))]
  for (const line of lines) {
    const text = line.map(Number).join('')
    for (const [run] of text.matchAll(/0{5,}|1{5,}/g)) penalty += run.length - 2
    for (const pattern of ['10111010000', '00001011101'])
      for (let at = text.indexOf(pattern); at >= 0; at = text.indexOf(pattern, at + 1)) penalty += 40
  }
  for (let y = 0; y < size; y++)
    for (let x = 0; x < size; x++) {
      const [here, below] = [grid[y], grid[y + 1]]
      if (here?.[x]) dark++
      if (below && x + 1 < size && here?.[x] === here?.[x + 1] && here?.[x] === below[x] && here?.[x] === below[x + 1]) penalty += 3
    }
  const share = (dark * 100) / (size * size)
  return penalty + Math.floor(Math.abs(share - 50) / 5) * 10
}
