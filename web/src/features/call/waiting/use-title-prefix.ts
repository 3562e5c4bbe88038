import { useEffect } from 'react'

/** Prefixes the page title while `prefix` is given, even if the page or the language changes meanwhile. */
export function useTitlePrefix(prefix: string | undefined) {
  useEffect(() => {
    if (!prefix) return undefined
    let own = document.title
    let full = ''
    const apply = () => {
      if (document.title === full) return
      own = document.title
      full = `${prefix} · ${own}`
      document.title = full
    }
    apply()
    const observer = new MutationObserver(apply)
    observer.observe(document.head, { childList: true, subtree: true, characterData: true })
    return () => {
      observer.disconnect()
      document.title = own
    }
  }, [prefix])
}
