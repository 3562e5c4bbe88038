// The clinic behind the real server: people call it with the real client.
import { createClient } from '@supabase/supabase-js'
import { startTestServer } from '../../server/testing/server.ts'
import type { Database } from '../functions/_shared/database.types.ts'
import { addStaff, type Name, openForThisFile } from './clinic.ts'

export type ClinicServer = Awaited<ReturnType<typeof startClinicServer>>
export type Client = ClinicServer['visitor']

/** `env` has variables as an operator would set them. */
export async function startClinicServer(env: NodeJS.ProcessEnv = {}) {
  // On a machine with shared cores, a write can stall for longer than the default timeout of one second.
  const server = await startTestServer({ project: 'product', env: { WRITE_TIMEOUT_MS: '5000', ...env } })
  const clinic = await addStaff(server.database)
  const client = (key: string, token?: string) =>
    createClient<Database>(server.url, key, token ? { accessToken: async () => token } : { auth: { persistSession: false } })
  return {
    ...clinic,
    url: server.url,
    keys: server.keys,
    tokens: server.tokens,
    tokenOf: (name: Name) => server.tokenOf(name),
    /** A client signed in as that person. */
    clientOf: async (name: Name) => client(server.keys.publishable, await server.tokenOf(name)),
    /** A client with any token, genuine or forged. */
    clientWith: (token: string) => client(server.keys.publishable, token),
    visitor: client(server.keys.publishable),
    withSecretKey: client(server.keys.secret),
    stop: () => server.stop(),
  }
}

/** The server of this test file, see `useClinic`. */
export const useClinicServer = (env: NodeJS.ProcessEnv = {}) =>
  openForThisFile(
    () => startClinicServer(env),
    (server) => server.stop(),
  )

/** Status and body of a function call, whether it succeeded or not. */
export async function invoke(from: Client, name: string, options: Parameters<Client['functions']['invoke']>[1] = {}) {
  const { data, error, response } = await from.functions.invoke<unknown>(name, options)
  if (!error) return { status: response?.status, answer: data, error: undefined }
  if (!response) throw error
  const text = await response.text()
  return {
    status: response.status,
    answer: text.startsWith('{') ? (JSON.parse(text) as unknown) : text,
    error: (error as Error).name,
  }
}
