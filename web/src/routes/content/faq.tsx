import { SearchX } from 'lucide-react'
import { use, useMemo, useState } from 'react'
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
import { AskUs } from './faq/ask-us.tsx'
import { FaqCategories } from './faq/categories.tsx'
import { FaqHero } from './faq/faq-hero.tsx'
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
      <FaqHero>
        <div className="lit text-ink [&_input]:min-h-14">
          <SearchField
            label={t('faq.search')}
            placeholder={t('faq.searchHint')}
            clearLabel={t('faq.clear')}
            value={search}
            onChange={searchFor}
          />
        </div>
        <p aria-live="polite" className="min-h-5 text-sm leading-5 text-on-night-muted">
          {search.trim() && found.length > 0 && t('faq.found', { count: found.length })}
        </p>
      </FaqHero>
      <div
        className={classes(
          'page grid grid-cols-1 gap-x-16 gap-y-2 pt-2 pb-12 lg:pt-14 lg:pb-24',
          found.length > 0 && 'lg:grid-cols-[13rem_minmax(0,1fr)] xl:gap-x-24',
        )}
      >
        {found.length > 0 && <FaqCategories categories={shown.map(({ id, label }) => ({ id: sectionOf(id), title: t(label) }))} />}
        <div className={classes('min-w-0', found.length > 0 && 'lg:*:border-t-0', !isAddressKnown && OPENED_BY_ADDRESS)}>
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
      {found.length > 0 && <AskUs />}
      {/* The doorway stands on the footer. */}
      <div className="page max-sm:px-3 lg:hidden">
        <Help
          isBeside={false}
          className="on-night mx-auto max-w-128 rounded-t-full bg-night px-7 pt-24 pb-8 text-on-night sm:px-12 sm:pt-32"
        />
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
      className="scroll-mt-36 pt-8 first:pt-6 lg:scroll-mt-24 lg:pt-10 lg:first:pt-0"
    >
      <h2 id={`${id}-title`} className="mb-1 font-display text-2xl font-semibold lg:mb-3 lg:text-3xl">
        {title}
      </h2>
      <div className="divide-y divide-line *:scroll-mt-36 lg:*:scroll-mt-24">
        {entries.map(({ id: questionId, title: question, answer }) => (
          <AccordionItem key={questionId} id={questionId} title={question}>
            {answer}
          </AccordionItem>
        ))}
      </div>
    </section>
  )
}
