import { ChevronDown } from 'lucide-react'
import type { LegalSection } from '../../content/legal-documents.ts'
import { useI18n } from '../../lib/i18n.tsx'
import { useCurrentSection } from '../../lib/use-current-section.ts'

/** The table of contents beside the text on wide screens. The section in view is marked. */
export function Contents({ sections }: { sections: LegalSection[] }) {
  const { t } = useI18n()
  const current = useCurrentSection(sections.map(({ id }) => id))
  return (
    <div data-no-print className="max-lg:hidden">
      <nav aria-labelledby="contents-title" className="sticky top-24 max-h-[calc(100dvh-7rem)] overflow-y-auto">
        <p id="contents-title" className="eyebrow mb-3 text-muted">
          {t('legal.contents')}
        </p>
        <Anchors sections={sections} current={current} />
      </nav>
    </div>
  )
}

/** The same on smaller screens, where it is collapsed. */
export function FoldedContents({ sections }: { sections: LegalSection[] }) {
  const { t } = useI18n()
  return (
    <details data-no-print className="group mt-6 rounded-box border border-line bg-surface lg:hidden">
      <summary className="flex min-h-11 cursor-pointer items-center justify-between gap-3 px-5 py-3 font-medium">
        {t('legal.contents')}
        <ChevronDown aria-hidden="true" className="size-5 text-brass transition-transform duration-200 ease-calm group-open:rotate-180" />
      </summary>
      <nav aria-label={t('legal.contents')} className="border-t border-line px-5 py-2">
        <Anchors sections={sections} />
      </nav>
    </details>
  )
}

function Anchors({ sections, current }: { sections: LegalSection[]; current?: string | undefined }) {
  return (
    <ol>
      {sections.map(({ id, title }, index) => (
        <li key={id}>
          {/* A plain anchor, so that the keyboard focus continues from the section. */}
          <a
            href={`#${id}`}
            aria-current={id === current ? 'location' : undefined}
            className="flex min-h-11 items-baseline gap-2 py-2.5 leading-snug underline-offset-4 transition-colors duration-150 ease-calm hover:text-action hover:underline lg:border-s lg:border-line lg:ps-4 lg:text-muted lg:aria-[current]:border-brass lg:aria-[current]:text-ink"
          >
            <span className="min-w-6 text-muted">{index + 1}.</span>
            {title}
          </a>
        </li>
      ))}
    </ol>
  )
}
