// The clinic behind the real server: people call it through the real client.
import { createClient } from '@supabase/supabase-js'
import { startTestServer } from '../../server/testing/server.ts'
import type { Database } from '../functions/_shared/database.types.ts'
import { type Name, staff } from './clinic.ts'

export type ServedClinic = Awaited<ReturnType<typeof openServedClinic>>
export type Client = ServedClinic['visitor']

/** `env` is what an operator would set. */
export async function openServedClinic(env: NodeJS.ProcessEnv = {}) {
  const server = await startTestServer({ project: 'product', env })
  const clinic = await staff(server.database)
  const client = (key: string, token?: string) =>
    createClient<Database>(server.url, key, token ? { accessToken: async () => token } : { auth: { persistSession: false } })
  return {
    ...clinic,
    url: server.url,
    keys: server.keys,
    tokens: server.tokens,
    tokenOf: (name: Name) => server.tokenOf(name),
    /** Somebody signed in. */
    clientOf: async (name: Name) => client(server.keys.publishable, await server.tokenOf(name)),
    /** Somebody with any token, true or forged. */
    clientWith: (token: string) => client(server.keys.publishable, token),
    visitor: client(server.keys.publishable),
    withSecretKey: client(server.keys.secret),
    stop: () => server.stop(),
  }
}

/** What calling a function comes to: its status and its answer, whichever way it went. */
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
