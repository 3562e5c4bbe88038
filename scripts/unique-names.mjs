// Names must be unique: only one file exports a function with a given name, and at most two files share a name.
import { basename } from 'node:path'

/** File names that every folder may have, because the folder says what they contain. */
const USUAL_FILES = new Set(['index', 'queries', 'handler', 'rules', 'routes', 'errors', 'limits', 'start', 'testing'])
/** Names that routes export for the router. */
const USUAL_NAMES = new Set(['preload'])
const EXPORTED = /^export (?:async )?(?:function\*? (?<declared>\w+)|const (?<assigned>\w+)[^\n=]*= (?:async )?(?:[(<][^\n]*|\w+ )=>)/gm
/** A route may have the same name as its page. */
const ROUTE = /^web\/src\/routes\/[^/]+\/[^/]+$/
const SOURCE = /^(?:web\/src|server|supabase\/functions|scripts)\/.*\.(?:ts|tsx|mjs)$/

/** The program of a file. The parts of the server, the functions and the scripts are separate programs, which do not import each other. */
const programOf = (path) => /^(?:web|server\/[^/]+(?=\/)|server|supabase|scripts)/.exec(path)?.[0]

/** Takes files as `{ path, source }` and returns error messages. */
export function repeatedNames(files) {
  const sources = files.filter(({ path }) => SOURCE.test(path) && !/\.test\.|\/testing\//.test(path))
  return [...repeatedFiles(sources), ...repeatedExports(sources)]
}

function repeatedFiles(files) {
  const named = files.filter(({ path }) => !ROUTE.test(path))
  const byName = Map.groupBy(named, ({ path }) => basename(path).replace(/\.\w+$/, ''))
  return [...byName]
    .filter(([name, all]) => all.length > 2 && !USUAL_FILES.has(name))
    .map(([name, all]) => `${name} is the name of ${all.length} files: ${all.map(({ path }) => path).join(', ')}`)
}

function repeatedExports(files) {
  const all = files.flatMap(({ path, source }) =>
    [...source.matchAll(EXPORTED)].map(({ groups }) => ({ name: groups.declared ?? groups.assigned, path })),
  )
  const byName = Map.groupBy(all, ({ name, path }) => `${programOf(path)} ${name}`)
  return [...byName.values()]
    .filter(([first, second]) => second && !USUAL_NAMES.has(first.name))
    .map((each) => `${each[0].name} is exported by ${each.map(({ path }) => path).join(' and ')}`)
}
