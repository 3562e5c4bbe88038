// E-mail addresses as the forms take them: letters of any language, parts of the name and of the domain between single dots.

export const MAX_EMAIL_LENGTH = 254

const LETTER = String.raw`[^\s@.,;:<>()"\\[\]\p{Cc}]`
const LABEL = String.raw`(?!-)${LETTER}+(?<!-)`

export const EMAIL = new RegExp(String.raw`^${LETTER}+(?:\.${LETTER}+)*@${LABEL}(?:\.${LABEL})+$`, 'u')
