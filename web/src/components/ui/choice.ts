// The look of what is chosen from among others: a time, a day, a type. Without an outline: tinted, and filled once it is chosen.
import { classes } from '../../lib/classes.ts'

// A screen with colours of its own shows no backgrounds.
const BASE =
  'relative cursor-pointer transition-colors duration-150 ease-calm has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-action forced-colors:border'

/** `group/choice` lets quieter text inside follow the colour of a filled one. */
export const choiceLook = (isChosen: boolean) =>
  classes(
    'group/choice',
    BASE,
    isChosen ? 'bg-action text-on-action forced-colors:border-4' : 'bg-tint text-action-strong hover:bg-action hover:text-on-action',
  )

/** Text beside the words that name the choice. */
export const quietIn = (isChosen: boolean) => (isChosen ? '' : 'text-muted group-hover/choice:text-current')
