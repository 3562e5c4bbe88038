// A page contains the styles of what its own modules show (first-styles.ts of the build). The file with all styles comes once the page has
// been used, or with the first part that is loaded later.
let loading: Promise<void> | undefined

/** Rejects if the file cannot be loaded, for example after an update of the site. The next call tries again. */
export function loadStyles() {
  loading ??= new Promise<void>((resolve, reject) => {
    // None in development, where the styles are modules, and none while a page is prerendered.
    const link = typeof document === 'undefined' ? null : document.querySelector<HTMLLinkElement>('link[data-styles]')
    if (!link) {
      resolve()
      return
    }
    const fail = () => {
      loading = undefined
      link.removeAttribute('rel')
      reject(new Error('The styles could not be loaded.'))
    }
    link.addEventListener('load', () => resolve(), { once: true })
    link.addEventListener('error', fail, { once: true })
    link.rel = 'stylesheet'
  })
  return loading
}

/** For a part of a page whose code is loaded later: waits for its styles as well. Without them it fails as if its code were missing. */
export async function withStyles<Part>(part: Promise<Part>) {
  const [loaded] = await Promise.all([part, loadStyles()])
  return loaded
}
