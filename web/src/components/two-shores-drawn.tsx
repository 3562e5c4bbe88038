import drawing from '../assets/line-art/two-shores.svg?raw'
import { classes } from '../lib/classes.ts'
import { TWO_SHORES_STROKE } from './two-shores.tsx'

/** The line from Baku to Istanbul, inlined for the first screen. It draws itself once. */
export function TwoShoresDrawn({ className }: { className?: string }) {
  return (
    <div
      aria-hidden="true"
      className={classes('shores line-drawn aspect-[1394/220] *:block *:size-full *:overflow-visible', TWO_SHORES_STROKE, className)}
      // The file is part of the site, so its markup is trusted.
      dangerouslySetInnerHTML={{ __html: drawing }}
    />
  )
}
