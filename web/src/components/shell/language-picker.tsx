import { Check, Globe } from 'lucide-react'
import { useLocation } from 'react-router'
import { rememberLanguage, useI18n } from '../../lib/i18n.tsx'
import { addressOf, LANGUAGE_NAMES, type Language, LISTED, prefixOf } from '../../lib/languages.ts'
import { Flag } from '../flag.tsx'
import { MENU_ITEM, Menu } from '../ui/menu.tsx'

/** Real links, so that it works without JavaScript; with it, the page stays and only its words change. */
export function LanguagePicker() {
  const { language, t } = useI18n()
  const listed = LISTED.includes(language) ? LISTED : [...LISTED, language]
  return (
    <Menu
      align="end"
      label={
        <>
          <Globe aria-hidden="true" className="size-5" />
          <span aria-hidden="true" className="uppercase">
            {language}
          </span>
          <span className="sr-only">{`${t('nav.language')}: ${LANGUAGE_NAMES[language]}`}</span>
        </>
      }
    >
      {listed.map((each) => (
        <LanguageLink key={each} language={each} />
      ))}
    </Menu>
  )
}

export function LanguageLink({ language, hasCheck = true }: { language: Language; hasCheck?: boolean }) {
  const { language: active, setLanguage } = useI18n()
  const { pathname, search, hash } = useLocation()
  const address = `${addressOf(language, pathname)}${search.replace(/([?&])lang=\w+&?/, '$1').replace(/[?&]$/, '')}${hash}`
  return (
    <a
      href={address}
      lang={language}
      hrefLang={language}
      aria-current={language === active}
      className={MENU_ITEM}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey) return
        rememberLanguage(language)
        // A prefixed address is another page; a plain one stays and changes its language.
        if (prefixOf(location.pathname)) return
        event.preventDefault()
        void setLanguage(language)
      }}
    >
      <Flag language={language} />
      {/* In the system's letters: a whole font for one word in another script would be too much. */}
      <span className="flex-1 font-[system-ui]">{LANGUAGE_NAMES[language]}</span>
      {hasCheck && language === active && <Check aria-hidden="true" className="size-4 text-brass" />}
    </a>
  )
}
