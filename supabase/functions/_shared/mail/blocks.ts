// What letters are made of. Each block knows both its shapes; everything that goes into HTML is escaped here.
import { escapeHtml as escape } from './escape.ts'
import type { Look } from './look.ts'

export interface Block {
  html: (look: Look) => string
  /** Empty where the plain text needs no such block. */
  text: string
}

export function paragraph(text: string): Block {
  return { html: (look) => `<p class="ink" style="${look.paragraph}">${escape(text)}</p>`, text }
}

export function note(text: string): Block {
  return { html: (look) => `<p class="quiet" style="${look.note}">${escape(text)}</p>`, text }
}

export function button(label: string, url: string): Block {
  const address = webAddress(url)
  return {
    html: (look) => `<table role="presentation" class="button-table" cellpadding="0" cellspacing="0" border="0" style="margin:8px 0 28px">
<tr><td bgcolor="${look.blue}" style="${look.buttonCell}">
<a class="button" href="${escape(address)}" style="${look.button}">${escape(label)}</a>
</td></tr>
</table>`,
    text: `${label}:\n${address}`,
  }
}

/** The address of a button in full. A plain text shows it anyway. */
export function addressByHand(label: string, url: string): Block {
  const address = escape(webAddress(url))
  return {
    html: (look) => `<p class="quiet" style="${look.address}">${escape(label)}
<a class="link" href="${address}" dir="ltr" style="${look.fullUrl}">${address}</a></p>`,
    text: '',
  }
}

export function code(label: string, digits: string): Block {
  return {
    html: (look) => `<p class="ink" style="${look.codeLabel}">${escape(label)}</p>
<p class="code" dir="ltr" style="${look.code}">${escape(digits)}</p>`,
    text: `${label}\n${digits}`,
  }
}

function webAddress(url: string) {
  const { protocol, href } = new URL(url)
  if (protocol !== 'https:' && protocol !== 'http:') throw new Error('A mail links only to web addresses')
  return href
}
