// What the server asks of the site's renderer, a module of the build that runs in a worker thread.

interface PageRequest {
  /** The pattern of the page, such as `/articles/:article`. */
  page: string
  /** Without a language. */
  path: string
  language: string
  /** Whether links have addresses with a language. */
  isPrefixed: boolean
  /** By name. Undefined where the backend could not be asked. */
  data: Record<string, unknown>
  /** The page without content; empty where there is none. */
  template: string
  siteUrl: string
  /** The public configuration. */
  values: object
}

interface PageAnswer {
  status: 200 | 404 | 410
  body: string
  /** When the page must be rendered again, even if the data have not changed. */
  validUntil?: number
}

/** Exported by the module. */
export interface SiteRenderer {
  renderPage: (request: PageRequest) => Promise<PageAnswer>
  /** The last segments of a page's present addresses, by the keys that they end with. */
  addressesOf?: (page: string, data: Record<string, unknown>) => Record<string, string>
}

export interface WorkerSettings {
  /** The folder of the build. */
  folder: string
  /** The renderer, below the folder. */
  renderer: string
  siteUrl: string
  values: object
}

export interface RenderedPage {
  status: number
  br: Uint8Array<ArrayBuffer>
  tag: string
  /** The files that the page preloads. */
  link: string
  validUntil: number
}

/** Data that the worker does not have yet, by key. */
export type SentData = Record<string, string | undefined>

export type Task = { kind: 'page'; page: string; path: string; language: string; isPrefixed: boolean } | { kind: 'addresses'; page: string }

export interface Message {
  id: number
  task: Task
  /** Which of the data the task needs: key by name. */
  needs: Record<string, string>
  sent: SentData
}

export type Reply = { id: number; result: RenderedPage | Record<string, string> } | { id: number; error: string }
