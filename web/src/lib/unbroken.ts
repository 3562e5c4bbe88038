/** Running text with “e-posta” and “e-mail”, which never break at their hyphen. */
export const unbroken = (text: string) => text.replaceAll(/(?<!\p{L})(e)-(?=\p{L})/giu, '$1-\u2060')
