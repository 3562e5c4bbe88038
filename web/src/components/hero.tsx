import type { ReactNode } from 'react'
import { classes } from '../lib/classes.ts'
import { Picture, type PictureSources } from './picture.tsx'

/** How wide the hero's picture is shown. Phones show it in the doorway; the file for wide screens would delay their first picture. */
export const HERO_SIZES = '(min-width: 64rem) 34rem, (min-width: 40rem) 100vw, 18rem'

interface HeroProps {
  eyebrow: string
  title: string
  lead: string
  picture?: PictureSources
  alt?: string
  /** Which part of the picture the doorway shows, as a class. Its middle without. */
  crop?: string
  /** In the place of the picture. */
  drawing?: ReactNode
  /** A way back, on a page below another one. */
  back?: ReactNode
  /** Laid over the picture, which is then high enough for it. */
  overlay?: ReactNode
  /** The buttons and links below the text. */
  children?: ReactNode
}

/** Two buttons below the text. On a phone they fill its width, beside or below each other. */
export const HERO_ACTIONS = 'flex flex-wrap gap-3 max-sm:*:grow'

/** The dark band at the top of a public page, with the page's first picture. */
export function Hero({ eyebrow, title, lead, picture, alt = '', crop, drawing, back, overlay, children }: HeroProps) {
  return (
    <section className="on-night bg-night text-on-night">
      <div className={classes('page grid gap-6', back ? 'pt-4 pb-12 sm:pb-16 lg:pb-20' : 'pt-8 pb-10 sm:py-16 lg:py-18')}>
        {back}
        <div className="grid items-center gap-8 sm:gap-10 lg:grid-cols-[1.05fr_1fr]">
          <div className="grid gap-4 sm:gap-6">
            <p className="eyebrow text-on-night-muted">{eyebrow}</p>
            <h1 className="page-title">{title}</h1>
            <p className="max-w-[55ch] text-on-night-muted sm:text-lg">{lead}</p>
            {children}
          </div>
          <div className="grid *:[grid-area:1/1]">
            {picture && (
              <Picture
                isFirst
                sources={picture}
                alt={alt}
                width={1600}
                height={900}
                sizes={HERO_SIZES}
                className={classes(
                  'object-cover',
                  overlay
                    ? 'h-full min-h-128 w-full rounded-box sm:min-h-124'
                    : 'arch mx-auto w-full max-w-72 sm:max-w-96 lg:me-0 lg:max-w-104',
                  crop,
                )}
              />
            )}
            {drawing}
            {overlay}
          </div>
        </div>
      </div>
    </section>
  )
}
