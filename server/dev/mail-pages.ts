// Two plain pages for the stored mails. A mail's own HTML is shown in a frame without scripts and external content.
import type { KeptMail } from './kept-mail.ts'

export const pageHeaders = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  // The frame inherits this policy. Mails are styled inline.
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  // Links in mails sign people in, so their target must not learn the address of this page.
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
}

export function listPage(mails: KeptMail[]) {
  const rows = mails.map(
    ({ id, to, subject, at }) =>
      `<tr><td><a href="/dev/mail/${escape(id)}" dir="auto">${escape(subject)}</a></td><td>${escape(to)}</td><td>${time(at)}</td></tr>`,
  )
  const table = `<table><thead><tr><th scope="col">Subject</th><th scope="col">To</th><th scope="col">Time</th></tr></thead>
<tbody>${rows.join('\n')}</tbody></table>`
  return page(
    'Mail',
    `<p>Nothing is configured to send mail, so it stays here, the newest first.</p>
${mails.length ? table : '<p>No mail yet.</p>'}`,
  )
}

export function mailPage({ from, to, replyTo, subject, at, html, text, attachments }: KeptMail) {
  const facts = [
    ...(from ? [['From', escape(from)]] : []),
    ['To', escape(to)],
    ...(replyTo ? [['Reply to', escape(replyTo)]] : []),
    ['Time', time(at)],
    ...attachments.map(({ filename, contentType }) => ['Attached', `${escape(filename)} (${escape(contentType)})`]),
  ]
  const links = linksIn(text).map((url) => `<li><a href="${escape(url)}">${escape(url)}</a></li>`)
  return page(
    subject,
    `<p><a href="/dev/mail">All mail</a></p>
<dl>${facts.map(([name, value]) => `<dt>${name}</dt><dd>${value}</dd>`).join('')}</dl>
<h2>Links</h2>
${links.length ? `<ul>${links.join('')}</ul>` : '<p>None.</p>'}
<h2>HTML</h2>
<iframe sandbox="" title="The mail as HTML" srcdoc="${escape(html)}"></iframe>
<h2>Plain text</h2>
<pre dir="auto">${escape(text)}</pre>`,
  )
}

function page(title: string, content: string) {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escape(title)}</title>
<style>
:root { color-scheme: light dark; }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 0 auto; padding: 1.5rem; overflow-wrap: anywhere; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: start; padding: 0.5rem 0.75rem 0.5rem 0; border-bottom: 1px solid #8886; vertical-align: top; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 0.25rem 1rem; }
dd { margin: 0; }
iframe { width: 100%; height: 48rem; border: 1px solid #8886; resize: both; }
pre { white-space: pre-wrap; }
</style>
</head>
<body>
<main>
<h1 dir="auto">${escape(title)}</h1>
${content}
</main>
</body>
</html>
`
}

const time = (iso: string) => `<time datetime="${escape(iso)}">${escape(iso.replace('T', ' ').slice(0, 19))} UTC</time>`

function linksIn(text: string) {
  return [...new Set(text.match(/https?:\/\/[^\s<>"]+/g) ?? [])]
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

function escape(text: string) {
  return text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? '')
}
