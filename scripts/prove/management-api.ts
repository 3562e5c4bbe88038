// A stand-in for the part of Supabase's management API that `config push` calls before it changes a project's Auth settings. The project
// has the Send Email hook on.
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

export const PROJECT_REF = 'abcdefghijklmnopqrst'

const AUTH = {
  site_url: 'https://example.org',
  hook_send_email_enabled: true,
  hook_send_email_uri: `https://${PROJECT_REF}.supabase.co/functions/v1/send-auth-email`,
  hook_send_email_secrets: 'v1,whsec_c2VjcmV0',
}
const ANSWERS: Record<string, object> = {
  [`/v1/projects/${PROJECT_REF}`]: {
    id: PROJECT_REF,
    ref: PROJECT_REF,
    organization_id: 'example',
    organization_slug: 'example',
    name: 'example',
    region: 'eu-central-1',
    created_at: '2026-01-01T00:00:00Z',
    status: 'ACTIVE_HEALTHY',
    database: { host: 'db.example.org', version: '17', postgres_engine: '17', release_channel: 'ga' },
  },
  [`/v1/projects/${PROJECT_REF}/billing/addons`]: { selected_addons: [], available_addons: [] },
  [`/v2/projects/${PROJECT_REF}/config`]: { data: { type: 'project_config', id: PROJECT_REF, attributes: { auth: AUTH } } },
}

export async function startManagementApi() {
  const changed = new Set<string>()
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await text(request)
    if (request.method === 'PATCH' && request.url === `/v1/projects/${PROJECT_REF}/config/auth`)
      for (const name of Object.keys(JSON.parse(body) as object)) changed.add(name)
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify(ANSWERS[request.url ?? ''] ?? {}))
  }
  const server = createServer((request, response) => void answer(request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** The names of the Auth settings that were changed. */
    authChanges: () => [...changed],
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
