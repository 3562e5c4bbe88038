import { prepareDatabase } from '../postgres/start.ts'

/** Loads a project's demo accounts into a test database, as the first start does. Returns the seed's opening comment. */
export async function loadSeed(url: string, project: string) {
  return (await prepareDatabase({ url, project, seeded: true, production: false })) ?? []
}
