// The questions of the site, followed by those that admins have added.
import { ArrowRight } from 'lucide-react'
import { answerOf, type FaqEntry } from '../../../content/faq.ts'
import type { ShownAnswer } from '../../../domain/shown-content.ts'
import { useI18n } from '../../../lib/i18n.tsx'
import type { Language } from '../../../lib/languages.ts'
import { Link } from '../../../lib/router/link.tsx'
import { unbroken } from '../../../lib/unbroken.ts'
import { addedQuestion, type ShownQuestion } from './added-question.tsx'
import { FAQ_ACTIONS } from './faq-actions.ts'

export const withAdded = (specified: FaqEntry[], added: ShownAnswer[], language: Language): ShownQuestion[] => {
  const taken = new Set(specified.map(({ id }) => id))
  return [
    ...specified.map((entry) => ofTheSite({ ...entry, answer: answerOf(entry, language) })),
    // A built-in question keeps its id, so that links to it still work.
    ...added.map((entry) => addedQuestion(taken.has(entry.id) ? { ...entry, id: `${entry.id}-2` } : entry)),
  ]
}

const ofTheSite = ({ id, category, question, answer }: FaqEntry): ShownQuestion => ({
  id,
  category,
  title: question,
  answer: (
    <>
      {unbroken(answer)}
      <Onward to={FAQ_ACTIONS[id]} />
    </>
  ),
  text: `${question} ${answer}`,
})

/** Links from an answer to the page where users can do what it explains. */
function Onward({ to: action }: { to: (typeof FAQ_ACTIONS)[string] }) {
  const { t } = useI18n()
  if (!action) return null
  return (
    <Link to={action.to} className="-mb-3 flex min-h-11 w-fit items-center gap-2 font-medium text-action hover:underline print:hidden">
      {t(action.label)}
      <ArrowRight aria-hidden="true" className="mirrored size-4" />
    </Link>
  )
}
