// Inserts a rendered page into its template. Each part is inserted once, so that text from people cannot act as a placeholder.
import { type Company, type CompanySettings, DEFAULTS } from '../../../supabase/functions/_shared/company.ts'
import { readNotices } from '../lib/data/notices.ts'
import type { PageData } from '../lib/data/page-data.tsx'
import type { EmbeddedTexts } from '../lib/i18n.tsx'
import { asJsonBlock, escape } from './page-head.ts'

/** The placeholders in the template. */
export const HEAD_GAP = '<!--head-->'
/** The placeholder for the email address that readers without scripts see. */
export const EMAIL_GAP = '<!--email-->'
export const ROOT_GAP = '<div id="root"><!--app--></div>'

export interface PageParts {
  head: (string | false | undefined)[]
  html: string
  language: string
  /** The route pattern of the page. */
  path: string
  texts: EmbeddedTexts
  data?: PageData | undefined
  /** Only for a page that the server renders. */
  company?: CompanySettings | undefined
}

export function fillPage(template: string, { head, html, language, path, texts, data, company }: PageParts) {
  const [start, afterHead] = cut(template, HEAD_GAP)
  const [middle, end] = cut(afterHead, ROOT_GAP)
  const blocks = [
    jsonBlock('texts', texts),
    data && jsonBlock('page-data', data),
    company && jsonBlock('page-company', company),
    noticesBlock(),
  ]
    .filter(Boolean)
    .join('\n    ')
  return [
    start,
    head.filter(Boolean).join('\n    '),
    middle,
    `<div id="root" data-language="${language}" data-path="${path}">${html}</div>\n    ${blocks}`,
    end,
  ].join('')
}

function cut(text: string, gap: string): [string, string] {
  const place = text.indexOf(gap)
  if (place === -1) throw new Error(`The page has no place for ${gap}.`)
  return [text.slice(0, place), text.slice(place + gap.length)]
}

export const jsonBlock = (id: string, data: object) => `<script id="${id}" type="application/json">${asJsonBlock(data)}</script>`

const noticesBlock = () => readNotices().length > 0 && jsonBlock('page-notices', [...readNotices()])

/** The HTML of a page that only the browser renders, with the data that the server adds. */
export const fillApp = (template: string, settings: CompanySettings, { brand, infoEmail: email }: Company) =>
  template
    .replace(/<title>.*?<\/title>/, (title) => title.replaceAll(DEFAULTS.brand, () => escape(brand)))
    .replace('</body>', () => `  ${[jsonBlock('page-company', settings), noticesBlock()].filter(Boolean).join('\n    ')}\n  </body>`)
    .replace(EMAIL_GAP, () => (email ? `<p><a class="underline" href="mailto:${escape(email)}">${escape(email)}</a></p>` : ''))
