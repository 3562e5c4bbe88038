import { company } from '../../../../../supabase/functions/_shared/company.ts'
import { Badge, type BadgeTone } from '../../../components/ui/badge.tsx'
import { type TextKey, useI18n } from '../../../lib/i18n.tsx'
import { todayIn } from '../../../lib/time/zones.ts'

export type Status = 'draft' | 'published' | 'newerDraft' | 'ended'

const LOOKS: Record<Status, { tone: BadgeTone; text: TextKey }> = {
  draft: { tone: 'waiting', text: 'content.statusDraft' },
  published: { tone: 'good', text: 'content.statusPublished' },
  newerDraft: { tone: 'active', text: 'content.statusNewerDraft' },
  ended: { tone: 'neutral', text: 'content.statusEnded' },
}

interface StatusFacts {
  published_at: string | null
  /** The last day of a notice. */
  until: string | null
  isUpToDate: boolean
}

export function statusOf({ published_at, until, isUpToDate }: StatusFacts): Status {
  if (!published_at) return 'draft'
  if (!isUpToDate) return 'newerDraft'
  return until && until < todayIn(company.timezone) ? 'ended' : 'published'
}

export function EntryBadge({ status }: { status: Status }) {
  const { t } = useI18n()
  const { tone, text } = LOOKS[status]
  return <Badge tone={tone}>{t(text)}</Badge>
}
