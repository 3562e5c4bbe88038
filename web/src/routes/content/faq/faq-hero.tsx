// The dark band at the top of the questions: the search, and beside it the ways to ask somebody, in the doorway of the logo.
import type { ReactNode } from 'react'
import { HERO_TITLE } from '../../../components/hero.tsx'
import { classes } from '../../../lib/classes.ts'
import { useI18n } from '../../../lib/i18n.tsx'
import { Help } from './help.tsx'

export function FaqHero({ children }: { children: ReactNode }) {
  const { t } = useI18n()
  return (
    <section className="on-night bg-night text-on-night">
      <div className="page grid gap-x-10 lg:grid-cols-[1.05fr_1fr]">
        {/* On small screens the doorway stands around the title and the search. */}
        <div className="relative grid content-center gap-3.5 pt-18 pb-7 max-lg:mx-auto max-lg:mt-5 max-lg:w-full max-lg:max-w-128 max-lg:px-5 max-lg:text-center max-lg:sm:px-10 max-lg:sm:pt-28 sm:gap-5 lg:py-16">
          <span
            aria-hidden="true"
            className="absolute inset-0 rounded-t-full border border-b-0 border-brass/70 max-sm:-inset-x-2 lg:hidden"
          />
          <p className="eyebrow relative text-on-night-muted max-lg:hidden">{t('faq.eyebrow')}</p>
          <h1 className={classes('relative', HERO_TITLE)}>{t('faq.title')}</h1>
          <p className="relative max-w-[52ch] text-on-night-muted text-balance max-lg:mx-auto sm:text-lg">{t('faq.lead')}</p>
          <div className="relative mt-1 grid gap-2 lg:mt-3 lg:max-w-132">{children}</div>
        </div>
        <Help
          isBeside
          className="w-full max-w-116 self-end rounded-t-full border border-b-0 border-brass px-9 pt-24 pb-5 max-lg:hidden lg:ms-auto lg:mt-10 xl:px-11"
        />
      </div>
    </section>
  )
}
