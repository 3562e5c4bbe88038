/** The note with the template below what is written already. */
export const withTemplate = (text: string, body: string, max: number) => (text.trim() ? `${text.trimEnd()}\n${body}` : body).slice(0, max)
