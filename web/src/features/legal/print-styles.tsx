import { useI18n } from '../../lib/i18n.tsx'

// Styles that print only the document, dark on white. They are not in the site's styles, so that no other page downloads them.
const stylesFor = (legalName: string) => `
@page {
  size: A4;
  margin: 18mm 17mm 20mm;
  @bottom-left { content: '${legalName.replaceAll(/['\\]/g, '')}'; font: 8pt var(--font-sans); color: #3f4a5c }
  @bottom-right { content: counter(page) ' / ' counter(pages); font: 8pt var(--font-sans); color: #3f4a5c; direction: ltr }
}
@media print {
  :root, .dark {
    color-scheme: light;
    --paper: #fff; --surface: #fff; --ink: #111827; --muted: #3f4a5c; --line: #c9c9c9; --tint: transparent; --action: #111827; --brass: #7a5a22;
  }
  html { font-size: 10pt; scroll-padding: 0 }
  body { line-height: 1.5 }
  #root > div > :not(main), [data-no-print] { display: none !important }
  [data-print] { display: block !important }
  main .page { max-width: none; padding: 0 }
  main .document, main .document > *, main section, main ul { display: block; max-width: none }
  main .document { margin-top: 1.5rem }
  main li + li { margin-top: 0.25em }
  main section > * + * { margin-top: 0.6em }
  main section + section { margin-top: 1.6em }
  h1 { font-size: 2rem }
  .letterhead { margin-bottom: 2rem }
  h1, h2, caption { break-after: avoid }
  h2 { font-size: 1.3rem !important }
  h2 + * { break-before: avoid }
  h2 + p { break-inside: avoid }
  p, li { orphans: 3; widows: 3 }
  main section[tabindex] { overflow: visible; border-radius: 0; border-inline: 0; outline: none }
  main td, main th { padding: 0.35rem 0.5rem; font-size: 0.95rem }
  tr, [aria-labelledby='legal-contact'] { break-inside: avoid }
  code { font: inherit; padding: 0 }
  main a { min-height: 0; text-decoration: none }
}`

export function PrintStyles() {
  const { t } = useI18n()
  return <style>{stylesFor(t('company.legalName'))}</style>
}
