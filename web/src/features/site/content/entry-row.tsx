import { ArrowDown, ArrowUp, ImageUp, type LucideIcon } from 'lucide-react'
import { Button } from '../../../components/ui/button.tsx'
import { sitePhotoUrl } from '../../../domain/site-photos.ts'
import { useI18n } from '../../../lib/i18n.tsx'
import { LANGUAGE_NAMES, LANGUAGES, type Language, listOf } from '../../../lib/languages.ts'
import { Link } from '../../../lib/router/link.tsx'
import { formatDay, formatMoment } from '../../../lib/time/dates.ts'
import { browserZone } from '../../../lib/time/zones.ts'
import { EntryBadge, statusOf } from './entry-status.tsx'
import type { Kind } from './kinds.ts'
import type { ListedEntry } from './queries.ts'

export const entryButtonId = (id: string, by: -1 | 1) => `entry-${id}-${by === 1 ? 'down' : 'up'}`

/** The name in the reader's language, or else in the first language that has one. */
export function nameOf({ names }: Pick<ListedEntry, 'names'>, language: Language) {
  const found = [language, ...LANGUAGES].find((each) => names[each])
  return { text: names[found ?? language] ?? '', language: found ?? language }
}

interface EntryRowProps {
  kind: Kind
  entry: ListedEntry
  editor: string | undefined
  isFirst: boolean
  isLast: boolean
  onMove: (by: -1 | 1) => void
}

export function EntryRow({ kind, entry, editor, isFirst, isLast, onMove }: EntryRowProps) {
  const { t, language } = useI18n()
  const name = nameOf(entry, language)
  const missing = LANGUAGES.filter((each) => !entry.names[each]).map((each) => LANGUAGE_NAMES[each])
  const at = formatMoment(entry.draft.updated_at, browserZone(), language)
  const moves: { by: -1 | 1; icon: LucideIcon; label: string; isEnd: boolean }[] = [
    { by: -1, icon: ArrowUp, label: t('content.upOf', { name: name.text }), isEnd: isFirst },
    { by: 1, icon: ArrowDown, label: t('content.downOf', { name: name.text }), isEnd: isLast },
  ]
  return (
    <article className="flex items-start gap-3 sm:items-center sm:gap-4">
      {kind === 'project' && <Thumbnail photo={entry.photo} />}
      <div className="grid min-w-0 flex-1 gap-1">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <Link
            to={`?tab=${kind}&entry=${entry.id}`}
            className="min-w-0 font-medium wrap-anywhere text-ink underline-offset-4 hover:text-action hover:underline"
          >
            <bdi lang={name.language}>{name.text}</bdi>
          </Link>
          <EntryBadge status={statusOf(entry)} />
        </div>
        <p className="text-sm text-muted">
          {kind === 'notice' && <NoticeDays entry={entry} />}
          {editor ? t('content.savedBy', { name: editor, date: at }) : t('content.savedAt', { date: at })}
        </p>
        {missing.length > 0 && <p className="text-sm text-wait">{t('site.missingLanguages', { list: listOf(missing, language) })}</p>}
      </div>
      <div className="flex shrink-0 max-sm:flex-col">
        {!(isFirst && isLast) &&
          moves.map(({ by, icon: Icon, label, isEnd }) => (
            // Not disabled, because that would take the focus away while the button is pressed repeatedly.
            <Button
              key={by}
              id={entryButtonId(entry.id, by)}
              look="quiet"
              className="min-h-11! min-w-11 px-3! aria-disabled:opacity-40"
              aria-label={label}
              aria-disabled={isEnd}
              onClick={() => !isEnd && onMove(by)}
            >
              <Icon aria-hidden="true" className="size-4" />
            </Button>
          ))}
      </div>
    </article>
  )
}

function Thumbnail({ photo }: { photo: string | null }) {
  const place = 'aspect-[3/2] w-18 shrink-0 rounded-lg bg-line sm:w-24'
  // The name stands beside the photo.
  if (photo) return <img src={sitePhotoUrl(photo, 'small')} alt="" loading="lazy" className={`${place} object-cover`} />
  return (
    <span aria-hidden="true" className={`${place} grid place-items-center text-muted`}>
      <ImageUp className="size-5" />
    </span>
  )
}

function NoticeDays({ entry: { from, until } }: { entry: ListedEntry }) {
  const { t, language } = useI18n()
  const day = (value: string) => formatDay(value, language, 'long')
  const text =
    from && until
      ? t('content.daysFromUntil', { from: day(from), until: day(until) })
      : from
        ? t('content.daysFrom', { from: day(from) })
        : until
          ? t('content.daysUntil', { until: day(until) })
          : t('content.daysAlways')
  return <span className="me-2 font-medium text-ink">{text}</span>
}
