// Email addresses that forms accept: letters of any language, with single dots between the parts.

export const MAX_EMAIL_LENGTH = 254

const LETTER = String.raw`[^\s@.,;:<>()"\\[\]\p{Cc}]`
const LABEL = String.raw`(?!-)${LETTER}+(?<!-)`

export const EMAIL = new RegExp(String.raw`^${LETTER}+(?:\.${LETTER}+)*@${LABEL}(?:\.${LABEL})+$`, 'u')
