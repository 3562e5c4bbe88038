import { SearchX } from 'lucide-react'
import { use, useMemo, useState } from 'react'
import { ArchPattern } from '../../components/arch-pattern.tsx'
import { Accordion, AccordionItem } from '../../components/ui/accordion.tsx'
import { ButtonLink } from '../../components/ui/button.tsx'
import { EmptyState } from '../../components/ui/empty-state.tsx'
import { SearchField } from '../../components/ui/search-field.tsx'
import { type FaqCategory, loadFaq } from '../../content/faq.ts'
import { useAddedAnswers } from '../../domain/use-content.ts'
import { classes } from '../../lib/classes.ts'
import { fold } from '../../lib/fold.ts'
import { type TextKey, useI18n } from '../../lib/i18n.tsx'
import { directionOf, type Language } from '../../lib/languages.ts'
import { useIsHydrated } from '../../lib/load/use-is-hydrated.ts'
import { useLocation } from '../../lib/router/router.tsx'
import type { ShownQuestion } from './faq/added-question.tsx'
import { FaqCategories } from './faq/categories.tsx'
import { withAdded } from './faq/faq-questions.tsx'
import { Help } from './faq/help.tsx'

/**
 * The server does not know which question the address names. These styles open that question instead of the first one, so that nothing
 * moves later.
 */
const OPENED_BY_ADDRESS =
  'not-noscript:has-[[data-state]:target]:[&_[role=region][data-state=open]]:hidden [&_:target>[role=region]]:block!'

const CATEGORIES: { id: FaqCategory; label: TextKey }[] = [
  { id: 'general', label: 'faq.categoryGeneral' },
  { id: 'health', label: 'faq.categoryHealth' },
  { id: 'services', label: 'faq.categoryServices' },
  { id: 'technical', label: 'faq.categoryTechnical' },
  { id: 'payment', label: 'faq.categoryPayment' },
]

export default function Faq() {
  const { t, language } = useI18n()
  const specified = use(loadFaq(language))
  const added = useAddedAnswers(language)
  const entries = useMemo(() => withAdded(specified, added, language), [specified, added, language])
  const [search, setSearch] = useState('')
  const [open, setOpen, isAddressKnown] = useOpenQuestion(entries)
  const found = entries.filter((entry) => matches(entry, search, language))
  const shown = CATEGORIES.filter(({ id }) => found.some(({ category }) => category === id))
  const searchFor = (next: string) => {
    setSearch(next)
    // Closes a question that the search hides, so that it is closed when it appears again.
    if (open && !entries.some((entry) => entry.id === open && matches(entry, next, language))) setOpen('')
  }
  return (
    <>
      <div className="relative isolate overflow-clip border-b border-line bg-tint">
        <ArchPattern seed="/faq" className="-z-1" />
        <div className="page grid gap-x-16 gap-y-5 pt-8 pb-6 sm:gap-y-6 sm:pt-10 sm:pb-8 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)] lg:grid-rows-[auto_1fr] lg:pt-14 lg:pb-12">
          <div className="plain-ground grid w-fit gap-3 lg:gap-4">
            <h1 className="page-title lg:text-[3.75rem] lg:leading-[1.1] lg:tracking-[-0.015em]">{t('faq.title')}</h1>
            <p className="text-muted sm:text-lg max-lg:max-w-[52ch]">{t('faq.lead')}</p>
          </div>
          <div className="grid content-start items-center gap-x-6 gap-y-2 sm:grid-cols-[minmax(0,27rem)_1fr]">
            <SearchField
              label={t('faq.search')}
              placeholder={t('faq.searchHint')}
              clearLabel={t('faq.clear')}
              value={search}
              onChange={searchFor}
            />
            <p aria-live="polite" className="min-h-5 text-sm leading-5 text-muted">
              {search.trim() && found.length > 0 && t('faq.found', { count: found.length })}
            </p>
          </div>
          <Help isBeside className="plain-ground max-lg:hidden lg:col-start-2 lg:row-span-2 lg:row-start-1" />
        </div>
      </div>
      <div className="page grid grid-cols-1 gap-y-2 pt-2 pb-8 sm:pb-12 lg:gap-y-4 lg:pt-4 lg:pb-16">
        {found.length > 0 && <FaqCategories categories={shown.map(({ id, label }) => ({ id: sectionOf(id), title: t(label) }))} />}
        <div className={classes('min-w-0', !isAddressKnown && OPENED_BY_ADDRESS)}>
          {found.length ? (
            <Accordion direction={directionOf(language)} open={open} onOpen={setOpen}>
              {shown.map(({ id, label }) => (
                <CategoryGroup key={id} id={sectionOf(id)} title={t(label)} entries={found.filter(({ category }) => category === id)} />
              ))}
            </Accordion>
          ) : (
            <EmptyState
              icon={SearchX}
              title={t('faq.emptyTitle')}
              text={t('faq.emptyText')}
              action={<ButtonLink to="/contact">{t('faq.emptyAction')}</ButtonLink>}
            />
          )}
        </div>
      </div>
      <div className="relative isolate border-t border-line bg-tint lg:hidden">
        <ArchPattern seed="/faq help" className="-z-1" />
        <div className="page py-10 sm:py-12">
          <Help isBeside={false} className="plain-ground" />
        </div>
      </div>
    </>
  )
}

/** The address contains the id of the open question, so that it can be linked to. Without an id the first question is open. */
function useOpenQuestion(entries: ShownQuestion[]) {
  const { hash, key } = useLocation()
  const isHydrated = useIsHydrated()
  const [chosen, setChosen] = useState<{ id: string; key: string }>()
  // A link to another question overrides the open one.
  const named = entries.find(({ id }) => isHydrated && id === hash.slice(1)) ?? entries[0]
  const open = chosen?.key === key ? chosen.id : (named?.id ?? '')
  const choose = (id: string) => {
    setChosen({ id, key })
    // Bypasses the router, which would scroll to the question.
    window.history.replaceState(window.history.state, '', id ? `#${id}` : window.location.pathname + window.location.search)
  }
  return [open, choose, isHydrated] as const
}

/** Matches if the question or the answer contains every word of the search, ignoring case in this language. */
function matches(question: ShownQuestion, search: string, language: Language) {
  if (!search.trim()) return true
  const text = fold(question.text, language)
  return fold(search, language)
    .split(/\s+/)
    .every((word) => text.includes(word))
}

/** The id of a section. A question may have the bare name of the category. */
const sectionOf = (category: FaqCategory) => `category-${category}`

function CategoryGroup({ id, title, entries }: { id: string; title: string; entries: ShownQuestion[] }) {
  return (
    <section
      id={id}
      aria-labelledby={`${id}-title`}
      tabIndex={-1}
      className="scroll-mt-36 gap-x-16 py-6 lg:grid lg:grid-cols-[16rem_minmax(0,1fr)] lg:py-5"
    >
      {/* Stays beside its questions while they are read. */}
      <h2 id={`${id}-title`} className="mb-1 font-display text-2xl font-semibold lg:sticky lg:top-36 lg:my-2.5 lg:self-start lg:text-3xl">
        {title}
      </h2>
      <div className="divide-y divide-line *:scroll-mt-36">
        {entries.map(({ id: questionId, title: question, answer }) => (
          <AccordionItem key={questionId} id={questionId} title={question}>
            {answer}
          </AccordionItem>
        ))}
      </div>
    </section>
  )
}
