// Who may import whom. web: routes → features → components → lib; server: main → backend → parts, and parts do not import each other;
// supabase imports nothing of ours, its tests only server/testing; e2e imports only itself and the stand-ins for third parties.
import { dirname, join, relative } from 'node:path'
import { root } from './set-up.mjs'

const SHARED_WITH_WEB = /^supabase\/functions\/_shared\/(azerbaijani|company|calendar|cities|rules|database\.types)\.ts$/
// The drawing of QR codes needs nothing of the server around it.
const SERVER_FILE_FOR_WEB = 'server/auth/mfa/qr.ts'
// Small servers that replace third parties at the network edge.
const STAND_INS = /^supabase\/functions\/_shared\/testing\//
// Tests and their helpers, beside the code that they test.
const IS_FOR_TESTS = /\.test\.ts$|\/test(?:ing)?(?:-[^/]+)?\.ts$/
const WEB_LAYERS = ['lib', 'components', 'features', 'routes']

/** Undefined when the import is allowed, otherwise the reason against it. Paths are relative to the project's root. */
export function violationOf(from, to) {
  const [folder, ...inside] = from.split('/')
  const [otherFolder, ...otherInside] = to.split('/')
  if (folder === 'web')
    return otherFolder === 'web'
      ? webViolation(inside, otherInside)
      : SHARED_WITH_WEB.test(to) || to === SERVER_FILE_FOR_WEB
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

function webViolation([src, layer, noun], [otherSrc, otherLayer, otherNoun]) {
  if (src !== 'src' || otherSrc !== 'src') return undefined
  const [rank, otherRank] = [WEB_LAYERS.indexOf(layer), WEB_LAYERS.indexOf(otherLayer)]
  if (rank === -1 || otherRank === -1) return undefined
  if (otherRank > rank) return `${layer} does not import ${otherLayer}: the direction is routes → features → components → lib`
  if (layer === 'features' && otherLayer === 'features' && noun !== otherNoun) return 'two features meet only in a route'
  return undefined
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
