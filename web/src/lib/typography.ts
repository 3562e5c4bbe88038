/** Keeps a number on one line with the word that it counts, such as "15 years", and both ends of a range, such as "2016–2018". */
export const keepNumbers = (text: string) => text.replaceAll(/(?<=\d) (?=\p{L})/gu, '\u00A0').replaceAll(/(?<=\d)–(?=\d)/g, '\u2060–\u2060')
