/** Appends the template below the note's text. */
export const withTemplate = (text: string, body: string, max: number) => (text.trim() ? `${text.trimEnd()}\n${body}` : body).slice(0, max)
