import { Mail, MessageCircle, Phone, SearchX } from 'lucide-react'
import { use, useState } from 'react'
import { company } from '../../../supabase/functions/_shared/company.ts'
import { Accordion, AccordionItem } from '../components/ui/accordion.tsx'
import { ButtonLink } from '../components/ui/button.tsx'
import { EmptyState } from '../components/ui/empty-state.tsx'
import { SearchField } from '../components/ui/search-field.tsx'
import { type FaqCategory, type FaqEntry, loadFaq } from '../content/faq.ts'
import { fold } from '../lib/fold.ts'
import { useIsHydrated } from '../lib/hydrated.ts'
import { type TextKey, useI18n } from '../lib/i18n.tsx'
import { directionOf, type Language } from '../lib/languages.ts'
import { Link } from '../lib/link.tsx'
import { telLink } from '../lib/patterns.ts'
import { useLocation } from '../lib/router.tsx'
import { FaqCategories } from './faq/categories.tsx'

const CATEGORIES: { id: FaqCategory; label: TextKey }[] = [
  { id: 'general', label: 'faq.categoryGeneral' },
  { id: 'health', label: 'faq.categoryHealth' },
  { id: 'services', label: 'faq.categoryServices' },
  { id: 'technical', label: 'faq.categoryTechnical' },
  { id: 'payment', label: 'faq.categoryPayment' },
]

export default function Faq() {
  const { t, language } = useI18n()
  const entries = use(loadFaq(language))
  const [search, setSearch] = useState('')
  const [open, setOpen] = useOpenQuestion()
  const found = entries.filter((entry) => matches(entry, search, language))
  const shown = CATEGORIES.filter(({ id }) => found.some(({ category }) => category === id))
  const searchFor = (next: string) => {
    setSearch(next)
    // A question that the search hides is closed when it appears again.
    if (open && !entries.some((entry) => entry.id === open && matches(entry, next, language))) setOpen('')
  }
  return (
    <div className="page py-8 sm:py-12 lg:py-20">
      <div className="grid max-w-3xl gap-4">
        <h1 className="page-title">{t('faq.title')}</h1>
        <p className="text-muted sm:text-lg">{t('faq.lead')}</p>
        <div className="mt-2">
          <SearchField
            label={t('faq.search')}
            placeholder={t('faq.searchHint')}
            clearLabel={t('faq.clear')}
            value={search}
            onChange={searchFor}
          />
        </div>
        <p aria-live="polite" className="min-h-5 text-sm leading-5 text-muted">
          {search.trim() && found.length > 0 && t('faq.found', { count: found.length })}
        </p>
      </div>
      <div className="mt-2 sm:mt-6">
        {found.length ? (
          <div className="grid grid-cols-1 gap-x-16 gap-y-2 lg:grid-cols-[13rem_minmax(0,1fr)]">
            <FaqCategories categories={shown.map(({ id, label }) => ({ id: sectionOf(id), title: t(label) }))} />
            <Accordion direction={directionOf(language)} open={open} onOpen={setOpen}>
              {shown.map(({ id, label }) => (
                <CategoryGroup key={id} id={sectionOf(id)} title={t(label)} entries={found.filter(({ category }) => category === id)} />
              ))}
            </Accordion>
          </div>
        ) : (
          <EmptyState
            icon={SearchX}
            title={t('faq.emptyTitle')}
            text={t('faq.emptyText')}
            action={<ButtonLink to="/contact">{t('faq.emptyAction')}</ButtonLink>}
          />
        )}
      </div>
      <Help />
    </div>
  )
}

/** The id of the open question is in the address, so that a question can be linked to. */
function useOpenQuestion() {
  const { hash, key } = useLocation()
  const isHydrated = useIsHydrated()
  const [chosen, setChosen] = useState<{ id: string; key: string }>()
  // A link to another question overrides the one that is open.
  const open = chosen?.key === key ? chosen.id : isHydrated ? hash.slice(1) : ''
  const choose = (id: string) => {
    setChosen({ id, key })
    // Without the router, which would scroll there.
    window.history.replaceState(window.history.state, '', id ? `#${id}` : window.location.pathname + window.location.search)
  }
  return [open, choose] as const
}

/** Matches if the question or the answer contains every word of the search, ignoring case in this language. */
function matches({ question, answer }: FaqEntry, search: string, language: Language) {
  const text = fold(`${question} ${answer}`, language)
  return fold(search, language)
    .split(/\s+/)
    .every((word) => text.includes(word))
}

/** Not the bare name: one of the questions has it. */
const sectionOf = (category: FaqCategory) => `category-${category}`

function CategoryGroup({ id, title, entries }: { id: string; title: string; entries: FaqEntry[] }) {
  return (
    <section id={id} aria-labelledby={`${id}-title`} tabIndex={-1} className="scroll-mt-36 py-6 lg:scroll-mt-22 lg:py-8">
      <h2 id={`${id}-title`} className="mb-1 font-display text-2xl font-semibold sm:text-3xl">
        {title}
      </h2>
      <div className="divide-y divide-line">
        {entries.map(({ id: questionId, question, answer }) => (
          <AccordionItem key={questionId} id={questionId} title={question}>
            {answer}
          </AccordionItem>
        ))}
      </div>
    </section>
  )
}

function Help() {
  const { t } = useI18n()
  const phone = company.phones.azerbaijan
  const card =
    'grid h-full content-start gap-x-3 gap-y-1 rounded-box border border-line bg-surface p-4 max-sm:grid-cols-[auto_minmax(0,1fr)] max-sm:items-center max-sm:[&>:nth-child(n+3)]:col-start-2 sm:gap-2 sm:p-6 transition-shadow duration-200 ease-calm hover:shadow-lift'
  return (
    <section aria-labelledby="help-title" className="mt-10 sm:mt-16">
      <h2 id="help-title" className="mb-6 font-display text-2xl font-semibold">
        {t('faq.helpTitle')}
      </h2>
      <ul className="grid gap-3 sm:gap-5 md:grid-cols-3">
        <li>
          <Link to="/contact" className={card}>
            <MessageCircle aria-hidden="true" className="size-6 text-brass" />
            <span className="font-medium">{t('faq.helpChat')}</span>
            <span className="text-muted">{t('faq.helpChatText')}</span>
          </Link>
        </li>
        <li>
          <a href={telLink(phone)} className={card}>
            <Phone aria-hidden="true" className="size-6 text-brass" />
            <span className="font-medium">{t('faq.helpPhone')}</span>
            <bdi dir="ltr" className="justify-self-start">
              {phone}
            </bdi>
            <span className="text-muted">{t('faq.helpPhoneText')}</span>
          </a>
        </li>
        <li>
          <a href={`mailto:${company.infoEmail}`} className={card}>
            <Mail aria-hidden="true" className="size-6 text-brass" />
            <span className="font-medium">{t('faq.helpEmail')}</span>
            <bdi dir="ltr" className="justify-self-start">
              {company.infoEmail}
            </bdi>
            <span className="text-muted">{t('faq.helpEmailText')}</span>
          </a>
        </li>
      </ul>
    </section>
  )
}
