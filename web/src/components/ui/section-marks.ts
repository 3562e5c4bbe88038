// The forms inside a section report their state to it. Its row shows that state while the section is folded.
import { createContext, use, useCallback, useEffect, useState } from 'react'

export type Mark = 'unsaved' | 'wrong'

/** Adds a mark to the section with this id. Returns a function that removes it. */
export type AddMark = (id: string, mark: Mark) => () => void

export const SectionContext = createContext<{ mark: (mark: Mark) => () => void; open: () => void } | undefined>(undefined)

/** Marks the section around this component for as long as `isMarked`. Without a section it does nothing. */
export function useSectionMark(mark: Mark, isMarked: boolean) {
  const add = use(SectionContext)?.mark
  useEffect(() => (isMarked ? add?.(mark) : undefined), [add, mark, isMarked])
}

/** The marks of several sections, for their rows and their index. */
export function useMarks() {
  const [all, setAll] = useState<{ id: string; mark: Mark }[]>([])
  const addMark = useCallback<AddMark>((id, mark) => {
    const own = { id, mark }
    setAll((before) => [...before, own])
    return () => setAll((before) => before.filter((each) => each !== own))
  }, [])
  /** A wrong field is also unsaved. */
  const markOf = (id: string): Mark | undefined => {
    const marks = all.filter((each) => each.id === id).map(({ mark }) => mark)
    return marks.includes('wrong') ? 'wrong' : marks[0]
  }
  return { addMark, markOf }
}
