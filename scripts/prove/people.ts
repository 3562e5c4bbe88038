// Simulated users who read, book and cancel, and remember what the server acknowledged.
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'

const REQUEST_TIMEOUT_MS = 15_000
const DAY_MS = 86_400_000

export interface Person {
  id: string
  token: string
}

export interface Time {
  doctor: string
  date: string
  time: string
}

/** The last acknowledged state of each appointment. A request without a response may or may not have taken effect. */
export type Acknowledged = Map<string, { owner: Person; status: 'pending' | 'cancelled'; isCertain: boolean }>

export interface Answer {
  /** 0 if there was no response. */
  status: number
  body: unknown
  ms: number
}

export function createCaller(url: string, apikey: string) {
  return async (path: string, { token, method, body }: { token?: string; method?: string; body?: object } = {}): Promise<Answer> => {
    const started = performance.now()
    try {
      const response = await fetch(`${url}${path}`, {
        method: method ?? (body ? 'POST' : 'GET'),
        headers: { apikey, 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
        body: body ? JSON.stringify(body) : null,
        signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
      })
      const text = await response.text()
      return { status: response.status, body: text ? JSON.parse(text) : undefined, ms: performance.now() - started }
    } catch {
      return { status: 0, body: undefined, ms: performance.now() - started }
    }
  }
}
export type Call = ReturnType<typeof createCaller>

export async function publicKeyOf(url: string) {
  const { supabaseKey } = (await (await fetch(`${url}/config.json`)).json()) as { supabaseKey: string }
  return supabaseKey
}

export async function signUp(call: Call, count: number) {
  const people: Person[] = []
  for (let n = 0; n < count; n++) {
    const email = `proof-${randomUUID()}@example.test`
    const { status, body } = await call('/auth/v1/signup', { body: { email, password: `Proof${randomUUID().replaceAll('-', '')}A1!` } })
    const { access_token: token, user } = (body ?? {}) as { access_token?: string; user?: { id: string } }
    if (!token || !user) throw new Error(`Nobody could sign up: ${status} ${JSON.stringify(body)}`)
    people.push({ id: user.id, token })
  }
  return people
}

/** Free times of all doctors in the next weeks, alternating between doctors. Each can be booked once. */
export async function freeTimes(call: Call, { token }: Person) {
  const { body: doctors } = await call('/rest/v1/doctors?select=id&available=eq.true', { token })
  const times: Time[] = []
  for (let ahead = 14; ahead < 49; ahead++) {
    const date = new Date(Date.now() + ahead * DAY_MS).toISOString().slice(0, 10)
    const ofDay = (doctors as { id: string }[]).map(async ({ id }) => {
      const { body } = await call('/rest/v1/rpc/get_available_slots', { token, body: { doctor_id: id, on_date: date } })
      // Takes every other time, because two adjacent times cannot both be booked.
      const free = (Array.isArray(body) ? body : []).filter((_, index) => index % 2 === 0) as { appointment_time: string }[]
      return free.map(({ appointment_time: time }) => ({ doctor: id, date, time }))
    })
    times.push(...(await Promise.all(ofDay)).flat())
  }
  return times
}

/** Books and cancels, so that the user never reaches the limit of open appointments. */
export async function bookAndCancel(call: Call, owner: Person, { doctor, date, time }: Time, acknowledged: Acknowledged) {
  const id = randomUUID()
  const body = { id, user_id: owner.id, doctor_id: doctor, appointment_date: date, appointment_time: time, patient_complaint: 'proof' }
  const booked = await call('/rest/v1/appointments', { token: owner.token, body })
  if (booked.status !== 201) return [booked]
  acknowledged.set(id, { owner, status: 'pending', isCertain: true })
  const cancelled = await call(`/rest/v1/appointments?id=eq.${id}`, { token: owner.token, method: 'PATCH', body: { status: 'cancelled' } })
  acknowledged.set(id, { owner, status: cancelled.status === 204 ? 'cancelled' : 'pending', isCertain: cancelled.status === 204 })
  return [booked, cancelled]
}

/** All users book at their own pace until stopped. */
export function keepBooking(call: Call, people: Person[], times: Time[], acknowledged: Acknowledged, pauseMs: number) {
  const over = new AbortController()
  const answers: Answer[] = []
  const working = people.map(async (person) => {
    while (!over.signal.aborted) {
      const time = times.shift()
      if (!time) return
      const reads = [await call('/rest/v1/doctors?select=id,first_name&available=eq.true', { token: person.token })]
      answers.push(...reads, ...(await bookAndCancel(call, person, time, acknowledged)))
      await sleep(pauseMs)
    }
  })
  return {
    answers,
    async stop() {
      over.abort()
      await Promise.all(working)
    },
  }
}

/** Finds acknowledged appointments that are missing or not in their last acknowledged state. */
export async function findLost(call: Call, acknowledged: Acknowledged) {
  const owners = new Map([...acknowledged.values()].map(({ owner }) => [owner.id, owner]))
  const kept = new Map<string, string>()
  for (const { id, token } of owners.values()) {
    const { status, body } = await call(`/rest/v1/appointments?select=id,status&user_id=eq.${id}&limit=1000`, { token })
    if (status !== 200) throw new Error(`Appointments could not be read afterwards (${status}).`)
    for (const row of body as { id: string; status: string }[]) kept.set(row.id, row.status)
  }
  return [...acknowledged].filter(([id, { status, isCertain }]) => {
    const found = kept.get(id)
    return found === undefined || (isCertain && found !== status)
  }).length
}
