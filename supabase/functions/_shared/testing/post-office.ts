// Servers for tests of sending: a real SMTP server, and an HTTP server that records its requests.
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import { type AddressInfo, createServer as createSocketServer } from 'node:net'
import { text } from 'node:stream/consumers'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'

export interface PostOffice extends AsyncDisposable {
  port: number
  /** The raw mails with their envelopes. */
  arrived: { from: string; to: string[]; raw: string }[]
  /** The same mails, parsed as a mail program parses them. */
  read: () => Promise<Email[]>
}

/** `refuse`: answer each recipient with this SMTP code. `port`: reopen on an earlier port. */
export async function openPostOffice({
  refuse,
  port = 0,
  ...options
}: SMTPServerOptions & { refuse?: number; port?: number } = {}): Promise<PostOffice> {
  const arrived: PostOffice['arrived'] = []
  const server = new SMTPServer({
    authOptional: true,
    disableReverseLookup: true,
    logger: false,
    onRcptTo: ({ address }, _session, done) =>
      done(refuse ? Object.assign(new Error(`no such person as ${address}`), { responseCode: refuse }) : null),
    onData(stream, { envelope }, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const from = envelope.mailFrom ? envelope.mailFrom.address : ''
        arrived.push({ from, to: envelope.rcptTo.map(({ address }) => address), raw: Buffer.concat(chunks).toString() })
        done()
      })
    },
    ...options,
  })
  // Some tests let a client give up in the middle of a handshake. Without this listener the error event would crash the process.
  server.on('error', () => undefined)
  const listening = server.listen(port)
  await once(listening, 'listening')
  const close = () => new Promise<void>((resolve) => server.close(resolve))
  return {
    port: (listening.address() as AddressInfo).port,
    arrived,
    read: () => Promise.all(arrived.map(({ raw }) => PostalMime.parse(raw))),
    [Symbol.asyncDispose]: close,
  }
}

/** Takes the text of each mail and disconnects without a reply, or disconnects earlier, at the command `at`. */
export async function openHangingUpOffice({ at }: { at?: string } = {}) {
  const office = { port: 0, taken: 0, [Symbol.asyncDispose]: async () => void server.close() }
  const server = createSocketServer((socket) => {
    let received: string | undefined
    const isText = (chunk: string) => {
      if (received === undefined) return false
      received += chunk
      if (received.endsWith('\r\n.\r\n')) {
        office.taken++
        socket.destroy()
      }
      return true
    }
    socket.write('220 hello\r\n')
    socket.on('error', () => undefined)
    socket.on('data', (chunk) => {
      if (isText(chunk.toString())) return
      const asksForText = chunk.toString() === 'DATA\r\n'
      if (asksForText) received = ''
      if (at && chunk.toString().startsWith(at)) socket.destroy()
      else socket.write(asksForText ? '354 go on\r\n' : '250 fine\r\n')
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  office.port = (server.address() as AddressInfo).port
  return office
}

export interface HttpStandIn extends AsyncDisposable {
  url: string
  requests: {
    method: string | undefined
    path: string | undefined
    authorization: string | undefined
    idempotencyKey?: string
    body: Record<string, unknown>
  }[]
}

/** If `status` is undefined, the server takes the request and never answers. */
export async function openHttpStandIn(
  status: number | undefined,
  headers: Record<string, string> = {},
  answer: object = {},
): Promise<HttpStandIn> {
  const requests: HttpStandIn['requests'] = []
  const remember = async (request: IncomingMessage) => {
    const body = JSON.parse(await text(request)) as Record<string, unknown>
    const key = request.headers['idempotency-key']
    requests.push({
      method: request.method,
      path: request.url,
      authorization: request.headers.authorization,
      ...(typeof key === 'string' ? { idempotencyKey: key } : {}),
      body,
    })
  }
  const server = createServer((request, response) => {
    void remember(request).then(() => status && response.writeHead(status, headers).end(JSON.stringify(answer)))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const close = async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests, [Symbol.asyncDispose]: close }
}
