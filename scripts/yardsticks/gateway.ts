// A gateway like that of a local Supabase. The tests have built-in keys, which the gateway replaces with the server's own keys.
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http'

interface Options {
  port: number
  serverPort: number
  keys: { publishable: string; secret: string }
}

export async function startGateway({ port, serverPort, keys }: Options) {
  const forward = (incoming: IncomingMessage) => {
    const { apikey, authorization = '' } = incoming.headers
    const url = new URL(incoming.url ?? '/', 'http://127.0.0.1')
    const inUrl = url.searchParams.get('apikey')
    if (inUrl !== null) url.searchParams.set('apikey', keyFor(inUrl, keys) ?? inUrl)
    const [, token = ''] = /^Bearer (.*)$/i.exec(authorization) ?? []
    const ownKey = keyFor(token, keys)
    const key = typeof apikey === 'string' ? (keyFor(apikey, keys) ?? apikey) : (ownKey ?? keys.publishable)
    const headers: IncomingHttpHeaders = { ...incoming.headers, apikey: key }
    // An API key in this header is not a user's token.
    if (ownKey) delete headers.authorization
    return request({ host: '127.0.0.1', port: serverPort, method: incoming.method, path: `${url.pathname}${url.search}`, headers })
  }
  const server = createServer((incoming, outgoing) => {
    const forwarded = forward(incoming)
    forwarded.on('response', (response) => {
      outgoing.writeHead(response.statusCode ?? 502, response.headers)
      response.pipe(outgoing)
    })
    forwarded.on('error', () => outgoing.destroy())
    outgoing.on('close', () => forwarded.destroy())
    incoming.pipe(forwarded)
  })
  server.on('upgrade', (incoming, socket) => {
    const forwarded = forward(incoming)
    forwarded.on('upgrade', ({ rawHeaders }, upstream) => {
      const lines = rawHeaders.flatMap((text, index) => (index % 2 ? [] : [`${text}: ${rawHeaders[index + 1]}`]))
      socket.write(`HTTP/1.1 101 Switching Protocols\r\n${lines.join('\r\n')}\r\n\r\n`)
      upstream.pipe(socket).pipe(upstream)
      for (const [one, other] of [
        [socket, upstream],
        [upstream, socket],
      ] as const)
        one.on('error', () => other.destroy())
    })
    forwarded.on('response', () => socket.destroy())
    forwarded.on('error', () => socket.destroy())
    forwarded.end()
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return server
}

/** The server's key for a built-in key. Built-in keys are tokens with a role, but without a user session or an address. */
function keyFor(token: string, { publishable, secret }: Options['keys']) {
  const claims = claimsOf(token)
  if (!claims || 'session_id' in claims) return undefined
  if (claims['role'] === 'anon') return publishable
  return claims['role'] === 'service_role' || claims['role'] === 'supabase_admin' ? secret : undefined
}

function claimsOf(token: string): Record<string, unknown> | undefined {
  try {
    return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as Record<string, unknown>
  } catch {
    return undefined
  }
}
