// The questions of the site, and those that admins have added beside them.
import { ArrowRight } from 'lucide-react'
import type { FaqEntry } from '../../content/faq.ts'
import type { ShownAnswer } from '../../domain/shown-content.ts'
import { useI18n } from '../../lib/i18n.tsx'
import { Link } from '../../lib/router/link.tsx'
import { unbroken } from '../../lib/unbroken.ts'
import { addedQuestion, type ShownQuestion } from './added-question.tsx'
import { FAQ_ACTIONS } from './faq-actions.ts'

export const withAdded = (specified: FaqEntry[], added: ShownAnswer[]): ShownQuestion[] => {
  const taken = new Set(specified.map(({ id }) => id))
  return [
    ...specified.map(ofTheSite),
    // A link to a question of the site still leads there.
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

/** From an answer to the page on which one does what it explains. */
function Onward({ to: action }: { to: (typeof FAQ_ACTIONS)[string] }) {
  const { t } = useI18n()
  if (!action) return null
  return (
    <Link to={action.to} className="flex min-h-11 w-fit items-center gap-2 font-medium text-action hover:underline print:hidden">
      {t(action.label)}
      <ArrowRight aria-hidden="true" className="mirrored size-4" />
    </Link>
  )
}
