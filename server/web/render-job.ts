// The interface between the server and the site's renderer, a module of the build that runs in a worker thread.

interface PageRequest {
  /** The pattern of the page, such as `/articles/:article`. */
  page: string
  /** The path without a language. */
  path: string
  language: string
  /** Whether links include the language. */
  isPrefixed: boolean
  /** Keyed by name. Undefined if the backend could not be reached. */
  data: Record<string, unknown>
  /** The page's HTML without content; empty if there is none. */
  template: string
  siteUrl: string
  /** The public configuration. */
  values: object
}

interface PageAnswer {
  status: 200 | 404 | 410
  body: string
  /** The time at which the page expires, even if the data have not changed. */
  validUntil?: number
}

/** The exports of the renderer module. */
export interface SiteRenderer {
  renderPage: (request: PageRequest) => Promise<PageAnswer>
  /** Maps keys to the last segments of a page's current addresses, which end with the key. */
  addressesOf?: (page: string, data: Record<string, unknown>) => Record<string, string>
}

export interface WorkerSettings {
  /** The folder of the build. */
  folder: string
  /** The path of the renderer below the folder. */
  renderer: string
  siteUrl: string
  values: object
}

export interface RenderedPage {
  status: number
  br: Uint8Array<ArrayBuffer>
  tag: string
  /** The Link header with the page's preloads. */
  link: string
  validUntil: number
}

/** Data that the worker does not have yet, by key. */
export type SentData = Record<string, string | undefined>

export type Task = { kind: 'page'; page: string; path: string; language: string; isPrefixed: boolean } | { kind: 'addresses'; page: string }

export interface Message {
  id: number
  task: Task
  /** The keys of the data that the task needs, by name. */
  needs: Record<string, string>
  sent: SentData
}

export type Reply = { id: number; result: RenderedPage | Record<string, string> } | { id: number; error: string }
