// Lists the versions of the legal documents that were announced by mail, and announces one.
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { LegalName } from '../../content/legal-documents.ts'
import { supabase } from '../../lib/data/supabase.ts'
import { type ErrorTexts, unwrap } from '../../lib/errors.ts'

const MAX_ROWS = 100

export type Announcement = Awaited<ReturnType<typeof listAnnouncements>>['announced'][number]

async function listAnnouncements() {
  const [announced, recipients] = await Promise.all([
    supabase
      .from('legal_announcements')
      .select('document, version, announced_at, mails, finished_at')
      .order('version', { ascending: false })
      .limit(MAX_ROWS),
    supabase.rpc('count_legal_recipients'),
  ])
  return { announced: unwrap(announced), recipients: unwrap(recipients) }
}

export const legalAnnouncements = queryOptions({ queryKey: ['legal-announcements'], queryFn: listAnnouncements })

export const ANNOUNCE_ERRORS: ErrorTexts = { legal_already_announced: 'announce.already' }

export function useAnnounce() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (wanted: { document: LegalName; version: string }) => unwrap(await supabase.rpc('announce_legal_document', wanted)),
    onSettled: () => client.invalidateQueries({ queryKey: legalAnnouncements.queryKey }),
  })
}
