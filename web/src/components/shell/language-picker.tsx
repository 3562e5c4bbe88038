import { Check, Globe } from 'lucide-react'
import { classes } from '../../lib/classes.ts'
import { useI18n } from '../../lib/i18n.tsx'
import { addressOf, isInOtherScript, LANGUAGE_NAMES, LANGUAGES, type Language } from '../../lib/languages.ts'
import { useIsHydrated } from '../../lib/load/use-is-hydrated.ts'
import { NO_SUCH_PAGE } from '../../lib/router/paths.ts'
import { useLocation } from '../../lib/router/router.tsx'
import { Flag } from '../flag.tsx'
import { MENU_ITEM, Menu } from '../ui/menu.tsx'

/** Uses links, so that it works without JavaScript. With JavaScript the page stays open and only its texts change. */
export function LanguagePicker() {
  const { language, t } = useI18n()
  return (
    <Menu
      align="end"
      label={
        <>
          <Globe aria-hidden="true" className="size-5" />
          {/* Has the same width in every font, so that the header does not move when the web font loads. */}
          <span aria-hidden="true" className="min-w-6 text-center uppercase">
            {language}
          </span>
          <span className="sr-only">{`${t('nav.language')}${t('text.colon')} ${LANGUAGE_NAMES[language]}`}</span>
        </>
      }
    >
      {LANGUAGES.map((each) => (
        <LanguageLink key={each} language={each} />
      ))}
    </Menu>
  )
}

interface LanguageLinkProps {
  language: Language
  /** The footer is on every page, so a name in another script would load its font at once. A menu loads the font when it opens. */
  isInFooter?: boolean
}

export function LanguageLink({ language, isInFooter = false }: LanguageLinkProps) {
  const { language: active, setLanguage } = useI18n()
  return (
    <a
      href={useAddressIn(language)}
      lang={language}
      hrefLang={language}
      aria-current={language === active}
      className={MENU_ITEM}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey) return
        event.preventDefault()
        void setLanguage(language)
      }}
    >
      <Flag language={language} />
      <span className={classes('flex-1', isInFooter && isInOtherScript(language, active) && 'font-[system-ui]')}>
        {LANGUAGE_NAMES[language]}
      </span>
      {!isInFooter && language === active && <Check aria-hidden="true" className="size-4 text-brass" />}
    </a>
  )
}

/** The address of the same page in another language. The prerender knows neither the query nor the hash, nor the path of a missing page. */
function useAddressIn(language: Language) {
  const isHydrated = useIsHydrated()
  const { pathname, search, hash } = useLocation()
  // Undefined during hydration, so that React sets the real address afterwards even if it equals the prerendered one.
  if (!isHydrated && !import.meta.env.SSR) return undefined
  // The server resolves the address.
  if (pathname === NO_SUCH_PAGE) return `?lang=${language}`
  const query = new URLSearchParams(search)
  query.delete('lang')
  return `${addressOf(language, pathname)}${query.size ? `?${query.toString()}` : ''}${hash}`
}
