// Which modules share a file of the built site. Each file costs a request, and every byte of it delays the pages that load it first.
// Modules that only one page needs stay with that page. Others go by the kinds of pages that need them.
import { basename } from 'node:path'

interface Graph {
  getModuleInfo: (id: string) => { importers: readonly string[]; code: string | null } | null
}

const STAFF_PAGES = new Set([
  'all-appointments',
  'calendar',
  'dashboard',
  'doctor-management',
  'doctor-panel',
  'legal-announcements',
  'logs',
  'overview',
  'people',
  'site',
])
const PATIENT_PAGES = new Set(['appointments', 'auth', 'call', 'profile', 'video-test'])
/** The list of doctors and the page of one. */
const DOCTOR_PAGES = new Set(['doctor', 'doctors'])
/** The legal documents. */
const LEGAL_PAGES = new Set(['cookies', 'privacy', 'terms'])
/** Pages with content that admins add. */
const CONTENT_PAGES = new Set(['faq', 'interior-design'])
/** The gallery for developers, and the pages of links that people are sent: what they share with one other page stays with that page. */
const RARE_PAGES = new Set(['dev-ui', 'invitation', 'preview'])

/** The pages that load a module with their own code, not later. */
function pagesOf(id: string, graph: Graph, seen = new Set<string>()): string[] {
  if (seen.has(id)) return []
  seen.add(id)
  if (/\/src\/routes\/[\w-]+\.tsx$/.test(id)) return [basename(id, '.tsx')]
  return graph.getModuleInfo(id)?.importers.flatMap((importer) => pagesOf(importer, graph, seen)) ?? []
}

/** The index of the package imports every icon, so that importers say nothing. Icons that the home page does not name would delay it. */
function groupOfIcon(id: string, graph: Graph) {
  const index = graph.getModuleInfo(id.replace(/icons\/.*/, 'lucide-react.mjs'))
  const [, names = ''] = new RegExp(`\\{([^}]*)\\} from '\\./icons/${basename(id)}'`).exec(index?.code ?? '') ?? []
  const used = new RegExp(
    `import \\{[^}]*\\b(?:${names.replaceAll('default as ', '').trim().replaceAll(', ', '|')})\\b[^}]*\\} from "lucide-react"`,
  )
  const users = index?.importers.filter((user) => used.test(graph.getModuleInfo(user)?.code ?? '')) ?? []
  return users.some((user) => pagesOf(user, graph).includes('home')) ? 'all-pages' : 'public'
}

function groupOf(id: string, graph: Graph) {
  if (id.includes('/lucide-react/dist/esm/icons/')) return groupOfIcon(id, graph)
  const pages = pagesOf(id, graph).filter((page) => !RARE_PAGES.has(page))
  if (pages.length < 2) return null
  if (pages.every((page) => DOCTOR_PAGES.has(page))) return 'doctor-pages'
  if (pages.every((page) => LEGAL_PAGES.has(page))) return 'legal-pages'
  if (pages.every((page) => CONTENT_PAGES.has(page))) return 'content-pages'
  if (pages.includes('home'))
    return pages.some((page) => STAFF_PAGES.has(page) || PATIENT_PAGES.has(page)) ? 'all-pages' : 'home-and-others'
  if (pages.every((page) => STAFF_PAGES.has(page))) return 'staff'
  if (pages.every((page) => STAFF_PAGES.has(page) || PATIENT_PAGES.has(page))) return 'app'
  if (pages.every((page) => DOCTOR_PAGES.has(page) || STAFF_PAGES.has(page) || PATIENT_PAGES.has(page))) return 'doctors-and-app'
  return 'public'
}

/** Radix, and what its dialogs import. */
const RADIX =
  /node_modules\/(?:@?radix-ui|aria-hidden|react-remove-scroll|react-style-singleton|tslib|use-callback-ref|use-sidecar)|\/ui\/(?:accordion|switch)\.tsx/
const FILES =
  /\/features\/files\/(?:connection|files-button|queries|refresh|rules|unfinished|upload(?:-queue)?\.|use-uploads)|\/lib\/(?:file-names|data\/stored)/
const apart = { includeDependenciesRecursively: false }

// The first group that fits takes a module; `site` and `realtime` also take what it imports.
export const CHUNK_GROUPS = [
  // Every page needs these.
  {
    name: 'site',
    test: /node_modules\/(?:react|react-dom|scheduler)\/|\/src\/(?:entry-client|app|routes)\.tsx|\/src\/components\/shell\//,
  },
  { name: 'rules', test: /node_modules\/zod\/|\/src\/lib\/data\/functions\.ts/, ...apart },
  { name: 'radix', test: RADIX, ...apart },
  { name: 'realtime', test: /node_modules\/@supabase\/(?:realtime-js|phoenix)\// },
  { name: 'files', test: FILES, ...apart },
  { name: 'waiting-room', test: /\/call\/waiting\/(?:chime|status|use|waiting-keys|waiting-requests)/, ...apart },
  { name: groupOf, debugName: 'by page', ...apart },
]
