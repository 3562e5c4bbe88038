// Merges the questions of a type when somebody else has changed them meanwhile.
import type { QuestionDraft } from './question-input.ts'

interface Merge {
  /** The changes of both sides. If both changed the same question, this side's version. */
  mine: QuestionDraft[]
  /** The changes of both sides. If both changed the same question, the other side's version. */
  theirs: QuestionDraft[]
  /** Questions that both sides changed, as they are stored now; undefined if the other side removed one. */
  clashes: { id: string; stored: QuestionDraft | undefined }[]
}

const isSame = (one: QuestionDraft | undefined, other: QuestionDraft | undefined) => JSON.stringify(one) === JSON.stringify(other)

export function mergeQuestions(base: QuestionDraft[], here: QuestionDraft[], stored: QuestionDraft[]): Merge {
  const find = (list: QuestionDraft[], id: string) => list.find((each) => each.id === id)
  const ids = [...new Set([...here, ...stored, ...base].map(({ id }) => id))]
  const merge: Merge = { mine: [], theirs: [], clashes: [] }
  for (const id of ids) {
    const [before, own, other] = [find(base, id), find(here, id), find(stored, id)]
    const isClash = !isSame(own, before) && !isSame(other, before) && !isSame(own, other)
    const kept = isSame(own, before) ? other : own
    if (isClash) merge.clashes.push({ id, stored: other })
    if (kept) merge.mine.push(kept)
    const yielded = isClash ? other : kept
    if (yielded) merge.theirs.push(yielded)
  }
  return merge
}
