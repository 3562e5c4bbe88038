/** Keeps “e-posta” and “e-mail” in running text from breaking at their hyphen. */
export const unbroken = (text: string) => text.replaceAll(/(?<!\p{L})(e)-(?=\p{L})/giu, '$1-\u2060')
