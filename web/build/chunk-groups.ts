// Which modules share a file of the built site. Each file costs a request, and every byte of it delays the pages that load it first.
// Modules that only one page needs stay with that page. Others go by the kinds of pages that need them.
import { basename } from 'node:path'

interface Graph {
  getModuleInfo: (id: string) => { importers: readonly string[] } | null
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

const isIn =
  (...paths: string[]) =>
  (id: string) =>
    paths.some((path) => id.includes(path))

/** The pages that load a module with their own code, not later. */
function pagesOf(id: string, graph: Graph, seen = new Set<string>()): string[] {
  if (seen.has(id)) return []
  seen.add(id)
  if (/\/src\/routes\/[\w-]+\.tsx$/.test(id)) return [basename(id, '.tsx')]
  return graph.getModuleInfo(id)?.importers.flatMap((importer) => pagesOf(importer, graph, seen)) ?? []
}

function groupOf(id: string, graph: Graph) {
  const pages = pagesOf(id, graph).filter((page) => !RARE_PAGES.has(page))
  if (pages.length < 2) return null
  if (pages.every((page) => DOCTOR_PAGES.has(page))) return 'doctor-pages'
  if (pages.every((page) => LEGAL_PAGES.has(page))) return 'legal-pages'
  if (pages.every((page) => CONTENT_PAGES.has(page))) return 'content-pages'
  if (pages.includes('home')) return 'home-and-others'
  if (pages.every((page) => STAFF_PAGES.has(page))) return 'staff'
  if (pages.every((page) => STAFF_PAGES.has(page) || PATIENT_PAGES.has(page))) return 'app'
  if (pages.every((page) => DOCTOR_PAGES.has(page) || STAFF_PAGES.has(page) || PATIENT_PAGES.has(page))) return 'doctors-and-app'
  return 'public'
}

// The first group that fits takes a module, and what it imports.
export const CHUNK_GROUPS = [
  {
    // What every page needs.
    name: 'site',
    test: isIn(
      'node_modules/react/',
      'node_modules/react-dom/',
      'node_modules/scheduler/',
      'src/entry-client.tsx',
      'src/app.tsx',
      'src/routes.tsx',
      'src/components/shell/',
    ),
  },
  { name: 'rules', test: isIn('node_modules/zod/', 'src/lib/data/functions.ts'), includeDependenciesRecursively: false },
  {
    name: 'radix',
    test: isIn('node_modules/@radix-ui/', 'node_modules/radix-ui/', 'ui/accordion.tsx', 'ui/switch.tsx'),
    includeDependenciesRecursively: false,
  },
  { name: 'realtime', test: isIn('node_modules/@supabase/realtime-js/', 'node_modules/@supabase/phoenix/') },
  { name: groupOf, debugName: 'by page', includeDependenciesRecursively: false },
]
