/** A page's file, below the folder of its language and without its ending. */
export const fileOf = (page: string) => (page === '/' ? 'index' : page === '*' ? '404' : page.slice(1).replaceAll(':', ''))

/** The file below the build's folder with the frame of a page. */
export const templateFile = (page: string, language: string) => `templates/${language}/${fileOf(page)}.html`
