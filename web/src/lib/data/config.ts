// The public configuration that the server put into the page.
import { readJsonBlock } from '../load/json-block.ts'

export interface SiteConfig {
  supabaseUrl: string
  supabaseKey: string
  /** Whether calls can be tried with a test code. The server sends the code itself to those who may have it. */
  hasTestCode: boolean
  /** Outside production, where samples may be shown. */
  isTriedOut: boolean
}

/** While the site is built, only paths matter. */
let ofTheServer: SiteConfig = { supabaseUrl: 'http://localhost', supabaseKey: 'key', hasTestCode: false, isTriedOut: true }

/** On the server, which has no page to read it from. */
export const setSiteConfig = (config: SiteConfig) => {
  ofTheServer = config
}

export function readSiteConfig(): SiteConfig {
  if (typeof document === 'undefined') return ofTheServer
  return (readJsonBlock('config') ?? {}) as SiteConfig
}
