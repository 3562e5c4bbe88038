import { Fragment } from 'react'
import { useI18n } from '../lib/i18n.tsx'
import { commaOf, isInOtherScript } from '../lib/languages.ts'
import { spokenLanguageName } from './spoken-languages.ts'

/** The name of a language that a doctor speaks or writes, in that language. */
export function SpokenLanguage({ code }: { code: string }) {
  const { language } = useI18n()
  return (
    <bdi lang={code} className={isInOtherScript(code, language) ? 'font-[system-ui]' : undefined}>
      {spokenLanguageName(code)}
    </bdi>
  )
}

/** The languages that a doctor speaks, in one line. */
export function SpokenLanguages({ codes }: { codes: string[] }) {
  const { language } = useI18n()
  return codes.map((code, place) => (
    <Fragment key={code}>
      {place > 0 && commaOf(language)}
      <SpokenLanguage code={code} />
    </Fragment>
  ))
}
