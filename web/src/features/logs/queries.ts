// The logs that admins read: contact messages, mails and the audit log.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import * as z from 'zod/mini'
import { MAX_CSV_ROWS } from '../../lib/csv.ts'
import { supabase } from '../../lib/data/supabase.ts'
import { unwrap } from '../../lib/errors.ts'
import { addDays, browserZone, instantOf } from '../../lib/time/zones.ts'
import { MESSAGES } from './open-messages.ts'

const PAGE_SIZE = 50
/** The same limit as in the database. */
const EXPORT_SIZE = 5000

export type ContactMessage = Awaited<ReturnType<typeof listMessages>>[number]
export type Mail = Awaited<ReturnType<typeof listMails>>[number]
export type LogEntry = Awaited<ReturnType<typeof listEntries>>[number]

async function listMessages(onlyOpen: boolean, last?: { id: string; created_at: string }) {
  const after = last && { after_created_at: last.created_at, after_id: last.id }
  return unwrap(await supabase.rpc('list_contact_messages', { only_open: onlyOpen, max_rows: PAGE_SIZE, ...after }))
}

export interface MailFilter {
  /** Empty to include every state. */
  state: string
  recipient: string
}

async function listMails({ state, recipient }: MailFilter, last?: { id: string; created_at: string }) {
  const after = last && { after_created_at: last.created_at, after_id: last.id }
  const filter = { ...(state && { states: [state] }), ...(recipient.trim() && { recipient_part: recipient.trim() }) }
  return unwrap(await supabase.rpc('list_mails', { max_rows: PAGE_SIZE, ...filter, ...after }))
}

/** The numbers of late and failed account mails. The mails themselves are never listed, because they contain links and codes. */
async function getAccountMailStatus() {
  const [status] = unwrap(
    await supabase
      .rpc('get_account_mail_status')
      // The generated types do not say that these can be null.
      .overrideTypes<{ last_error: string | null; last_error_at: string | null }[]>(),
  )
  return status ?? { waiting: 0, failed: 0, last_error: null, last_error_at: null }
}

export interface LogFilter {
  /** The first parts of action names. Empty to include all. */
  actions: string[]
  person: string | undefined
  /** Days on the reader's clock. Empty if there is no limit. */
  from: string
  to: string
}

function conditionsOf({ actions, person, from, to }: LogFilter) {
  const midnight = (day: string) => instantOf(day, '00:00', browserZone())
  return {
    ...(actions.length > 0 && { actions }),
    ...(person && { person }),
    ...(from && { from_time: midnight(from) }),
    ...(to && { to_time: midnight(addDays(to, 1)) }),
  }
}

async function listEntries(filter: LogFilter, last?: { id: number }) {
  const before = last && { before_id: last.id }
  return unwrap(await supabase.rpc('list_audit_log', { max_rows: PAGE_SIZE, ...conditionsOf(filter), ...before }))
}

const Exported = z.array(
  z.object({
    id: z.number(),
    at: z.string(),
    actor: z.nullable(z.string()),
    actor_name: z.nullable(z.string()),
    action: z.string(),
    subject: z.string(),
    subject_name: z.nullable(z.string()),
    details: z.unknown(),
  }),
)

/** Loads the newest entries, up to the maximum size of a file. */
export async function exportEntries(filter: LogFilter) {
  const rows: z.infer<typeof Exported> = []
  while (rows.length < MAX_CSV_ROWS) {
    const last = rows.at(-1)
    const page = Exported.parse(
      unwrap<unknown>(await supabase.rpc('export_audit_log', { ...conditionsOf(filter), ...(last && { before_id: last.id }) })),
    )
    rows.push(...page)
    if (page.length < EXPORT_SIZE) break
  }
  return rows
}

export async function setHandled(id: string, isHandled: boolean) {
  unwrap(
    await supabase
      .from('contact_messages')
      .update({ handled_at: isHandled ? new Date().toISOString() : null })
      .eq('id', id),
  )
}

export async function resendMail(id: string) {
  unwrap(await supabase.rpc('resend_mail', { id }))
}

/** Finds at most ten people. */
export async function findPeople(search: string) {
  return unwrap(await supabase.rpc('list_people', { search, max_rows: 10 }))
}

async function getPerson(id: string) {
  const [person] = unwrap(await supabase.from('profiles').select('first_name, last_name, email').eq('user_id', id))
  return person ?? null
}

export const LOGS = ['logs']

/** The person whom a list is filtered to. */
export const usePerson = (id: string | undefined) =>
  useQuery({ queryKey: [...LOGS, 'person', id], queryFn: () => (id ? getPerson(id) : null), enabled: id !== undefined })

export const useMessages = (onlyOpen: boolean) =>
  usePages<ContactMessage>([...MESSAGES, 'list', onlyOpen], (last) => listMessages(onlyOpen, last))

export const useMails = (filter: MailFilter) => usePages<Mail>([...LOGS, 'mails', filter], (last) => listMails(filter, last))
/** The outbox is processed every minute. */
const REFRESH_MS = 60_000
export const useAccountMailStatus = () =>
  useQuery({ queryKey: [...LOGS, 'account mails'], queryFn: getAccountMailStatus, refetchInterval: REFRESH_MS })
export const useEntries = (filter: LogFilter) => usePages<LogEntry>([...LOGS, 'entries', filter], (last) => listEntries(filter, last))

/** Loads the first page, and another one with each call of `more`. Reloading keeps the number of pages. */
function usePages<Row>(queryKey: readonly unknown[], load: (last?: Row) => Promise<Row[]>) {
  const client = useQueryClient()
  const [isLoadingMore, setIsLoadingMore] = useState(false)
  const reload = async () => {
    const shown = client.getQueryData<List<Row>>(queryKey)?.rows.length ?? 0
    let list = listOf(await load())
    while (list.hasMore && list.rows.length < shown) list = joined(list, listOf(await load(list.rows.at(-1))))
    return list
  }
  const query = useQuery({ queryKey, queryFn: reload, placeholderData: (before?: List<Row>) => before })
  const more = async () => {
    const shown = client.getQueryData<List<Row>>(queryKey)
    if (!shown) return
    setIsLoadingMore(true)
    try {
      client.setQueryData<List<Row>>(queryKey, joined(shown, listOf(await load(shown.rows.at(-1)))))
    } finally {
      setIsLoadingMore(false)
    }
  }
  return { ...query, more, isLoadingMore }
}

interface List<Row> {
  rows: Row[]
  hasMore: boolean
}

const joined = <Row>(shown: List<Row>, next: List<Row>): List<Row> => ({ ...next, rows: [...shown.rows, ...next.rows] })
const listOf = <Row>(rows: Row[]): List<Row> => ({ rows, hasMore: rows.length === PAGE_SIZE })
