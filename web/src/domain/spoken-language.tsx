import { useI18n } from '../lib/i18n.tsx'
import { isInOtherScript } from '../lib/languages.ts'
import { spokenLanguageName } from './spoken-languages.ts'

/** A language that a doctor speaks or writes, in itself. */
export function SpokenLanguage({ code }: { code: string }) {
  const { language } = useI18n()
  return (
    <bdi lang={code} className={isInOtherScript(code, language) ? 'font-[system-ui]' : undefined}>
      {spokenLanguageName(code)}
    </bdi>
  )
}
