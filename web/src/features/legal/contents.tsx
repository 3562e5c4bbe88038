import { ChevronDown } from 'lucide-react'
import type { LegalSection } from '../../content/legal-documents.ts'
import { useI18n } from '../../lib/i18n.tsx'

/** The table of contents: collapsed on phones, beside the text on wide screens. */
export function Contents({ sections }: { sections: LegalSection[] }) {
  const { t } = useI18n()
  return (
    <div data-no-print>
      <details className="group rounded-box border border-line bg-surface lg:hidden">
        <summary className="flex min-h-11 cursor-pointer items-center justify-between gap-3 px-5 py-3 font-medium">
          {t('legal.contents')}
          <ChevronDown aria-hidden="true" className="size-5 text-brass transition-transform duration-200 ease-calm group-open:rotate-180" />
        </summary>
        <nav aria-label={t('legal.contents')} className="border-t border-line px-5 py-2">
          <Anchors sections={sections} />
        </nav>
      </details>
      <nav aria-labelledby="contents-title" className="sticky top-24 hidden max-h-[calc(100dvh-7rem)] overflow-y-auto lg:block">
        <p id="contents-title" className="eyebrow mb-2 text-muted">
          {t('legal.contents')}
        </p>
        <Anchors sections={sections} />
      </nav>
    </div>
  )
}

function Anchors({ sections }: { sections: LegalSection[] }) {
  return (
    <ol>
      {sections.map(({ id, title }, index) => (
        <li key={id}>
          {/* A plain anchor, so that the keyboard focus continues from the section. */}
          <a
            href={`#${id}`}
            className="flex min-h-11 items-baseline gap-2 py-2.5 leading-snug underline-offset-4 hover:text-action hover:underline"
          >
            <span className="min-w-6 text-muted">{index + 1}.</span>
            {title}
          </a>
        </li>
      ))}
    </ol>
  )
}
