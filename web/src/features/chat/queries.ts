// The chat of an appointment. Messages never change, so pages can be merged by message id.
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useLive } from '../../lib/data/live.ts'
import { supabase } from '../../lib/data/supabase.ts'
import { unwrap } from '../../lib/errors.ts'
import { type Chat, type Message, withNewest, withOlder, withSent } from './message-pages.ts'

const FIELDS = 'id, sender, body, created_at'
const PAGE_SIZE = 50

/** Fetches the newest messages, or those before the given one. Oldest first. */
async function fetchPage(appointmentId: string, before?: Message): Promise<Chat> {
  const newest = supabase
    .from('appointment_messages')
    .select(FIELDS)
    .eq('appointment_id', appointmentId)
    .order('created_at', { ascending: false })
    // One more than a page, to know whether there are older messages.
    .limit(PAGE_SIZE + 1)
  const rows = unwrap(await (before ? newest.lt('created_at', before.created_at) : newest))
  return { messages: rows.slice(0, PAGE_SIZE).toReversed(), hasOlder: rows.length > PAGE_SIZE }
}

const chatKey = (appointmentId: string) => ['chat', appointmentId]

export function useChat(appointmentId: string, isWanted = true) {
  const client = useQueryClient()
  return useQuery({
    queryKey: chatKey(appointmentId),
    enabled: isWanted,
    queryFn: async () => {
      const page = await fetchPage(appointmentId)
      return withNewest(client.getQueryData<Chat>(chatKey(appointmentId)), page)
    },
  })
}

export async function loadOlder(client: QueryClient, appointmentId: string) {
  const first = client.getQueryData<Chat>(chatKey(appointmentId))?.messages[0]
  if (!first) return
  const page = await fetchPage(appointmentId, first)
  client.setQueryData<Chat>(chatKey(appointmentId), (chat) => chat && withOlder(chat, page))
}

const SEND_TIMEOUT_MS = 15_000

/** The caller generates `id`. This makes a retry idempotent when the response was lost. */
export async function sendMessage(appointmentId: string, id: string, body: string): Promise<Message> {
  const signal = AbortSignal.timeout(SEND_TIMEOUT_MS)
  const row = { id, appointment_id: appointmentId, body }
  const answer = await supabase.from('appointment_messages').insert(row).select(FIELDS).abortSignal(signal).single()
  if (answer.error?.code === '23505') {
    // An earlier attempt had already stored the message.
    return supabase.from('appointment_messages').select(FIELDS).eq('id', id).single().then(unwrap)
  }
  return unwrap(answer)
}

export const addSent = (client: QueryClient, appointmentId: string, message: Message) =>
  client.setQueryData<Chat>(chatKey(appointmentId), (chat) => chat && withSent(chat, message))

/** Keeps the cached chat in sync with the database. */
export function useLiveChat(appointmentId: string, onConnected: () => void) {
  const client = useQueryClient()
  return useLive(
    {
      topic: `chat:${appointmentId}`,
      rows: [{ table: 'appointment_messages', event: 'INSERT', filter: `appointment_id=eq.${appointmentId}` }],
    },
    ({ event }) => {
      void client.invalidateQueries({ queryKey: chatKey(appointmentId) })
      if (!event) onConnected()
    },
  )
}

/** When the appointment's room opens and closes. The chat uses it to explain why nobody can write. */
export const useRoomTimes = (appointmentId: string) =>
  useQuery({
    queryKey: ['chat room', appointmentId],
    queryFn: async () => supabase.rpc('get_call', { appointment_id: appointmentId }).single().then(unwrap),
  })

const NOBODY: ReadonlyMap<string, string> = new Map()

/** The names of the guardians who write or wrote for a patient. Other chats do not fetch them. */
export function useWriters(appointmentId: string, isWanted: boolean) {
  const { data } = useQuery({
    queryKey: ['chat writers', appointmentId],
    queryFn: async () => unwrap(await supabase.rpc('list_appointment_people', { appointment_id: appointmentId })),
    enabled: isWanted,
    select: namesOfGuardians,
  })
  return data ?? NOBODY
}

interface Writer {
  user_id: string
  part: string
  first_name: string
  last_name: string
}

const namesOfGuardians = (people: Writer[]): ReadonlyMap<string, string> =>
  new Map(
    people.flatMap(({ user_id, part, first_name, last_name }) =>
      part === 'guardian' ? [[user_id, [first_name, last_name].filter(Boolean).join(' ')] as const] : [],
    ),
  )
