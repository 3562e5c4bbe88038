import { useEffect } from 'react'

/** Puts a text before the title of the page while it is given, also when the page or the language changes meanwhile. */
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
