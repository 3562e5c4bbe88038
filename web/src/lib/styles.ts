// A page contains the styles of what its own modules show (first-styles.ts of the build). The file with all styles comes once the page has
// been used, or with the first part that is loaded later.
let loading: Promise<void> | undefined

/** Resolves even if they cannot be loaded, and tries again the next time: a part without its styles is better than none. */
export function loadStyles() {
  loading ??= new Promise<void>((resolve) => {
    // None in development, where the styles are modules, and none while a page is prerendered.
    const link = typeof document === 'undefined' ? null : document.querySelector<HTMLLinkElement>('link[data-styles]')
    if (!link) {
      resolve()
      return
    }
    link.onload = () => resolve()
    link.onerror = () => {
      loading = undefined
      link.removeAttribute('rel')
      resolve()
    }
    link.rel = 'stylesheet'
  })
  return loading
}

/** For a part of a page whose code is loaded later: waits for its styles as well. */
export async function withStyles<Part>(part: Promise<Part>) {
  const [loaded] = await Promise.all([part, loadStyles()])
  return loaded
}
