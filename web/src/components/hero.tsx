import type { ReactNode } from 'react'
import { classes } from '../lib/classes.ts'
import { Picture, type PictureSources } from './picture.tsx'

/**
 * The displayed width of the hero's picture. It is a little too small for phones, because the file for wide screens would delay their first
 * paint.
 */
export const HERO_SIZES = '(min-width: 64rem) 29rem, 18rem'

interface HeroProps {
  /** Omit it on a page with a way back, which says enough about where the page is. */
  eyebrow?: string
  title: string
  lead: string
  picture?: PictureSources
  alt?: string
  /** The class that chooses the visible part of the picture. */
  crop?: string
  /** An element that replaces the picture. */
  drawing?: ReactNode
  /** The way back, for a page below another one. */
  back?: ReactNode
  /** Shown on a separate line at the lower edge. */
  foot?: ReactNode
  /** The buttons below the text. */
  children?: ReactNode
}

/** Two buttons below the text. On a phone they fill the width, side by side or below each other. */
export const HERO_ACTIONS = 'flex flex-wrap gap-3 max-sm:*:grow max-sm:*:px-2! max-sm:*:text-[0.9375rem] sm:mt-2'

/** The look of the title in such a band. */
export const HERO_TITLE =
  'page-title lg:text-[3.75rem] lg:leading-[1.1] lg:tracking-[-0.015em] max-sm:[&:lang(ru)]:text-[min(clamp(1.75rem,9vw,2.25rem),max(36px,11vw))] lg:[&:lang(ar)]:text-[3.25rem] [&:lang(ar)]:leading-[1.35] [&:lang(ar)]:tracking-normal'

/** The doorway with a brass ring around it. It stands on the lower edge of the band, and the ring ends at the edge of the content. */
export const RingedDoorway = ({ children }: { children: ReactNode }) => (
  <div className="mx-auto w-full self-end rounded-t-full border border-b-0 border-brass/70 bg-on-night/4 px-2 pt-2 sm:max-w-96 lg:me-0 lg:mt-8 lg:max-w-116 lg:px-3 lg:pt-3 dark:bg-on-night/6">
    {children}
  </div>
)

/** The dark band at the top of a public page. The doorway with the page's first picture stands on its lower edge. */
export function Hero({ eyebrow, title, lead, picture, alt = '', crop, drawing, back, foot, children }: HeroProps) {
  return (
    <section className="on-night bg-night text-on-night">
      <div className={classes('page grid gap-x-10 gap-y-8', picture ? 'lg:grid-cols-[1.17fr_1fr]' : 'lg:grid-cols-[1.05fr_1fr]')}>
        <div className={classes('flex flex-col', back ? 'pt-2 sm:pt-4' : 'pt-7 sm:pt-14 lg:pt-16')}>
          {back}
          <div className={classes('my-auto grid gap-3.5 sm:gap-5 lg:pb-16', back !== undefined && 'pt-3 sm:pt-6')}>
            {eyebrow && <p className="eyebrow text-on-night-muted">{eyebrow}</p>}
            <h1
              className={classes(
                HERO_TITLE,
                // Small enough for three lines beside the drawing, before and after the font has loaded.
                (picture !== undefined || drawing !== undefined) && 'lg:[&:lang(az)]:text-[3.375rem]',
                picture && 'lg:[&:lang(ru)]:max-w-132',
              )}
            >
              {title}
            </h1>
            <p className="max-w-[52ch] text-on-night-muted sm:text-lg lg:max-w-[33.5rem] lg:text-balance">{lead}</p>
            {children}
          </div>
        </div>
        {picture && (
          <RingedDoorway>
            <Picture
              isFirst
              sources={picture}
              alt={alt}
              width={1600}
              height={900}
              sizes={HERO_SIZES}
              className={classes('aspect-3/2 w-full rounded-t-full object-cover sm:aspect-14/17 lg:aspect-20/21', crop)}
            />
          </RingedDoorway>
        )}
        {drawing}
      </div>
      {foot}
    </section>
  )
}
