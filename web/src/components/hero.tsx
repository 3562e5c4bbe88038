import type { ReactNode } from 'react'
import { classes } from '../lib/classes.ts'
import { Picture, type PictureSources } from './picture.tsx'

/** How wide the hero's picture is shown, a little less on phones: the file for wide screens would delay their first picture. */
export const HERO_SIZES = '(min-width: 64rem) 29rem, 18rem'

interface HeroProps {
  /** Without on a page that has a way back, which says enough about where it is. */
  eyebrow?: string
  title: string
  lead: string
  picture?: PictureSources
  alt?: string
  /** The text of an SVG file in the place of the picture. */
  art?: string
  /** In the place of the picture. */
  drawing?: ReactNode
  /** A way back, on a page below another one. */
  back?: ReactNode
  /** In a line of its own at the lower edge. */
  foot?: ReactNode
  /** The buttons below the text. */
  children?: ReactNode
}

/** Two buttons below the text. On a phone they fill its width, beside or below each other. */
export const HERO_ACTIONS = 'flex flex-wrap gap-3 max-sm:*:grow max-sm:*:px-2! max-sm:*:text-[0.9375rem] sm:mt-2'

const ARCH = 'mx-auto aspect-3/2 w-full rounded-t-full sm:aspect-14/17 sm:max-w-96 lg:me-0 lg:aspect-20/21 lg:max-w-116'

/** The dark band at the top of a public page. The doorway with the page's first picture stands on its lower edge. */
export function Hero({ eyebrow, title, lead, picture, alt = '', art, drawing, back, foot, children }: HeroProps) {
  const hasArch = picture !== undefined || art !== undefined
  return (
    <section className="on-night bg-night text-on-night">
      <div className={classes('page grid gap-x-10 gap-y-8', hasArch ? 'lg:grid-cols-[1.17fr_1fr]' : 'lg:grid-cols-[1.05fr_1fr]')}>
        <div className={classes('flex flex-col', back ? 'pt-2 sm:pt-4' : 'pt-7 sm:pt-14 lg:pt-16')}>
          {back}
          <div className={classes('my-auto grid gap-3.5 sm:gap-5 lg:pb-16', back !== undefined && 'pt-3 sm:pt-6')}>
            {eyebrow && <p className="eyebrow text-on-night-muted">{eyebrow}</p>}
            <h1
              className={classes(
                'page-title lg:text-[3.75rem] lg:leading-[1.1] lg:tracking-[-0.015em] max-sm:[&:lang(ru)]:text-[min(clamp(1.75rem,9vw,2.25rem),max(36px,11vw))] lg:[&:lang(ar)]:text-[3.25rem] [&:lang(ar)]:leading-[1.35] [&:lang(ar)]:tracking-normal',
                // Three lines beside what stands on the edge, and as many before the font has arrived.
                (hasArch || drawing !== undefined) && 'lg:[&:lang(az)]:text-[3.375rem]',
                hasArch && 'lg:[&:lang(ru)]:max-w-132',
              )}
            >
              {title}
            </h1>
            <p className="max-w-[52ch] text-on-night-muted sm:text-lg lg:max-w-[33.5rem] lg:text-balance">{lead}</p>
            {children}
          </div>
        </div>
        {hasArch && (
          <div className="grid self-end lg:pt-8">
            {picture ? (
              <Picture
                isFirst
                sources={picture}
                alt={alt}
                width={1600}
                height={900}
                sizes={HERO_SIZES}
                className={`${ARCH} object-cover`}
              />
            ) : (
              <div
                aria-hidden="true"
                className={`${ARCH} bg-[#e3ecf9] stroke-[2.5] text-ink *:size-full dark:bg-tint`}
                dangerouslySetInnerHTML={{ __html: art ?? '' }}
              />
            )}
          </div>
        )}
        {drawing}
      </div>
      {foot}
    </section>
  )
}
