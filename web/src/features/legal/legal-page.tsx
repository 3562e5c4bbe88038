import { FileText } from 'lucide-react'
import { use } from 'react'
import { Arcade } from '../../components/arcade.tsx'
import { buttonLook } from '../../components/ui/button.tsx'
import { loadLegal } from '../../content/legal.ts'
import { LEGAL_DOCUMENTS, type LegalName, pdfOf } from '../../content/legal-documents.ts'
import { useI18n } from '../../lib/i18n.tsx'
import { formatDay } from '../../lib/time/dates.ts'
import { ContactBlock } from './contact-block.tsx'
import { Contents, FoldedContents } from './contents.tsx'
import { Letterhead } from './letterhead.tsx'
import { PrintStyles } from './print-styles.tsx'
import { RichText } from './rich-text.tsx'
import { Section } from './section.tsx'

export function LegalPage({ name }: { name: LegalName }) {
  const { t, language } = useI18n()
  const { title, lead, summary, sections } = use(loadLegal(name, language))
  const { version } = LEGAL_DOCUMENTS[name]
  return (
    <>
      <PrintStyles />
      <div className="on-night bg-night text-on-night">
        <div className="page relative isolate py-8 sm:py-12 lg:pt-16 lg:pb-10">
          <Arcade seed={`/${name}`} className="bottom-0 h-60 w-60" />
          <Letterhead />
          <div className="grid max-w-3xl gap-3 lg:gap-4">
            {/* Small enough to fit the longest word, which is Russian, on the narrowest phone. */}
            <h1 className="page-title max-sm:text-[min(9.6vw,2.25rem)]! max-sm:[&:lang(ru)]:text-[min(7.4vw,2.25rem)]! lg:text-[3.75rem] lg:leading-[1.1] lg:tracking-[-0.015em]">
              {title}
            </h1>
            <p className="text-balance text-on-night-muted sm:text-lg">{lead}</p>
            <div className="mt-1 flex flex-wrap items-center gap-x-6 gap-y-3">
              <p>
                {t('legal.version')} <time dateTime={version}>{formatDay(version, language, 'long')}</time>
              </p>
              <p data-no-print>
                <a href={`/legal/${pdfOf(name, language)}`} target="_blank" rel="noreferrer" className={buttonLook('on-night')}>
                  <FileText aria-hidden="true" className="size-5 text-brass" />
                  {t('legal.openPdf')}
                  <span className="sr-only">({t('legal.newTab')})</span>
                </a>
              </p>
            </div>
          </div>
        </div>
      </div>
      <div className="page pb-8 sm:pb-12 lg:pb-20">
        <FoldedContents sections={sections} />
        {/* As wide as the page, so that it ends where the tables end. */}
        <section aria-labelledby="legal-summary" className="mt-4 grid gap-3 rounded-box border border-line bg-surface p-5 sm:p-6 lg:mt-8">
          <h2 id="legal-summary" className="text-lg font-semibold">
            {t('legal.summary')}
          </h2>
          <ul className="list-disc gap-x-16 ps-5 lg:columns-2">
            {summary.map((sentence) => (
              <li key={sentence} className="mb-2 break-inside-avoid">
                <RichText>{sentence}</RichText>
              </li>
            ))}
          </ul>
        </section>
        <div className="document mt-10 grid gap-10 lg:mt-14 lg:grid-cols-[17rem_minmax(0,1fr)] lg:gap-16">
          <Contents sections={sections} />
          {/* Lines have about 68 characters, and tables take the whole width. */}
          <div className="grid max-w-3xl gap-12 not-print:[&_section>:is(p,ul,ol)]:max-w-148">
            {sections.map((section, index) => (
              <Section key={section.id} section={section} number={index + 1} />
            ))}
            <ContactBlock />
          </div>
        </div>
      </div>
    </>
  )
}
