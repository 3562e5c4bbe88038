/** Returns a page's file name, without its language folder and extension. */
export const fileOf = (page: string) => (page === '/' ? 'index' : page === '*' ? '404' : page.slice(1).replaceAll(':', ''))

/** Returns the path of a page's template below the build's folder. */
export const templateFile = (page: string, language: string) => `templates/${language}/${fileOf(page)}.html`
