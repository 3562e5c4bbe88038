/** A number stays with the word that it counts: "15 years" is never torn at the end of a line. */
export const keepNumbers = (text: string) => text.replaceAll(/(?<=\d) (?=\p{L})/gu, '\u00A0')
