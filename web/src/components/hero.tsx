import type { ComponentProps, ReactNode } from 'react'
import { Picture } from './picture.tsx'
import { HERO_SIZES } from './picture-sizes.ts'

interface HeroProps {
  eyebrow: string
  title: string
  lead: string
  picture: ComponentProps<typeof Picture>['sources']
  alt: string
  /** What to do next. */
  children?: ReactNode
}

/** The dark band at the top of a public page, with the page's first picture. */
export function Hero({ eyebrow, title, lead, picture, alt, children }: HeroProps) {
  return (
    <section className="on-night bg-night text-on-night">
      <div className="page grid items-center gap-10 py-12 sm:py-16 lg:grid-cols-[1.05fr_1fr] lg:py-24">
        <div className="grid gap-6">
          <p className="eyebrow text-on-night-muted">{eyebrow}</p>
          <h1 className="font-display text-[clamp(2.25rem,11vw,2.75rem)] leading-[1.15] font-semibold sm:text-5xl sm:leading-[1.15]">
            {title}
          </h1>
          <p className="max-w-[55ch] text-lg text-on-night-muted">{lead}</p>
          {children}
        </div>
        <Picture
          isFirst
          sources={picture}
          alt={alt}
          width={1600}
          height={900}
          sizes={HERO_SIZES}
          className="aspect-[2/1] w-full rounded-box object-cover sm:aspect-video lg:aspect-[5/4]"
        />
      </div>
    </section>
  )
}
