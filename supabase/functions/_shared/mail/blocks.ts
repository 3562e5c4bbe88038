// The blocks that mails consist of. Each block has an HTML and a plain-text form, and all HTML is escaped here.
import { escapeHtml as escape } from './escape.ts'
import type { Language } from './language.ts'
import type { Look } from './look.ts'

export interface Block {
  html: (look: Look) => string
  /** Empty if the plain text does not need this block. */
  text: (language: Language) => string
}

// French puts a space before the colon.
export const colon = (language: Language) => (language === 'fr' ? '\u00a0:' : ':')

export function paragraph(text: string): Block {
  return { html: (look) => `<p class="ink" style="${look.paragraph}">${escape(text)}</p>`, text: () => text }
}

export function note(text: string): Block {
  return { html: (look) => `<p class="quiet" style="${look.note}">${escape(text)}</p>`, text: () => text }
}

export function button(label: string, url: string): Block {
  const address = webAddress(url)
  return {
    html: (look) => `<table role="presentation" class="button-table" cellpadding="0" cellspacing="0" border="0" style="${look.buttonTable}">
<tr><td bgcolor="${look.blue}" style="${look.buttonCell}">
<a class="button" href="${escape(address)}" style="${look.button}">${escape(label)}</a>
</td></tr>
</table>`,
    text: (language) => `${label}${colon(language)}\n${address}`,
  }
}

/** The full address of a button, for HTML only, because the plain text already contains it. */
export function addressByHand(label: string, url: string): Block {
  const address = escape(webAddress(url))
  return {
    html: (look) => `<p class="quiet" style="${look.address}">${escape(label)}
<a class="link" href="${address}" dir="ltr" style="${look.fullUrl}">${address}</a></p>`,
    text: () => '',
  }
}

export function code(label: string, digits: string): Block {
  return {
    html: (look) => `<p class="ink" style="${look.codeLabel}">${escape(label)}</p>
<p class="code" dir="ltr" style="${look.code}">${escape(digits)}</p>`,
    text: () => `${label}\n${digits}`,
  }
}

export interface Fact {
  label: string
  value: string
  /** Phone numbers and addresses are left-to-right in every language. Names and texts have their own direction. */
  direction?: 'ltr' | 'auto'
  /** Replaces the value in HTML, where more can be shown than in plain text. */
  html?: (look: Look) => string
}

export function facts(all: Fact[]): Block {
  return {
    html: (look) => `<table role="presentation" class="facts" width="100%" cellpadding="0" cellspacing="0" border="0" style="${look.facts}">
${all.map((fact) => factRow(look, fact.label, (fact.html ?? valueOf(fact))(look))).join('\n')}
</table>`,
    text: (language) =>
      all
        .map(({ label, value, direction }) => `${label}${colon(language)} ${direction ? isolated(label, value, direction) : value}`)
        .join('\n'),
  }
}

/** Text written by a user, with its line breaks. */
export function quotation(label: string, text: string): Block {
  return {
    html: (look) => `<p class="quiet" style="${look.quoteLabel}">${escape(label)}</p>
<div class="quote" dir="auto" style="${look.quote}">${escape(text).replaceAll(/\r\n|\r|\n/g, '<br>')}</div>`,
    text: (language) =>
      `${label}${colon(language)}\n${text
        .split(/\r\n|\r|\n/)
        .map((line) => `> ${line}`)
        .join('\n')}`,
  }
}

const valueOf =
  ({ value, direction }: Fact) =>
  (look: Look) =>
    `<span${direction ? ` dir="${direction}"` : ''} style="${look.factValue}">${escape(value)}</span>`

const factRow = (look: Look, label: string, value: string) => `<tr>
<td class="quiet fact-label" valign="top" style="${look.factLabel}">${escape(label)}</td>
<td class="ink fact" valign="top" style="${look.fact}">${value}</td>
</tr>`

// In plain text, only these characters set the direction. Left-to-right mails do not need them.
function isolated(label: string, value: string, direction: 'ltr' | 'auto') {
  return RIGHT_TO_LEFT.test(label + value) ? `${direction === 'ltr' ? '\u2066' : '\u2068'}${value}\u2069` : value
}

const RIGHT_TO_LEFT = /\p{Script=Arabic}|\p{Script=Hebrew}/u

function webAddress(url: string) {
  const { protocol, href } = new URL(url)
  if (protocol !== 'https:' && protocol !== 'http:') throw new Error('A mail links only to web addresses')
  return href
}
