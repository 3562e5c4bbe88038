// The layout of all mails, as HTML and as plain text.
import { company, companyText, phonesOfCompany } from '../company.ts'
import { companyIn } from '../company-texts.ts'
import type { Block } from './blocks.ts'
import { escapeHtml as escape } from './escape.ts'
import { directionOf, type Language } from './language.ts'
import { lookOf, styleSheet } from './look.ts'
import { mailTexts } from './texts.ts'

export interface MailContent {
  language: Language
  subject: string
  /** Shown next to the subject in the inbox. */
  preheader: string
  title: string
  blocks: Block[]
  /** Explains why the reader receives this mail. */
  reason: string
}

export interface RenderedMail {
  subject: string
  html: string
  text: string
}

export function renderMail(mail: MailContent): RenderedMail {
  return { subject: withBrand(mail.subject, mail.language), html: asHtml(mail), text: asText(mail) }
}

/** Appends the name of the company, after a long dash in Russian. */
export const withBrand = (text: string, language: Language) => `${text} ${language === 'ru' ? '—' : '–'} ${company.brand}`

function asText({ language, title, blocks, reason }: MailContent) {
  const body = blocks.map(({ text }) => text(language)).filter(Boolean)
  const questions = company.supportEmail && `${mailTexts[language].questions} ${company.supportEmail}`
  const imprint = [...imprintIn(language), phoneIn(language)].filter(Boolean).join('\n')
  return `${[company.brand, title, ...body, '--', reason, questions, imprint].filter(Boolean).join('\n\n')}\n`
}

// In plain text, only control characters keep a number from being reversed.
const phoneIn = (language: Language) => {
  const [phone = ''] = phonesOfCompany()
  return phone && directionOf(language) === 'rtl' ? `\u2066${phone}\u2069` : phone
}

const imprintIn = (language: Language) =>
  (['legalName', 'address'] as const).map((key) => companyText(key, language, companyIn[language][key])).filter(Boolean)

// Outlook supports only tables for layout and cannot draw the logo. Web mail drops the attributes of html and body, so the direction is set
// further inside too.
function asHtml({ language, subject, preheader, title, blocks, reason }: MailContent) {
  const look = lookOf(language)
  const support = escape(company.supportEmail)
  const [phone] = phonesOfCompany()
  const table = 'role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"'
  return `<!doctype html>
<html lang="${language}" dir="${look.direction}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no, date=no, address=no, email=no">
<meta name="x-apple-disable-message-reformatting">
<title>${escape(subject)}</title>
<style>${styleSheet}</style>
</head>
<body class="page" style="margin:0;padding:0;${look.page}">
<div style="display:none;max-height:0;overflow:hidden;mso-hide:all">${escape(preheader)}${'&nbsp;&zwnj;'.repeat(60)}</div>
<table ${table} class="page" lang="${language}" dir="${look.direction}" style="${look.page}">
<tr><td align="center" style="padding:32px 12px">
<!--[if mso]><table role="presentation" width="600" cellpadding="0" cellspacing="0" border="0"><tr><td><![endif]-->
<table ${table} dir="${look.direction}" style="max-width:600px">
<tr><td class="ink" style="${look.brand}"><!--[if !mso]><!--><span style="${look.logo}"><span style="${look.logoDoorway}"><span style="${look.logoDoor}"></span></span></span><!--<![endif]--><span dir="ltr" style="letter-spacing:1px;vertical-align:middle">${escape(company.brand)}</span></td></tr>
<tr><td class="rule" height="2" style="${look.rule}">&nbsp;</td></tr>
<tr><td class="card" dir="${look.direction}" style="${look.card}">
<h1 class="ink" style="${look.title}">${escape(title)}</h1>
${blocks.map(({ html }, place) => html(place === blocks.length - 1 ? lookOf(language, true) : look)).join('\n')}
</td></tr>
<tr><td class="quiet" dir="${look.direction}" style="${look.footer}">
<p style="margin:0 0 12px">${escape(reason)}</p>
${
  support &&
  `<p style="margin:0 0 12px">${escape(mailTexts[language].questions)}
<a class="link" href="mailto:${support}" dir="ltr" style="${look.link}">${support}</a></p>
`
}<p style="${look.imprint}">${[
    ...imprintIn(language).map((line) => `<bdi>${escape(line)}</bdi>`),
    ...(phone ? [`<bdi dir="ltr">${escape(phone)}</bdi>`] : []),
  ].join('<br>')}</p>
</td></tr>
</table>
<!--[if mso]></td></tr></table><![endif]-->
</td></tr>
</table>
</body>
</html>
`
}
