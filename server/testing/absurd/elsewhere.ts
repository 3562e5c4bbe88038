import { everyBody, everyHeader, get, header, type Named, segment } from './place.ts'

// Requests to functions and to the pages of the site.
export const elsewhere: Named[] = [
  ['function', segment('POST', (text) => `/functions/v1/${text}`)],
  ['path of a function', segment('GET', (text) => `/functions/v1/open/${text}`)],
  ...everyBody('call of a function', '/functions/v1/open'),
  ...everyHeader('POST', '/functions/v1/guarded', ['authorization', 'cookie']),
  ['page', segment('GET', (text) => `/${text}`)],
  ['page in another language', segment('GET', (text) => `/fr/${text}`)],
  ['page below another', segment('GET', (text) => `/rooms/${text}`)],
  ['default language', segment('GET', (text) => `/en/${text}`)],
  ['query of a page', get((text) => `/fr?${text}`)],
  ['language', get((text) => `/?lang=${text}`)],
  ...everyHeader('GET', '/', ['cookie', 'accept-encoding', 'accept-language', 'if-none-match']),
  ['cookie of the language', header('GET', '/', 'cookie', 'language=')],
  ['metrics', header('GET', '/metrics', 'authorization', 'Bearer ')],
  ['page with another method', segment('POST', (text) => `/${text}`)],
]
