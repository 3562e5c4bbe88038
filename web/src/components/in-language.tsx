// Texts in one of the languages, labelled with the language if it is not the reader's.
import { classes } from '../lib/classes.ts'
import { directionOf, LANGUAGE_NAMES, type Language } from '../lib/languages.ts'

interface InLanguageProps {
  language: Language
  /** The name of the language, if the text must be labelled with it. */
  otherLanguage: string | undefined
  className?: string
}

export function TextIn({ text, language, otherLanguage, className }: InLanguageProps & { text: string }) {
  return (
    <span className={classes('wrap-anywhere', className)}>
      <bdi lang={language}>{text}</bdi>
      {otherLanguage && <LanguageLabel language={language} />}
    </span>
  )
}

const BLOCK =
  '[&_a[href]]:text-action [&_a[href]]:underline [&_a]:underline-offset-4 [&_:is(p,ul,ol,pre,blockquote)+*]:mt-3 [&_ul]:list-disc [&_ol]:list-decimal [&_:is(ul,ol)]:ps-5 [&_pre]:whitespace-pre-wrap'

/** Shows HTML that lib/markdown.ts created. */
export function HtmlIn({ html, language, otherLanguage, className }: InLanguageProps & { html: string }) {
  return (
    <div dir={directionOf(language)} className={classes('wrap-anywhere', className)}>
      <div lang={language} className={BLOCK} dangerouslySetInnerHTML={{ __html: html }} />
      {otherLanguage && <LanguageLabel language={language} />}
    </div>
  )
}

const LanguageLabel = ({ language }: { language: Language }) => (
  <span className="font-sans text-sm font-normal text-muted">
    {' '}
    (<span lang={language}>{LANGUAGE_NAMES[language]}</span>)
  </span>
)
