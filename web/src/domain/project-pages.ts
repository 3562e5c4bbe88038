// Further pages with projects, for search engines and for readers without scripts. The last segment of an address is the number of projects
// on the pages before it.

/** The number of projects shown at first, and added on request. Rendering one takes some milliseconds. */
export const PROJECTS_AT_ONCE = 12

/** In the last segment of an address. The group is the number of projects before. */
export const PROJECTS_BEFORE = /^projects-after-(\d+)$/

export const projectsBefore = (path: string) => Number(PROJECTS_BEFORE.exec(path.slice(path.lastIndexOf('/') + 1))?.[1] ?? 0)

const segmentOf = (before: number) => `projects-after-${before}`

/** The first projects are on the page about interior design. */
export const projectsPath = (before: number) => (before > 0 ? `/interior-design/${segmentOf(before)}` : '/interior-design#portfolio')

/** The last segments of all further pages, by the number of projects before them. */
export function projectPagesOf(count: number) {
  const numbers = Array.from({ length: Math.max(Math.ceil(count / PROJECTS_AT_ONCE) - 1, 0) }, (_, place) => (place + 1) * PROJECTS_AT_ONCE)
  return new Map(numbers.map((before) => [before, segmentOf(before)]))
}
