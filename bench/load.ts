// Sends requests over a fixed number of keep-alive connections, one at a time on each, for a given time.
import { readFileSync } from 'node:fs'
import { Agent, request as send } from 'node:http'

export interface Shot {
  path: string
  method?: string
  headers?: Record<string, string>
  body?: string | undefined
}

export interface Answer {
  status: number
  body: string
}

export interface Target {
  port: number
  pid: number | undefined
}

export interface Round {
  connections: number
  warmUpMs: number
  measuredMs: number
  next: () => Shot
}

export interface Measured {
  /** The duration in milliseconds of every request that ended in the measured time. */
  latencies: number[]
  seconds: number
  /** CPU time of the server's process in milliseconds; NaN if the system does not report it. */
  cpuMs: number
}

export async function load({ port, pid }: Target, { connections, warmUpMs, measuredMs, next }: Round): Promise<Measured> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const latencies: number[] = []
  const begin = performance.now() + warmUpMs
  const end = begin + measuredMs
  const worker = async () => {
    for (let started = performance.now(); started < end; started = performance.now()) {
      const { status, body } = await shoot(port, next(), agent)
      if (status >= 300) throw new Error(`status ${status}: ${body}`)
      const ended = performance.now()
      if (ended >= begin && ended <= end) latencies.push(ended - started)
    }
  }
  const cpu = Promise.all([usedAt(pid, begin), usedAt(pid, end)])
  try {
    await Promise.all(Array.from({ length: connections }, worker))
  } finally {
    agent.destroy()
  }
  const [before, after] = await cpu
  return { latencies, seconds: measuredMs / 1000, cpuMs: after - before }
}

export function shoot(port: number, { path, method = 'GET', headers = {}, body }: Shot, agent?: Agent) {
  return new Promise<Answer>((resolve, reject) => {
    const length = body === undefined ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
    const sent = send({ host: '127.0.0.1', port, path, method, headers: { ...headers, ...length }, agent }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('error', reject)
      response.on('end', () => resolve({ status: response.statusCode ?? 0, body: Buffer.concat(chunks).toString() }))
    })
    sent.on('error', reject)
    sent.end(body)
  })
}

const TICK_MS = 10

async function usedAt(pid: number | undefined, time: number) {
  await new Promise((resolve) => setTimeout(resolve, time - performance.now()))
  try {
    // Splits after the name, which may contain spaces. The state is the third field, the two CPU times are the 14th and 15th.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
    return (Number(fields[11]) + Number(fields[12])) * TICK_MS
  } catch {
    return Number.NaN
  }
}
