// From Baku to Istanbul in one line: Maiden Tower, Flame Towers, Heydar Aliyev Center, a Caspian wave, the Bosphorus bridge, Galata Tower
// and a mosque.
import file from '../assets/line-art/two-shores.svg?no-inline'
import { classes } from '../lib/classes.ts'
import { LineArt } from './line-art.tsx'

/** Makes the line about 1.5 px wide at every width of the drawing. */
export const TWO_SHORES_STROKE = 'stroke-5 sm:stroke-[2.75] lg:stroke-2'

export function TwoShores({ className }: { className?: string }) {
  return <LineArt file={file} width={1394} height={220} className={classes('shores', TWO_SHORES_STROKE, className)} />
}
