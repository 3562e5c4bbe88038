// The notices that stand on all pages today, as the server put them into the page.
import type { Language } from '../languages.ts'
import { readJsonBlock } from '../load/json-block.ts'

/** By language, as HTML of one line. */
export type ShownNotice = Partial<Record<Language, string>>

let notices: ShownNotice[] = []

export const readNotices = (): readonly ShownNotice[] => notices

export const setNotices = (shown: ShownNotice[]) => {
  notices = shown
}

export const takeNotices = () => setNotices((readJsonBlock('page-notices') ?? []) as ShownNotice[])
