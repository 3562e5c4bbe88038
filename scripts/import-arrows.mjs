// The one structure rule. web: routes → features → components → lib; server: main → app → parts, and parts do not know each other;
// supabase imports nothing of ours but its tests the harness; e2e imports only itself, and those who stand in for third parties.
import { dirname, join, relative } from 'node:path'
import { root } from './set-up.mjs'

const SHARED_WITH_WEB = /^supabase\/functions\/_shared\/(azerbaijani|company|calendar|cities|rules|database\.types)\.ts$/
// One of each, at the network edge.
const STAND_INS = /^supabase\/functions\/_shared\/testing\//
// Tests, and what only they use, beside the code they are about.
const IS_FOR_TESTS = /\.test\.ts$|\/test(?:ing)?(?:-[^/]+)?\.ts$/
const WEB_LAYERS = ['lib', 'components', 'features', 'routes']

/** Undefined when the import is fine, else why not. Paths are relative to the project's root. */
export function complaintAbout(from, to) {
  const [room, ...inside] = from.split('/')
  const [otherRoom, ...otherInside] = to.split('/')
  if (room === 'web')
    return otherRoom === 'web'
      ? webComplaint(inside, otherInside)
      : SHARED_WITH_WEB.test(to)
        ? undefined
        : `web reaches other rooms only over the wire, not ${to}`
  if (room === 'supabase') {
    if (otherRoom === 'supabase') return undefined
    return inside[0] === 'tests' && to.startsWith('server/testing/')
      ? undefined
      : 'supabase imports nothing of ours; its tests may import server/testing'
  }
  if (room === 'e2e')
    return otherRoom === 'e2e' || STAND_INS.test(to) ? undefined : 'e2e imports nothing but its own fixtures and stand-ins'
  if (room === 'server')
    return otherRoom === 'server'
      ? serverComplaint(from, inside, otherInside)
      : 'server knows no other room; it hosts any supabase folder and any built site'
  return undefined
}

function webComplaint([src, layer, noun], [otherSrc, otherLayer, otherNoun]) {
  if (src !== 'src' || otherSrc !== 'src') return undefined
  const [rank, otherRank] = [WEB_LAYERS.indexOf(layer), WEB_LAYERS.indexOf(otherLayer)]
  if (rank === -1 || otherRank === -1) return undefined
  if (otherRank > rank) return `${layer} does not import ${otherLayer}: the arrow is routes → features → components → lib`
  if (layer === 'features' && otherLayer === 'features' && noun !== otherNoun) return 'two features meet only in a route'
  return undefined
}

function serverComplaint(from, inside, otherInside) {
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
      const complaint = complaintAbout(from, join(dirname(from), specifier))
      if (complaint) context.report({ node, message: complaint })
    }
    return { ImportDeclaration: check, ExportNamedDeclaration: check, ExportAllDeclaration: check, ImportExpression: check }
  },
}
