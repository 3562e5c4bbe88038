import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useI18n } from '../../lib/i18n.tsx'

interface ServiceHeroProps {
  eyebrow: string
  title: string
  lead: string
  actions: ReactNode
  picture: ReactNode
}

/** How the picture of a hero is cut: wide on phones, nearly square beside the text. */
export const HERO_CUT = 'aspect-[2/1] w-full rounded-box object-cover sm:aspect-video lg:aspect-[5/4]'

export function ServiceHero({ eyebrow, title, lead, actions, picture }: ServiceHeroProps) {
  const { t } = useI18n()
  return (
    <section className="on-night bg-night text-on-night">
      <div className="page grid gap-6 pt-4 pb-12 sm:pb-16 lg:pb-20">
        <Link
          to="/"
          className="-ms-1 inline-flex min-h-11 items-center gap-2 justify-self-start px-1 text-on-night-muted hover:text-on-night"
        >
          <ArrowLeft aria-hidden="true" className="mirrored size-4" />
          {t('services.back')}
        </Link>
        <div className="grid items-center gap-10 lg:grid-cols-[1.05fr_1fr]">
          <div className="grid gap-6">
            <p className="eyebrow text-on-night-muted">{eyebrow}</p>
            <h1 className="font-display text-[clamp(2rem,10vw,2.5rem)] leading-[1.15] font-semibold sm:text-5xl sm:leading-[1.15]">
              {title}
            </h1>
            <p className="max-w-[55ch] text-lg text-on-night-muted">{lead}</p>
            <div className="flex flex-wrap gap-3">{actions}</div>
          </div>
          {picture}
        </div>
      </div>
    </section>
  )
}
