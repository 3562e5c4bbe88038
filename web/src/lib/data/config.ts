// The public configuration that the server put into the page.
import { readJsonBlock } from '../load/json-block.ts'

export interface SiteConfig {
  supabaseUrl: string
  supabaseKey: string
  /** Whether calls can be tried with a test code. The server sends the code only to people who may have it. */
  hasTestCode: boolean
  /** True outside production, where samples may be shown. */
  isTriedOut: boolean
}

/** Placeholders for the build, which only needs the paths. */
let ofTheServer: SiteConfig = { supabaseUrl: 'http://localhost', supabaseKey: 'key', hasTestCode: false, isTriedOut: true }

/** Sets the configuration on the server, which has no page to read it from. */
export const setSiteConfig = (config: SiteConfig) => {
  ofTheServer = config
}

export function readSiteConfig(): SiteConfig {
  if (typeof document === 'undefined') return ofTheServer
  return (readJsonBlock('config') ?? {}) as SiteConfig
}
