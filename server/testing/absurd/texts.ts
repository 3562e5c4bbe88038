// Texts for absurd requests: one piece of syntax, repeated.

/** Node limits all headers and the URL together to sixteen kilobytes. */
export const HEAD_LENGTH = 14_000

const WITHOUT_BLANKS = String.raw`k / . , ; = & - * : ! ( ) [ ] { } " ' \ % + 1 0 %20 %2F %25 // .. -> ->> :: "" \" \\ () [] {} [[ {" ", ," a, a. .a
  a=b& a=in.b& and( or( not. not.and( eq. in.( "a", a->0 a( ...a( !a a: /a /* -- q=1, br; ;q= a@ @ é İ 💥 [], {}, {"a": "a":1, null, 1e9, \u0000 bytes=0-`

/** Each begins, ends or separates something that a parser looks for. */
export const UNITS = [...WITHOUT_BLANKS.split(/\s+/), ' ', '\t', '\n', ' a', 'a ', ', ', '; a=', '\u202e', '\ud800']

/** Repeats the unit to this length, ending with a character that a greedy pattern does not expect. */
export const repeated = (unit: string, length: number) => `${unit.repeat(Math.ceil(length / unit.length)).slice(0, length - 1)}x`

/** Escaping makes a text longer, so it is cut but keeps its end. */
const fitted = (text: string) => (text.length > HEAD_LENGTH ? `${text.slice(0, HEAD_LENGTH - 1)}${text.at(-1)}` : text)

// Escapes only what a request line cannot contain. It may contain an invalid percent sign, and a space becomes a plus.
export const inAddress = (text: string) =>
  fitted(
    text
      .toWellFormed()
      .replaceAll(' ', '+')
      .replaceAll(/[^\x21-\x7e]|#/gu, encodeURIComponent),
  )
export const asSegment = (text: string) => inAddress(text).replaceAll(/[?]/g, '%3F')
export const inHeader = (text: string) => fitted(text.replaceAll(/[^\t\x20-\x7e\x80-\xff]/g, '?'))
