// The real server, which can record its database queries.
import pg from 'pg'
import { readConfig } from '../../server/config.ts'
import { startServer } from '../../server/main.ts'
import { PROJECTS } from '../../server/testing/cluster.ts'
import { serveParent } from './child.ts'

export interface Asked {
  text: string
  values: unknown[]
}

await startServer(readConfig(process.env), {
  project: PROJECTS[process.env['PROJECT'] === 'product' ? 'product' : 'sample'],
  site: process.env['SITE_FOLDER'] ?? '',
})

const { prototype } = pg.Client
const original = Object.getOwnPropertyDescriptor(prototype, 'query') ?? {}
let asked: Asked[] = []

serveParent((question) => {
  if (question === 'memory') return process.memoryUsage()
  Object.defineProperty(prototype, 'query', question === 'record' ? { ...original, value: recording(original.value) } : original)
  if (question === 'record') asked = []
  return asked
})

function recording(query: (...given: unknown[]) => unknown) {
  return new Proxy(query, {
    apply(target, client, given: [string | Partial<Asked>, unknown[]?]) {
      const [first, values = []] = given
      asked.push(typeof first === 'string' ? { text: first, values } : { text: first.text ?? '', values: first.values ?? values })
      return Reflect.apply(target, client, given)
    },
  })
}
