// A small TURN server (RFC 5766) over UDP with time-limited credentials, as much of it as browsers use.
import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { createSocket, type RemoteInfo, type Socket } from 'node:dgram'

const HOST = '127.0.0.1'
const REALM = 'story'
const MAGIC_COOKIE = 0x2112a442
const HEADER_BYTES = 20
const INTEGRITY_BYTES = 24

const METHOD = { binding: 1, allocate: 3, refresh: 4, send: 6, data: 7, createPermission: 8, channelBind: 9 } as const
const CLASS = { request: 0x000, indication: 0x010, success: 0x100, error: 0x110 } as const
const ATTRIBUTE = {
  username: 0x0006,
  integrity: 0x0008,
  errorCode: 0x0009,
  channel: 0x000c,
  lifetime: 0x000d,
  peer: 0x0012,
  data: 0x0013,
  realm: 0x0014,
  nonce: 0x0015,
  relayed: 0x0016,
  mapped: 0x0020,
} as const

type Address = Pick<RemoteInfo, 'address' | 'port'>
type Attributes = [type: number, value: Buffer][]

interface Allocation {
  relay: Socket
  channels: Map<number, Address>
}

export type TurnServer = Awaited<ReturnType<typeof openTurnServer>>

export async function openTurnServer(secret: string) {
  const socket = createSocket('udp4')
  await bind(socket)
  const allocations = new Map<string, Allocation>()
  const server = {
    url: `turn:${HOST}:${socket.address().port}?transport=udp`,
    /** Ignores every message, like a firewall. */
    isSilent: false,
    /** Datagrams between two relayed addresses. */
    relayed: 0,
    async close() {
      for (const { relay } of allocations.values()) relay.close()
      await new Promise<void>((resolve) => socket.close(() => resolve()))
    },
  }

  async function allocate(client: RemoteInfo): Promise<Attributes> {
    const relay = createSocket('udp4')
    await bind(relay)
    const allocation: Allocation = { relay, channels: new Map() }
    allocations.get(keyOf(client))?.relay.close()
    allocations.set(keyOf(client), allocation)
    relay.on('message', (data, peer) => {
      server.relayed++
      const [channel] = [...allocation.channels].find(([, bound]) => keyOf(bound) === keyOf(peer)) ?? []
      socket.send(channel === undefined ? dataIndication(data, peer) : channelData(channel, data), client.port, client.address)
    })
    return [
      [ATTRIBUTE.relayed, xorAddress({ address: HOST, port: relay.address().port })],
      [ATTRIBUTE.mapped, xorAddress(client)],
      [ATTRIBUTE.lifetime, uint32(600)],
    ]
  }

  async function answer(method: number, client: RemoteInfo, attributes: Map<number, Buffer>): Promise<Attributes> {
    if (method === METHOD.allocate) return allocate(client)
    const allocation = allocations.get(keyOf(client))
    if (method === METHOD.refresh) {
      const lifetime = attributes.get(ATTRIBUTE.lifetime)?.readUInt32BE() ?? 600
      if (lifetime === 0 && allocations.delete(keyOf(client))) allocation?.relay.close()
      return [[ATTRIBUTE.lifetime, uint32(lifetime)]]
    }
    const [channel, peer] = [attributes.get(ATTRIBUTE.channel)?.readUInt16BE(), attributes.get(ATTRIBUTE.peer)]
    if (method === METHOD.channelBind && channel !== undefined && peer) allocation?.channels.set(channel, addressIn(peer))
    return []
  }

  async function receive(message: Buffer, client: RemoteInfo) {
    if (server.isSilent || message.length < 4) return
    const first = message.readUInt16BE(0)
    const allocation = allocations.get(keyOf(client))
    if (first >= 0x4000) {
      const to = allocation?.channels.get(first)
      if (to) allocation?.relay.send(message.subarray(4, 4 + message.readUInt16BE(2)), to.port, to.address)
      return
    }
    const attributes = attributesOf(message)
    const [method, kind] = [first & 0x000f, first & 0x0110]
    const transaction = message.subarray(8, HEADER_BYTES)
    const reply = (bytes: Buffer) => socket.send(bytes, client.port, client.address)
    if (method === METHOD.send && kind === CLASS.indication) {
      const [peer, data] = [attributes.get(ATTRIBUTE.peer), attributes.get(ATTRIBUTE.data)]
      const to = peer && addressIn(peer)
      if (to && data) allocation?.relay.send(data, to.port, to.address)
    } else if (method === METHOD.binding) {
      reply(encode(method | CLASS.success, transaction, [[ATTRIBUTE.mapped, xorAddress(client)]]))
    } else {
      const key = keyProvenBy(message, attributes, secret)
      if (key) reply(encode(method | CLASS.success, transaction, await answer(method, client, attributes), key))
      else reply(encode(method | CLASS.error, transaction, UNAUTHORIZED()))
    }
  }
  socket.on('message', (message, client) => void receive(message, client))
  return server
}

const bind = (socket: Socket) => new Promise<void>((resolve) => socket.bind(0, HOST, resolve))
const keyOf = ({ address, port }: Address) => `${address}:${port}`

const UNAUTHORIZED = (): Attributes => [
  [ATTRIBUTE.errorCode, Buffer.concat([Buffer.from([0, 0, 4, 1]), Buffer.from('Unauthorized')])],
  [ATTRIBUTE.realm, Buffer.from(REALM)],
  [ATTRIBUTE.nonce, Buffer.from(randomBytes(8).toString('hex'))],
]

/** The key of the caller, if the credentials are still valid and the message is signed with them. */
function keyProvenBy(message: Buffer, attributes: Map<number, Buffer>, secret: string) {
  const [username, integrity] = [attributes.get(ATTRIBUTE.username)?.toString(), attributes.get(ATTRIBUTE.integrity)]
  if (!username || integrity?.length !== 20 || Number(username.split(':')[0]) < Date.now() / 1000) return undefined
  const password = createHmac('sha1', secret).update(username).digest('base64')
  const key = createHash('md5').update(`${username}:${REALM}:${password}`).digest()
  const at = integrity.byteOffset - message.byteOffset - 4
  return timingSafeEqual(sign(message.subarray(0, at), key), integrity) ? key : undefined
}

/** Signs everything before it, as if it were the last attribute. */
function sign(before: Buffer, key: Buffer) {
  const copy = Buffer.from(before)
  copy.writeUInt16BE(before.length - HEADER_BYTES + INTEGRITY_BYTES, 2)
  return createHmac('sha1', key).update(copy).digest()
}

function attributesOf(message: Buffer) {
  const attributes = new Map<number, Buffer>()
  for (let at = HEADER_BYTES; at + 4 <= message.length; ) {
    const length = message.readUInt16BE(at + 2)
    attributes.set(message.readUInt16BE(at), message.subarray(at + 4, at + 4 + length))
    at += 4 + Math.ceil(length / 4) * 4
  }
  return attributes
}

function encode(type: number, transaction: Buffer, attributes: Attributes, key?: Buffer) {
  const header = Buffer.alloc(HEADER_BYTES)
  header.writeUInt16BE(type, 0)
  header.writeUInt32BE(MAGIC_COOKIE, 4)
  transaction.copy(header, 8)
  let message = Buffer.concat([header, ...attributes.map(([name, value]) => attribute(name, value))])
  if (key) message = Buffer.concat([message, attribute(ATTRIBUTE.integrity, sign(message, key))])
  message.writeUInt16BE(message.length - HEADER_BYTES, 2)
  return message
}

function attribute(type: number, value: Buffer) {
  const head = Buffer.alloc(4)
  head.writeUInt16BE(type, 0)
  head.writeUInt16BE(value.length, 2)
  return Buffer.concat([head, value, Buffer.alloc(-value.length & 3)])
}

const dataIndication = (data: Buffer, peer: Address) =>
  encode(METHOD.data | CLASS.indication, randomBytes(12), [
    [ATTRIBUTE.peer, xorAddress(peer)],
    [ATTRIBUTE.data, data],
  ])

function channelData(channel: number, data: Buffer) {
  const head = Buffer.alloc(4)
  head.writeUInt16BE(channel, 0)
  head.writeUInt16BE(data.length, 2)
  return Buffer.concat([head, data])
}

function xorAddress({ address, port }: Address) {
  const value = Buffer.from([0, 1, 0, 0, ...address.split('.').map(Number)])
  value.writeUInt16BE(port ^ (MAGIC_COOKIE >>> 16), 2)
  value.writeUInt32BE((value.readUInt32BE(4) ^ MAGIC_COOKIE) >>> 0, 4)
  return value
}

function addressIn(value: Buffer): Address {
  const bytes = uint32((value.readUInt32BE(4) ^ MAGIC_COOKIE) >>> 0)
  return { address: [...bytes].join('.'), port: value.readUInt16BE(2) ^ (MAGIC_COOKIE >>> 16) }
}

function uint32(value: number) {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}
