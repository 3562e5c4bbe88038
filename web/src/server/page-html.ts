// Puts a rendered page into its frame. Every part goes in once: what people wrote cannot stand for another part.
import { type Company, type CompanySettings, DEFAULTS } from '../../../supabase/functions/_shared/company.ts'
import { readNotices } from '../lib/data/notices.ts'
import type { PageData } from '../lib/data/page-data.tsx'
import type { EmbeddedTexts } from '../lib/i18n.tsx'
import { asJsonBlock, escape } from './page-head.ts'

/** Where the frame has its gaps. */
export const HEAD_GAP = '<!--head-->'
/** For readers without scripts. */
export const EMAIL_GAP = '<!--email-->'
export const ROOT_GAP = '<div id="root"><!--app--></div>'

export interface PageParts {
  head: (string | false | undefined)[]
  html: string
  language: string
  /** The pattern of the page. */
  path: string
  texts: EmbeddedTexts
  data?: PageData | undefined
  /** Of a page that the server renders. */
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

/** A page that only the browser renders, with what the server adds to it. */
export const fillApp = (template: string, settings: CompanySettings, { brand, infoEmail: email }: Company) =>
  template
    .replace(/<title>.*?<\/title>/, (title) => title.replaceAll(DEFAULTS.brand, () => escape(brand)))
    .replace('</body>', () => `  ${[jsonBlock('page-company', settings), noticesBlock()].filter(Boolean).join('\n    ')}\n  </body>`)
    .replace(EMAIL_GAP, () => (email ? `<p><a class="underline" href="mailto:${escape(email)}">${escape(email)}</a></p>` : ''))
