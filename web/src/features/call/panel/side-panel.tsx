// The panel with tabs beside the call. On a small screen it covers the call.
import { type LucideIcon, Video, X } from 'lucide-react'
import { type ComponentProps, type ReactNode, Suspense, useEffect, useEffectEvent, useRef, useState } from 'react'
import { FaultBoundary } from '../../../components/fault-boundary.tsx'
import { Badge } from '../../../components/ui/badge.tsx'
import { Button, buttonLook } from '../../../components/ui/button.tsx'
import { RowsSkeleton } from '../../../components/ui/form-skeleton.tsx'
import { Tabs } from '../../../components/ui/tabs.tsx'
import { Portrait } from '../../../domain/portrait.tsx'
import { useI18n } from '../../../lib/i18n.tsx'
import { directionOf } from '../../../lib/languages.ts'
import { useIsWide } from '../../../lib/use-is-wide.ts'
import type { Panel } from './use-panel.ts'

/** A tab of the panel. The route provides the tabs in order. */
export interface SideTab {
  id: string
  title: string
  /** The label of the button that closes the panel while this tab is shown. */
  closeLabel: string
  icon: LucideIcon
  /** A short word or number, such as 'new', until the user opens the tab. */
  badge?: string | undefined
  /** May suspend, because its code and texts are loaded when the tab is opened. */
  content: ReactNode
  /** Whether it stays mounted while another tab is shown. */
  isKept?: boolean
  /** Whether it has a button in the call's bar. */
  isInBar?: boolean
}

interface PanelProps {
  tabs: SideTab[]
  panel: Panel
}

/** The buttons of the tabs in the call's bar. A narrow bar shows only their icons. */
export function PanelButtons({ tabs, panel }: PanelProps) {
  return (
    <div className="flex shrink-0 gap-2">
      {tabs
        .filter(({ isInBar }) => isInBar)
        .map(({ id, title, icon: Icon, badge }) => (
          <button
            key={id}
            ref={panel.buttonRef(id)}
            type="button"
            title={title}
            aria-expanded={panel.tab === id}
            onClick={() => (panel.tab === id ? panel.close() : panel.open(id))}
            className={buttonLook(
              'on-night',
              // Without an outline, so that the picture below stays dominant.
              'relative border-transparent! bg-on-night/8 hover:bg-on-night/15! aria-expanded:bg-on-night/20 @max-5xl/bar:w-12 @max-5xl/bar:px-0',
            )}
          >
            <Icon aria-hidden="true" className="size-5 shrink-0" />
            <span className="@max-5xl/bar:sr-only">{title}</span>
            {badge && (
              <span className="@max-5xl/bar:absolute @max-5xl/bar:-end-2 @max-5xl/bar:-top-2">
                <Badge tone="active">{badge}</Badge>
              </span>
            )}
          </button>
        ))}
    </div>
  )
}

interface SidePanelProps extends PanelProps {
  /** The other participant. */
  name: string
  /** Undefined if the name is unknown. */
  portrait: ComponentProps<typeof Portrait>['doctor'] | undefined
  /** A message about the call, which the panel covers on a small screen. */
  news: string | undefined
}

/** Stays mounted after its first opening, so that it keeps typed text while closed. */
export function SidePanel({ tabs, panel, name, portrait, news }: SidePanelProps) {
  const { t, language } = useI18n()
  const heading = useRef<HTMLHeadingElement>(null)
  const isCovering = !useIsWide()
  const { tab, openings, close } = panel
  const [first, ...others] = tabs
  // A closed panel keeps its last tab.
  const [last, setLast] = useState(tab)
  if (tab && tab !== last) setLast(tab)
  const shown = tabs.find(({ id }) => id === last) ?? first
  useEffect(() => {
    if (openings) heading.current?.focus()
  }, [openings])
  const [visited, setVisited] = useState<string[]>([])
  if (shown && !visited.includes(shown.id)) setVisited([...visited, shown.id])
  const isOpen = tab !== undefined
  const closeByKey = useEffectEvent(close)
  useEffect(() => {
    if (!isOpen) return undefined
    const onKey = (event: KeyboardEvent) => {
      // A dialog above the panel handles the key first.
      if (event.key === 'Escape' && !event.defaultPrevented) closeByKey()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [isOpen])
  if (!first || !shown) return null
  return (
    <aside
      hidden={!isOpen}
      aria-labelledby="side-panel"
      className="fixed inset-0 z-40 flex flex-col bg-surface text-ink **:[[role=tab]]:px-1.5 **:[[role=tab]]:text-sm **:[[role=tablist]]:flex-wrap **:[[role=tablist]]:gap-0 lg:static lg:z-auto lg:w-[400px] lg:shrink-0 lg:border-s lg:border-line"
    >
      {isCovering && (
        <div className="on-night flex shrink-0 flex-wrap items-center gap-x-3 gap-y-1 bg-night px-5 py-2 text-sm text-on-night">
          {portrait && (
            <span className="flex text-ink">
              <Portrait isDecorative size="mini" doctor={portrait} />
            </span>
          )}
          <div className="min-w-0 flex-[1_1_6em] wrap-anywhere">
            {!news && <bdi className="line-clamp-2 font-medium">{name}</bdi>}
            <output>{news}</output>
          </div>
          <Button look="on-night" className="-me-1 min-h-11! border-transparent! bg-on-night/10 px-3! text-sm" onClick={close}>
            <Video aria-hidden="true" className="size-4 shrink-0" />
            {t('call.showCall')}
          </Button>
        </div>
      )}
      <h2 id="side-panel" ref={heading} tabIndex={-1} className="sr-only">
        {shown.title}
      </h2>
      <Tabs
        label={t('call.panel')}
        direction={directionOf(language)}
        value={shown.id}
        onValueChange={panel.select}
        tabs={[asTab(first, visited), ...others.map((each) => asTab(each, visited))]}
        end={
          <button
            type="button"
            aria-label={shown.closeLabel}
            onClick={close}
            className="grid size-11 shrink-0 place-items-center rounded-box hover:bg-tint"
          >
            <X aria-hidden="true" className="size-5" />
          </button>
        }
      />
    </aside>
  )
}

const asTab = ({ id, title, badge, content, isKept = false }: SideTab, visited: string[]) => ({
  id,
  title,
  // The button in the bar shows the word. The tabs only have room for a dot between them.
  badge: badge && (
    <span className="-ms-1.5 -me-2.5 size-2 self-start rounded-full bg-action">
      <span className="sr-only">{badge}</span>
    </span>
  ),
  isKept: isKept && visited.includes(id),
  content: (
    <FaultBoundary isPart>
      <Suspense fallback={<RowsSkeleton />}>{content}</Suspense>
    </FaultBoundary>
  ),
})
