// The bundler puts its few helpers into a file of their own, which every page would have to load. This moves them into the file that every
// page loads anyway. Done to the built files, because the bundler's chunk groups cannot take them.
import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const RUNTIME = /^rolldown-runtime-.*\.js$/
const SITE = /^site-.*\.js$/

export async function mergeRuntime(client: string) {
  const assets = join(client, 'assets')
  const files = (await readdir(assets)).filter((name) => name.endsWith('.js'))
  const [runtime, site] = [files.find((name) => RUNTIME.test(name)), files.find((name) => SITE.test(name))]
  if (!runtime || !site) throw new Error('The build has no file for the runtime or for the site.')
  const { body, exported } = parse(await readFile(join(assets, runtime), 'utf8'))
  const theImport = new RegExp(`import\\{([^}]*)\\}from"\\./${runtime}";?`)
  await Promise.all(
    files.map(async (name) => {
      const path = join(assets, name)
      const code = (await readFile(path, 'utf8')).replaceAll(`"assets/${runtime}"`, `"assets/${site}"`)
      const merged =
        name === site
          ? code.replace(theImport, (_, names: string) => define(body, exported, namesIn(names)))
          : code.replace(theImport, (_, names: string) => `import{${namesIn(names).map(alias).join()}}from"./${site}";`)
      if (merged.includes(runtime) && name !== runtime) throw new Error(`${name} still needs ${runtime}.`)
      await writeFile(path, merged)
    }),
  )
  await rm(join(assets, runtime))
  const page = join(client, 'index.html')
  const tag = new RegExp(`\\s*<(?:script|link)[^>]*${runtime}"[^>]*>(?:</script>)?`)
  await writeFile(page, (await readFile(page, 'utf8')).replace(tag, ''))
  await mergeInManifest(join(client, '.vite/manifest.json'), `assets/${runtime}`, `assets/${site}`)
}

/** The code without its export, and the local names by their exported ones. */
function parse(code: string) {
  const [whole = '', names = ''] = /export\{([^}]*)\};?\s*$/.exec(code) ?? []
  if (!whole) throw new Error('The runtime exports nothing.')
  return { body: code.slice(0, -whole.length), exported: namesIn(names).map(({ from, to }) => ({ name: to, local: from })) }
}

const namesIn = (list: string) =>
  list.split(',').map((each) => {
    const [from = '', to = from] = each.trim().split(/\s+as\s+/)
    return { from, to }
  })

/** A name that no other export has: the bundler's own are one to three letters. */
const alias = ({ from, to }: { from: string; to: string }) => `$runtime_${from} as ${to}`

/** In a function, so that its names cannot clash with those of the site. */
function define(body: string, exported: { name: string; local: string }[], wanted: { from: string; to: string }[]) {
  const members = exported.map(({ name, local }) => `${name}:${local}`).join()
  const own = wanted.map(({ from, to }) => `${to}=$runtime.${from}`).join()
  const shared = exported.map(({ name }) => `$runtime_${name}=$runtime.${name}`).join()
  return `const $runtime=(()=>{${body.replace(/[,;]\s*$/, '')};return{${members}}})(),${own};export const ${shared};`
}

interface Chunk {
  file: string
  imports?: string[]
}

async function mergeInManifest(path: string, runtime: string, site: string) {
  const chunks = Object.entries(JSON.parse(await readFile(path, 'utf8')) as Record<string, Chunk>)
  const keyOf = (file: string) => chunks.find(([, chunk]) => chunk.file === file)?.[0]
  const [runtimeKey, siteKey] = [keyOf(runtime), keyOf(site)]
  if (!runtimeKey || !siteKey) throw new Error('The manifest does not name the runtime or the site.')
  const merged = chunks
    .filter(([key]) => key !== runtimeKey)
    .map(([key, chunk]) => {
      const imports = new Set(chunk.imports?.map((each) => (each === runtimeKey ? siteKey : each)))
      // A file does not import itself.
      if (key === siteKey) imports.delete(siteKey)
      return [key, { ...chunk, imports: [...imports] }]
    })
  await writeFile(path, JSON.stringify(Object.fromEntries(merged)))
}
