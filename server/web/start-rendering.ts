// Creates the renderer for pages with data, if the site has any.
import type { Logger } from 'pino'
import type { SiteRoutes } from './pages.ts'
import { type AskBackend, createPublicData } from './public-data.ts'
import { createRenderedPages } from './rendered-pages.ts'
import { createRenderer } from './renderer.ts'

interface RenderingOptions {
  /** The folder of the build. */
  folder: string
  routes: SiteRoutes
  siteUrl: string
  values: object
  ask: AskBackend
  log: Logger
}

export function startRendering({ folder, routes: { data: site }, siteUrl, values, ask, log }: RenderingOptions) {
  if (!site) return undefined
  const renderer = createRenderer({ folder, renderer: site.renderer, siteUrl, values })
  const data = createPublicData({
    sources: site.sources,
    ask,
    onFailure: (source, error) => log.warn({ source, reason: String(error) }, 'public data could not be read'),
  })
  const pages = createRenderedPages({
    data,
    renderer,
    onFailure: (page, error) => log.warn({ page, reason: String(error) }, 'a page could not be rendered'),
  })
  return { pages, invalidate: (topic?: string) => data.invalidate(topic), warmUp: () => renderer.start(), stop: () => renderer.stop() }
}
