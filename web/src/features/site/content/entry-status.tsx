import { company } from '../../../../../supabase/functions/_shared/company.ts'
import { Badge, type BadgeTone } from '../../../components/ui/badge.tsx'
import { type TextKey, useI18n } from '../../../lib/i18n.tsx'
import { todayIn } from '../../../lib/time/zones.ts'

export type Status = 'draft' | 'published' | 'newerDraft' | 'scheduled' | 'ended'

const LOOKS: Record<Status, { tone: BadgeTone; text: TextKey }> = {
  draft: { tone: 'waiting', text: 'content.statusDraft' },
  published: { tone: 'good', text: 'content.statusPublished' },
  newerDraft: { tone: 'active', text: 'content.statusNewerDraft' },
  scheduled: { tone: 'waiting', text: 'content.statusScheduled' },
  ended: { tone: 'neutral', text: 'content.statusEnded' },
}

interface StatusFacts {
  published_at: string | null
  /** The first and the last day of a notice. */
  from: string | null
  until: string | null
  isUpToDate: boolean
}

export function statusOf({ published_at, from, until, isUpToDate }: StatusFacts): Status {
  if (!published_at) return 'draft'
  if (!isUpToDate) return 'newerDraft'
  const today = todayIn(company.timezone)
  if (from && from > today) return 'scheduled'
  return until && until < today ? 'ended' : 'published'
}

export function EntryBadge({ status }: { status: Status }) {
  const { t } = useI18n()
  const { tone, text } = LOOKS[status]
  return <Badge tone={tone}>{t(text)}</Badge>
}
