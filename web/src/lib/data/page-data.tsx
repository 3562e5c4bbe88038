// Public data of the database that the server put into the page, so that it is rendered at once.
import { createContext, type ReactNode, useContext, useState } from 'react'
import { readJsonBlock } from '../load/json-block.ts'
import { useIsHydrated } from '../load/use-is-hydrated.ts'

export interface PageData {
  /** When the page was rendered. */
  now: string
  /** The values by the names that the page uses. */
  values: Partial<Record<string, unknown>>
}

const Context = createContext<PageData | undefined>(undefined)

export const PageDataProvider = ({ data, children }: { data: PageData | undefined; children: ReactNode }) => (
  <Context value={data}>{children}</Context>
)

/** Undefined if the page was sent without data, and on every page that was opened by a link inside the site. */
export function usePageData(): PageData | undefined {
  const data = useContext(Context)
  const isHydrated = useIsHydrated()
  const [atStart] = useState(isHydrated ? undefined : data)
  return atStart
}

export const usePageValue = (name: string) => usePageData()?.values[name]

export const readPageData = () => readJsonBlock('page-data') as PageData | undefined
