// A question that admins have added to those of the site.
import type { ReactNode } from 'react'
import { HtmlIn, TextIn } from '../../../components/in-language.tsx'
import type { FaqCategory } from '../../../content/faq.ts'
import type { ShownAnswer } from '../../../domain/shown-content.ts'
import { plainTextOf } from '../../../lib/plain-text.ts'

export interface ShownQuestion {
  /** The fragment of the address, after #. */
  id: string
  category: FaqCategory
  title: ReactNode
  answer: ReactNode
  /** The text that the search uses. */
  text: string
}

export const addedQuestion = ({ id, category, question, answer }: ShownAnswer): ShownQuestion => ({
  id,
  category,
  title: <TextIn text={question} language={answer.language} otherLanguage={answer.otherLanguage} />,
  answer: <HtmlIn {...answer} otherLanguage={undefined} />,
  text: `${question} ${plainTextOf(answer.html)}`,
})
