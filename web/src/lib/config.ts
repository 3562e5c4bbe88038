// The public values that the server put into the page.
export interface SiteConfig {
  supabaseUrl: string
  supabaseKey: string
}

export function readSiteConfig(): SiteConfig {
  return JSON.parse(document.getElementById('config')?.textContent ?? '{}') as SiteConfig
}
