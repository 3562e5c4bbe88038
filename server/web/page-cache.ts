// Rendered pages in memory, up to a total size. The least recently used page is evicted first.

interface Sized {
  bytes: number
}

export function createPageCache<Page extends Sized>(maxBytes: number) {
  // A map keeps insertion order.
  const pages = new Map<string, Page>()
  let bytes = 0
  function remove(key: string) {
    bytes -= pages.get(key)?.bytes ?? 0
    pages.delete(key)
  }
  return {
    get(key: string) {
      const page = pages.get(key)
      if (page) {
        pages.delete(key)
        pages.set(key, page)
      }
      return page
    },
    set(key: string, page: Page) {
      remove(key)
      if (page.bytes > maxBytes) return
      pages.set(key, page)
      bytes += page.bytes
      for (const oldest of pages.keys()) {
        if (bytes <= maxBytes) return
        remove(oldest)
      }
    },
    bytes: () => bytes,
  }
}
