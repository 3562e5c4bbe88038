const LETTERS = { ltr: /[\p{Script=Latin}\p{Script=Cyrillic}]/u, rtl: /\p{Script=Arabic}/u }

/**
 * A name with letters of both directions follows the page, so that it begins and is cut where its neighbours are. A name that is entirely
 * in the other direction keeps its own, so that it is cut at its end.
 */
export const nameDirection = (name: string, page: 'ltr' | 'rtl') => (LETTERS[page].test(name) ? page : 'auto')
