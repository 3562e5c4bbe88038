const PRELOAD = /<link rel="modulepreload" crossorigin href="([^"]+)"/g

/** The files that a page preloads, as a header: a browser reads it before the page itself, and may ask for them that much sooner. */
export const preloadsOf = (html: string) =>
  [...html.matchAll(PRELOAD)].map(([, path]) => `<${path}>; rel=modulepreload; crossorigin`).join(', ')
