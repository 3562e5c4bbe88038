// A stand-in for Daily's REST API at the network edge: rooms and meeting tokens, as documented, in memory.
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

interface DailyRequest {
  path: string
  key: string | undefined
  body: Record<string, unknown>
}

export interface DailyStandIn {
  url: string
  requests: DailyRequest[]
  rooms: Map<string, Record<string, unknown>>
  /** The response to every request while it is set. */
  fault: { status: number; body: string } | undefined
  [Symbol.asyncDispose]: () => Promise<void>
}

export async function openDaily(key: string): Promise<DailyStandIn> {
  const standIn: DailyStandIn = { url: '', requests: [], rooms: new Map(), fault: undefined, [Symbol.asyncDispose]: close }
  const server = createServer((request, response) => {
    void answer(request).then(({ status, body }) => response.writeHead(status, { 'content-type': 'application/json' }).end(body))
  })

  async function answer(request: IncomingMessage) {
    const path = request.url ?? ''
    const body = JSON.parse((await request.toArray()).join('')) as Record<string, unknown>
    const given = request.headers.authorization?.replace('Bearer ', '')
    standIn.requests.push({ path, key: given, body })
    if (standIn.fault) return standIn.fault
    if (given !== key) return json(401, { error: 'authentication-error' })
    const name = path === '/rooms' ? String(body['name']) : path.split('/')[2]
    const room = { name, url: `https://clinic.daily.co/${name}`, privacy: body['privacy'], config: body['properties'] }
    const exists = standIn.rooms.has(name ?? '')
    if (path === '/rooms' && exists) return json(400, { error: 'invalid-request-error', info: `a room named ${name} already exists` })
    if (path.startsWith('/rooms')) {
      if (path !== '/rooms' && !exists) return json(404, { error: 'not-found' })
      standIn.rooms.set(name ?? '', room)
      return json(200, room)
    }
    if (path === '/meeting-tokens') return json(200, { token: Buffer.from(JSON.stringify(body['properties'])).toString('base64url') })
    return json(404, { error: 'not-found' })
  }

  async function close() {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  standIn.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return standIn
}

const json = (status: number, body: object) => ({ status, body: JSON.stringify(body) })
