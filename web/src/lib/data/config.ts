// The public configuration that the server put into the page.
export interface SiteConfig {
  supabaseUrl: string
  supabaseKey: string
  /** Whether calls can be tried with a test code. The server sends the code itself to those who may have it. */
  hasTestCode: boolean
}

export function readSiteConfig(): SiteConfig {
  return JSON.parse(document.getElementById('config')?.textContent ?? '{}') as SiteConfig
}
