// Which modules share a file of the built site. Each file costs a request, and every byte of it delays the pages that load it first.
// Modules that only one page needs stay with that page. Others are grouped by the kinds of pages that need them.
import { basename, dirname } from 'node:path'

interface Graph {
  getModuleInfo: (id: string) => { importers: readonly string[]; code: string | null } | null
}

/** Mailed links and the gallery for developers. They do not count: a module that they share with one page stays with that page. */
const RARE_PAGES = ['links', 'dev']

const isBehindSignIn = (folder: string) => folder === 'staff' || folder === 'personal'

/** The pages that import a module statically, as `folder/page`. */
function pagesOf(id: string, graph: Graph, seen = new Set<string>()): string[] {
  if (seen.has(id)) return []
  seen.add(id)
  const [, page] = /\/src\/routes\/([\w-]+\/[\w-]+)\.tsx$/.exec(id) ?? []
  if (page) return [page]
  return graph.getModuleInfo(id)?.importers.flatMap((importer) => pagesOf(importer, graph, seen)) ?? []
}

/** The package's index imports every icon, so users are found by name. No page waits for icons that only parts loaded later use. */
function groupOfIcon(id: string, graph: Graph) {
  const index = graph.getModuleInfo(id.replace(/icons\/.*/, 'lucide-react.mjs'))
  const [, names = ''] = new RegExp(`\\{ default as ([^}]*) \\} from '\\./icons/${basename(id)}'`).exec(index?.code ?? '') ?? []
  const used = new RegExp(`import \\{[^}]*\\b(?:${names.replaceAll(', default as ', '|')})\\b[^}]*\\} from "lucide-react"`)
  const users = index?.importers.filter((user) => used.test(graph.getModuleInfo(user)?.code ?? '')) ?? []
  const pages = users.flatMap((user) => pagesOf(user, graph))
  if (pages.length === 0) return 'later-icons'
  if (pages.includes('public/home')) return 'all-pages'
  return pages.every((page) => isBehindSignIn(dirname(page))) ? 'app' : 'public'
}

function groupOf(id: string, graph: Graph) {
  if (id.includes('/lucide-react/dist/esm/icons/')) return groupOfIcon(id, graph)
  const pages = pagesOf(id, graph).filter((page) => !RARE_PAGES.includes(dirname(page)))
  // Profile loads its sections at first, and the schedule of doctors has them in a part that is loaded later.
  if (pages.length < 2) return id.endsWith('/ui/phone-section.tsx') ? 'app' : null
  const folders = [...new Set(pages.map((page) => dirname(page)))]
  if (pages.includes('public/home')) return folders.some(isBehindSignIn) ? 'all-pages' : 'home-and-others'
  // Long texts. No other public page waits for what they share.
  if (folders.every((folder) => folder === 'content' || folder === 'legal')) return 'content-and-legal'
  if (folders.length === 1 && folders[0] !== 'personal') return `${folders[0]}-pages`
  if (folders.every(isBehindSignIn)) return 'app'
  return folders.every((folder) => isBehindSignIn(folder) || folder === 'doctors') ? 'doctors-and-app' : 'public'
}

const EVERY_PAGE = /node_modules\/(?:react|react-dom|scheduler)\/|\/src\/(?:entry-client|app|routes)\.tsx|\/src\/components\/shell\//
/** Radix, and what its dialogs import. */
const RADIX =
  /node_modules\/(?:@?radix-ui|aria-hidden|react-remove-scroll|react-style-singleton|tslib|use-callback-ref|use-sidecar)|\/ui\/(?:accordion|switch)\.tsx/
const FILES =
  /\/features\/files\/(?:connection|files-button|queries|refresh|rules|unfinished|upload(?:-queue)?\.|use-uploads)|\/lib\/(?:file-names|data\/stored)/
const apart = { includeDependenciesRecursively: false }

// A module goes into the first group that matches. `site` and `realtime` also include its dependencies.
export const CHUNK_GROUPS = [
  { name: 'site', test: EVERY_PAGE },
  { name: 'rules', test: /node_modules\/zod\/|\/src\/lib\/data\/functions\.ts/, ...apart },
  { name: 'radix', test: RADIX, ...apart },
  { name: 'realtime', test: /node_modules\/@supabase\/(?:realtime-js|phoenix)\// },
  { name: 'files', test: FILES, ...apart },
  { name: groupOf, debugName: 'by page', ...apart },
]
