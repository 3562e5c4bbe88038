// Today's notices for all pages, which the server puts into the page.
import type { Language } from '../languages.ts'
import { readJsonBlock } from '../load/json-block.ts'

/** The notice by language, as one line of HTML. */
export type ShownNotice = Partial<Record<Language, string>>

let notices: ShownNotice[] = []

export const readNotices = (): readonly ShownNotice[] => notices

export const setNotices = (shown: ShownNotice[]) => {
  notices = shown
}

export const takeNotices = () => setNotices((readJsonBlock('page-notices') ?? []) as ShownNotice[])
