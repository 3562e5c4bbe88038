const PRELOAD = /<link rel="modulepreload" crossorigin href="([^"]+)"/g

/** Returns the preloads of a page as a Link header, which a browser reads before the page itself, so that it can request them earlier. */
export const preloadsOf = (html: string) =>
  [...html.matchAll(PRELOAD)].map(([, path]) => `<${path}>; rel=modulepreload; crossorigin`).join(', ')
