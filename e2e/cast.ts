// People for stories. Each test creates its own people directly through the API, and opens browsers for them.
import { createHash, randomUUID } from 'node:crypto'
import type { APIRequestContext, Browser, BrowserContext, BrowserContextOptions, Page } from '@playwright/test'
import { waitingUntilItListens } from './listening.ts'

const PASSWORD = 'Story1234!'
// A hash at the lowest cost of bcrypt. At the usual cost, creating accounts and signing in took a minute of a run.
const PASSWORD_HASH = '$2b$04$9NU5sSO0JvEITaNqdiYzvuR/O6vynr3I4cz9aLIU7sIbSgVfkeHHK'
const MINUTE_MS = 60_000
const SNAPSHOT_TIMEOUT_MS = 5000
/**
 * Deletes doctors together with their appointments and files, which the product refuses. The transaction first locks the appointments,
 * because a closed page may still have a request under way that records an uploaded file.
 */
const removeDoctors = (ids: string[]) => {
  const doctors = `any('{${ids.join(',')}}'::uuid[])`
  const old = `(select id from public.appointments where doctor_id = ${doctors})`
  return `
    select from public.appointments where doctor_id = ${doctors} for update;
    delete from public.appointment_answers where appointment_id in ${old};
    delete from public.appointment_payments where appointment_id in ${old};
    delete from public.appointment_files where appointment_id in ${old};
    delete from private.recorded_health where recorded_by = ${doctors};
    delete from public.consents where recorded_by = ${doctors};
    delete from public.appointments where id in ${old};
    delete from public.doctors where id = ${doctors}`
}
const ALL_DAY = { start_time: '00:00', end_time: '00:00' }

/**
 * By default people have been in a call before and go straight into the next one. These options make the call or its notice new to them.
 */
type Browsing = BrowserContextOptions & { language?: string; isFirstCall?: boolean; hasReadNotice?: boolean }

export interface Person {
  id: string
  email: string
  password: string
  /** Opens a page of their own, signed in. */
  open: (path: string, options?: Browsing) => Promise<Page>
  /** Opens a page like `open`, at no address yet. */
  browse: (options?: Browsing) => Promise<Page>
}

export interface Doctor extends Person {
  doctorId: string
  name: string
}

interface DoctorWishes {
  timezone?: string
  session_duration?: number
  cancellation_hours?: number
  /** Working hours on every day of the week. */
  hours?: { start_time: string; end_time: string; is_available?: boolean }
  specialization?: string
  timezone_confirmed_at?: null
}

export type Cast = ReturnType<typeof createCast>

export function createCast({
  url,
  secretKey,
  asSuperuser,
  request,
  browser,
}: {
  url: string
  secretKey: string
  asSuperuser?: (sql: string, values: unknown[]) => Promise<void>
  request: APIRequestContext
  browser: Browser
}) {
  const headers = { apikey: secretKey, prefer: 'return=representation' }
  const opened: BrowserContext[] = []
  const doctorIds: string[] = []
  const sessionKey = `sb-${new URL(url).hostname.split('.')[0]}-auth-token`

  /** Writes with the secret key what exists before the story begins. */
  async function write<Row>(method: 'POST' | 'PATCH', path: string, data: object): Promise<Row> {
    // The server closes idle connections after some seconds, and may do so while this request is being sent.
    const answer = await request.fetch(url + path, { method, headers, data, maxRetries: 2 })
    if (!answer.ok()) throw new Error(`${path}: ${await answer.text()}`)
    return (await answer.json()) as Row
  }

  let publicKey: Promise<string> | undefined
  const askPublicKey = async () => ((await (await request.get(`${url}/config.json`)).json()) as { supabaseKey: string }).supabaseKey
  const knownPublicKey = () => (publicKey ??= askPublicKey())

  async function sessionOf(email: string) {
    const answer = await request.post(`${url}/auth/v1/token?grant_type=password`, {
      // Each person has an IP address of their own, because many sign-ins from one address look like password guessing.
      headers: { apikey: await knownPublicKey(), 'x-forwarded-for': addressOf(email) },
      data: { email, password: PASSWORD },
      maxRetries: 2,
    })
    if (!answer.ok()) throw new Error(await answer.text())
    return answer.text()
  }

  const acknowledgeNotice = async ({ id, email }: Pick<Person, 'id' | 'email'>) =>
    asSuperuser
      ? asSuperuser(NOTICE_READ, [id])
      : act({ email }, 'POST', '/rest/v1/call_notices', { patient_id: id, version: NOTICE_VERSION, language: 'tr' })

  /** A page in a browser of its own with these entries in its storage, at no address yet. */
  async function newPage(remembered: Record<string, string>, options: BrowserContextOptions) {
    const context = await browser.newContext({ baseURL: url, reducedMotion: 'reduce', permissions: ['camera', 'microphone'], ...options })
    opened.push(context)
    // Playwright would open a page first for a stored state. The script writes the entries only once, so what a story changes stays
    // changed.
    await context.addInitScript(
      ([origin, entries]) => {
        if (location.origin !== origin || localStorage.getItem('story')) return
        for (const [key, value] of Object.entries(entries)) localStorage.setItem(key, value)
        localStorage.setItem('story', 'begun')
      },
      [url, remembered] as const,
    )
    return waitingUntilItListens(await context.newPage())
  }

  /** A page of somebody who is not signed in. */
  const visitor = async (options: BrowserContextOptions = {}) => newPage({}, options)

  async function person(first: string, { timezone = 'Europe/Istanbul', language = 'tr' } = {}): Promise<Person> {
    const email = `${randomUUID()}@story.example`
    const names = { first_name: first, last_name: 'Öykü', language }
    const { id } = await write<{ id: string }>('POST', '/auth/v1/admin/users', {
      email,
      password_hash: PASSWORD_HASH,
      email_confirm: true,
      user_metadata: names,
    })
    await write('PATCH', `/rest/v1/profiles?user_id=eq.${id}`, { timezone, language })
    const browse = async ({ language: shown = language, isFirstCall = false, hasReadNotice = true, ...options }: Browsing = {}) => {
      if (hasReadNotice) await acknowledgeNotice({ id, email })
      return newPage(
        { [sessionKey]: await sessionOf(email), language: shown, ...(!isFirstCall && JOINED_BEFORE) },
        { timezoneId: timezone, ...options },
      )
    }
    const open = async (path: string, options?: Browsing) => {
      const page = await browse(options)
      await page.goto(path)
      return page
    }
    return { id, email, password: PASSWORD, open, browse }
  }

  async function doctor(first: string, { timezone = 'Europe/Istanbul', hours = ALL_DAY, ...wishes }: DoctorWishes = {}): Promise<Doctor> {
    const self = await person(first, { timezone })
    const [record] = await write<{ id: string }[]>('POST', '/rest/v1/doctors', {
      first_name: first,
      last_name: `Hekim ${self.id.slice(0, 4)}`,
      specialization: 'Dahiliye',
      user_id: self.id,
      timezone,
      timezone_confirmed_at: new Date().toISOString(),
      ...wishes,
    })
    if (!record) throw new Error('the doctor was not made')
    doctorIds.push(record.id)
    const week = Array.from({ length: 7 }, (_, day_of_week) => ({ doctor_id: record.id, day_of_week, ...hours }))
    await Promise.all([
      write('POST', '/rest/v1/user_roles', { user_id: self.id, role: 'doctor' }),
      write('POST', '/rest/v1/doctor_availability', week),
    ])
    return { ...self, doctorId: record.id, name: `Dr. ${first} Hekim ${self.id.slice(0, 4)}` }
  }

  /** One token per person, for requests without a browser. */
  const tokens = new Map<string, Promise<string>>()
  async function tokenOf({ email }: Pick<Person, 'email'>) {
    const token = tokens.get(email) ?? sessionOf(email).then((session) => (JSON.parse(session) as { access_token: string }).access_token)
    tokens.set(email, token)
    return token
  }

  /** Sends a request to the API as that person's own page would. */
  // oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- as with JSON.parse, the caller knows what comes
  async function act<Row>(
    who: Pick<Person, 'email'>,
    method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
    path: string,
    data?: object,
  ): Promise<{ status: number; body: Row }> {
    const answer = await request.fetch(url + path, {
      method,
      headers: { ...headers, apikey: await knownPublicKey(), authorization: `Bearer ${await tokenOf(who)}` },
      ...(data && { data }),
      maxRetries: 2,
    })
    return { status: answer.status(), body: JSON.parse((await answer.text()) || 'null') as Row }
  }

  /** Consents to keeping health data, without which the profile accepts none. */
  const consent = (who: Person) => act(who, 'POST', '/rest/v1/consents', { kind: 'health_data', version: '2026-11-16', language: 'tr' })

  /** Ends every session of the person as another device would, including those of the story's pages. */
  async function signOutElsewhere(who: Person) {
    const answer = await request.post(`${url}/auth/v1/logout?scope=global`, {
      headers: { apikey: await knownPublicKey(), authorization: `Bearer ${await tokenOf(who)}` },
    })
    if (!answer.ok()) throw new Error(await answer.text())
    tokens.delete(who.email)
  }

  /** An appointment that the patient asked for, and that the doctor confirms if the story wants it. */
  async function appointment(patient: Person, asked: Doctor, day: string, time: string, status: 'pending' | 'confirmed' = 'pending') {
    const { body } = await act<{ id: string }[]>(patient, 'POST', '/rest/v1/appointments', {
      user_id: patient.id,
      doctor_id: asked.doctorId,
      appointment_date: day,
      appointment_time: time,
      patient_complaint: 'Kontrol',
    })
    const [booked] = body
    if (!booked) throw new Error('the appointment was not made')
    if (status === 'confirmed') await act(asked, 'PATCH', `/rest/v1/appointments?id=eq.${booked.id}`, { status })
    return booked.id
  }

  /**
   * Moves appointments, given in order, so that the first one begins with the current minute, and returns that minute. The database uses
   * the real time and refuses bookings in the past, so a story would otherwise wait up to a minute.
   */
  async function begin(booked: Date, ...ids: string[]) {
    const start = new Date(Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS)
    const by = `'${(booked.getTime() - start.getTime()) / 1000} seconds'::interval`
    if (!asSuperuser) throw new Error('this stage does not reach its database')
    for (const id of ids)
      await asSuperuser(
        `update public.appointments set starts_at = starts_at - ${by}, ends_at = ends_at - ${by},
           blocked = tstzrange(lower(blocked) - ${by}, upper(blocked) - ${by}),
           appointment_date = ((starts_at - ${by}) at time zone timezone)::date,
           appointment_time = to_char((starts_at - ${by}) at time zone timezone, 'HH24:MI')
         where id = $1`,
        [id],
      )
    return start
  }

  /**
   * Shifts appointments, given in order, as if that many minutes had passed, with people in their rooms or not. The triggers stay off,
   * because time alone triggers nothing.
   */
  async function passTime(minutes: number, ...ids: string[]) {
    if (!asSuperuser) throw new Error('this stage does not reach its database')
    const by = `interval '${minutes} minutes'`
    const moves = ids.map(
      (id) => `
        update public.appointments set starts_at = starts_at - ${by}, ends_at = ends_at - ${by},
          blocked = tstzrange(lower(blocked) - ${by}, upper(blocked) - ${by}),
          appointment_date = ((starts_at - ${by}) at time zone timezone)::date,
          appointment_time = to_char((starts_at - ${by}) at time zone timezone, 'HH24:MI'),
          call_started_at = call_started_at - ${by}, call_ended_at = call_ended_at - ${by}
        where id = '${id}';
        update private.waiting_patients set arrived_at = arrived_at - ${by}, answered_at = answered_at - ${by} where appointment_id = '${id}'`,
    )
    await asSuperuser(`set session_replication_role = replica; ${moves.join(';')}`, [])
  }

  /** The content of each open page, for the report of a failed story. */
  const describePages = async () =>
    Promise.all(
      opened
        .flatMap((context) => context.pages())
        .map(
          async (page) =>
            `${page.url().replace(url, '')}\n${await page.locator('body').ariaSnapshot({ timeout: SNAPSHOT_TIMEOUT_MS }).catch(String)}`,
        ),
    )

  /** Removes what would slow down later stories: open pages, and doctors and appointments in every list of an admin. */
  async function goHome() {
    await Promise.all(opened.map((context) => context.close()))
    if (doctorIds.length === 0) return
    if (asSuperuser) await asSuperuser(removeDoctors(doctorIds), [])
    else await write('PATCH', `/rest/v1/doctors?id=in.(${doctorIds.join(',')})`, { available: false })
  }

  return { person, doctor, visitor, appointment, begin, passTime, consent, write, act, signOutElsewhere, describePages, goHome }
}

/** What the lobby stores in the browser after a first call. */
const JOINED_BEFORE = { 'call-devices': JSON.stringify({ joinedAt: Date.now() - 60_000 }) }

const NOTICE_VERSION = '2026-11-18'
/** Records that the person has read the notice before video consultations, for themselves and everybody they act for. */
const NOTICE_READ = `
  insert into public.call_notices (user_id, patient_id, version, language)
  select $1::uuid, patient, '${NOTICE_VERSION}', 'tr'
  from (select $1::uuid as patient union select patient_id from public.guardians where guardian_id = $1::uuid) as people
  on conflict do nothing`

const addressOf = (email: string) => `fd00:${createHash('sha256').update(email).digest('hex').slice(0, 4)}::1`
