/** Keeps a number on one line with the word that it counts, such as "15 years". */
export const keepNumbers = (text: string) => text.replaceAll(/(?<=\d) (?=\p{L})/gu, '\u00A0')
