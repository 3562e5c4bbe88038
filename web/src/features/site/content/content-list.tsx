// All entries of a kind in the order of the page, with their state.
import { useQuery } from '@tanstack/react-query'
import { ImageUp, Info, type LucideIcon, MessageCircleQuestion, Plus } from 'lucide-react'
import { useLayoutEffect, useRef, useState } from 'react'
import { LoadFailed } from '../../../components/load-failed.tsx'
import { toast } from '../../../components/toaster.tsx'
import { Button } from '../../../components/ui/button.tsx'
import { EmptyState } from '../../../components/ui/empty-state.tsx'
import { RowListSkeleton } from '../../../components/ui/row-list-skeleton.tsx'
import { textOf } from '../../../lib/errors.ts'
import { useI18n } from '../../../lib/i18n.tsx'
import { useNavigate } from '../../../lib/router/router.tsx'
import { useTypedText } from '../../../lib/use-typed.ts'
import { EntryRow, entryButtonId, nameOf } from './entry-row.tsx'
import { begunEntry, CATEGORIES, CATEGORY_TEXTS, KIND_TEXTS, type Kind } from './kinds.ts'
import { CONTENT_ERRORS, contentList, type ListedEntry, useEditors, useOrder } from './queries.ts'

const ICONS: Record<Kind, LucideIcon> = { project: ImageUp, faq: MessageCircleQuestion, notice: Info }

export default function ContentList({ kind }: { kind: Kind }) {
  const { t } = useI18n()
  const navigate = useNavigate()
  const { data, error, refetch } = useQuery(contentList(kind))
  const texts = KIND_TEXTS[kind]
  const [begun, keepBegun] = useTypedText(begunEntry(kind))
  function addEntry() {
    // The entry may have been saved although the page never got the response.
    const isSaved = data?.some(({ id }) => id === begun)
    const id = begun && !isSaved ? begun : crypto.randomUUID()
    keepBegun(id)
    navigate(`?tab=${kind}&new=${id}`)
  }
  const add = (
    <Button className="max-sm:w-full" onClick={addEntry}>
      <Plus aria-hidden="true" className="size-4" />
      {t(texts.add)}
    </Button>
  )
  return (
    <div className="grid grid-cols-1 gap-4">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <p className="max-w-[65ch] min-w-0 flex-1 basis-72 text-muted max-sm:text-sm">{t(texts.text)}</p>
        {data && data.length > 0 && add}
      </div>
      {data?.length === 0 && <EmptyState icon={ICONS[kind]} title={t(texts.emptyTitle)} text={t(texts.emptyText)} action={add} />}
      {data && data.length > 0 && <Entries kind={kind} entries={data} />}
      {!data && (error ? <LoadFailed title={t('site.loadFailed')} error={error} onRetry={() => void refetch()} /> : <RowListSkeleton />)}
    </div>
  )
}

function Entries({ kind, entries }: { kind: Kind; entries: ListedEntry[] }) {
  const { t, language } = useI18n()
  const editors = useEditors(entries.map(({ draft }) => draft.updated_by))
  const { mutate: order } = useOrder(kind)
  const [moved, setMoved] = useState('')
  const pressed = useRef('')
  // The browser removes the focus from an element that is moved within the list.
  useLayoutEffect(() => {
    document.getElementById(pressed.current)?.focus()
    pressed.current = ''
    // oxlint-disable-next-line react/exhaustive-deps, react/exhaustive-effect-dependencies -- whenever the list has another order
  }, [entries])

  function move(group: ListedEntry[], entry: ListedEntry, by: -1 | 1) {
    const place = group.indexOf(entry) + by
    const other = group[place]
    if (!other) return
    pressed.current = entryButtonId(entry.id, by)
    const swapped = entries.map((each) => (each === entry ? other : each === other ? entry : each))
    order(swapped, {
      onSuccess: () => setMoved(t('content.movedTo', { name: nameOf(entry, language).text, place: place + 1, total: group.length })),
      onError: (error) => {
        const { key, values } = textOf(error, CONTENT_ERRORS)
        toast.error(t('content.orderFailed'), { description: t(key, values) })
      },
    })
  }

  const groups =
    kind === 'faq'
      ? CATEGORIES.map((category) => ({ category, among: entries.filter((each) => each.category === category) }))
      : [{ category: undefined, among: entries }]
  return (
    <>
      {groups
        .filter(({ among }) => among.length > 0)
        .map(({ category, among }) => (
          <section key={category ?? kind} aria-label={category && t(CATEGORY_TEXTS[category])} className="grid gap-2">
            {category && <h2 className="font-semibold">{t(CATEGORY_TEXTS[category])}</h2>}
            <ol className="divide-y divide-line rounded-box border border-line bg-surface">
              {among.map((entry, place) => (
                <li key={entry.id} className="px-4 py-3">
                  <EntryRow
                    kind={kind}
                    entry={entry}
                    editor={editors.get(entry.draft.updated_by)}
                    isFirst={place === 0}
                    isLast={place === among.length - 1}
                    onMove={(by) => move(among, entry, by)}
                  />
                </li>
              ))}
            </ol>
          </section>
        ))}
      <output className="sr-only">{moved}</output>
    </>
  )
}
