// Allowed imports. web: routes → features → domain → components → lib, and inside a feature only downwards. server: main → backend → parts,
// and parts do not import each other. supabase imports no other folder, and its tests only server/testing. e2e imports only itself and the
// stand-ins for third parties.
import { dirname, join, relative } from 'node:path'
import { root } from './set-up.mjs'

const SHARED_WITH_WEB =
  /^supabase\/functions\/_shared\/(azerbaijani|company|company-texts|missing-settings|calendar|cities|rules|database\.types)\.ts$/
// Small servers that replace third parties at the network edge.
const STAND_INS = /^supabase\/functions\/_shared\/testing\//
// Tests and their helpers, next to the code that they test.
const IS_FOR_TESTS = /\.test\.ts$|\/test(?:ing)?(?:-[^/]+)?\.ts$/
const WEB_LAYERS = ['lib', 'components', 'domain', 'features', 'routes']
// The folders inside a feature, lowest first. A folder may import the folders before it in the same row, and no others.
const FOR_BOTH = ['shared', 'shared/picker', 'shared/reschedule']
const FOLDERS = {
  appointments: [
    [...FOR_BOTH, 'patient', 'patient/mine', 'patient/booking'],
    [...FOR_BOTH, 'staff', 'staff/offers', 'staff/notes', 'staff/lists', 'staff/desk', 'staff/calendar'],
  ],
  call: [
    ['', 'devices', 'lobby', 'room'],
    ['', 'panel'],
    ['', 'devices', 'test'],
    ['', 'waiting'],
  ],
}

/** The reason why an import is not allowed, or undefined if it is. Paths are relative to the project's root. */
export function violationOf(from, to) {
  const [folder, ...inside] = from.split('/')
  const [otherFolder, ...otherInside] = to.split('/')
  if (folder === 'web')
    return otherFolder === 'web'
      ? webViolation(inside, otherInside)
      : SHARED_WITH_WEB.test(to)
        ? undefined
        : `web reaches other folders only over HTTP, so it may not import ${to}`
  if (folder === 'supabase') {
    if (otherFolder === 'supabase') return undefined
    return inside[0] === 'tests' && to.startsWith('server/testing/')
      ? undefined
      : 'supabase imports nothing from other folders; its tests may import server/testing'
  }
  if (folder === 'e2e')
    return otherFolder === 'e2e' || STAND_INS.test(to) ? undefined : 'e2e imports nothing but its own fixtures and stand-ins'
  if (folder === 'server')
    return otherFolder === 'server'
      ? serverViolation(from, inside, otherInside)
      : 'server imports nothing from other folders; it hosts any supabase folder and any built site'
  return undefined
}

function webViolation([src, layer, noun, ...inside], [otherSrc, otherLayer, otherNoun, ...otherInside]) {
  if (src !== 'src' || otherSrc !== 'src') return undefined
  const [rank, otherRank] = [WEB_LAYERS.indexOf(layer), WEB_LAYERS.indexOf(otherLayer)]
  if (rank === -1 || otherRank === -1) return undefined
  if (otherRank > rank) return `${layer} does not import ${otherLayer}: the direction is routes → features → domain → components → lib`
  if (layer !== 'features' || otherLayer !== 'features') return undefined
  return noun === otherNoun ? insideViolation(noun, inside, otherInside) : 'two features meet only in a route'
}

function insideViolation(noun, inside, otherInside) {
  const rows = FOLDERS[noun]
  if (!rows) return undefined
  const [folder, otherFolder] = [folderOf(rows, inside), folderOf(rows, otherInside)]
  const isDownwards = rows.some(
    (row) => row.includes(folder) && row.includes(otherFolder) && row.indexOf(otherFolder) <= row.indexOf(folder),
  )
  return isDownwards ? undefined : `inside ${noun}, ${folder || 'the top'} does not import ${otherFolder || 'the top'}`
}

/** The deepest known folder that contains a file. */
function folderOf(rows, inside) {
  const path = inside.slice(0, -1).join('/')
  const known = rows.flat().filter((folder) => folder === '' || path === folder || path.startsWith(`${folder}/`))
  return known.toSorted((one, other) => other.length - one.length)[0] ?? path
}

function serverViolation(from, inside, otherInside) {
  const part = inside.length > 1 ? inside[0] : undefined
  const otherPart = otherInside.length > 1 ? otherInside[0] : undefined
  if (part === undefined || part === 'testing') return undefined
  if (otherPart === 'testing' && IS_FOR_TESTS.test(from)) return undefined
  if (otherPart !== undefined && otherPart !== part)
    return `parts do not import each other (${part} → ${otherPart}); pass it as an argument`
  return undefined
}

export const importArrows = {
  create(context) {
    const check = (node) => {
      const specifier = node.source?.value
      if (typeof specifier !== 'string' || !specifier.startsWith('.')) return
      const from = relative(root, context.filename)
      const violation = violationOf(from, join(dirname(from), specifier))
      if (violation) context.report({ node, message: violation })
    }
    return { ImportDeclaration: check, ExportNamedDeclaration: check, ExportAllDeclaration: check, ImportExpression: check }
  },
}
