/** The length in characters as the database counts them: an emoji is one. */
export const lengthOf = (text: string) => Array.from(text).length
