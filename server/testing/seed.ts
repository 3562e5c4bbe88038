import { prepareDatabase } from '../postgres/start.ts'

/** Loads a project's demo people into a test database, as a first start does. Returns the seed's opening comment. */
export async function loadSeed(url: string, project: string) {
  return (await prepareDatabase({ url, project, seeded: true, production: false })) ?? []
}
