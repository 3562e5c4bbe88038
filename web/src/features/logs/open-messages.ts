// Contact messages without an answer. They are in their own module, because the first page of admins shows their number.
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useLive } from '../../lib/data/live.ts'
import { supabase } from '../../lib/data/supabase.ts'
import { unwrap } from '../../lib/errors.ts'
import { createRefresher } from '../../lib/refresher.ts'

export const MESSAGES = ['logs', 'messages']

async function countOpenMessages() {
  const { count, ...answer } = await supabase.from('contact_messages').select('*', { count: 'exact', head: true }).is('handled_at', null)
  unwrap(answer)
  return count ?? 0
}

export const openMessages = queryOptions({ queryKey: [...MESSAGES, 'open'], queryFn: countOpenMessages })

/** Keeps list and count up to date while the page is open. */
export function useLiveMessages(userId: string) {
  const client = useQueryClient()
  const [refresh] = useState(() => createRefresher(client))
  useLive({ topic: `contact-messages:${userId}`, rows: [{ table: 'contact_messages' }] }, () => refresh([MESSAGES]))
}
