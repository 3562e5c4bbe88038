// The look of an option among others: a time, a day, a type. It has no outline, but a tint, and a fill once it is chosen.
import { classes } from '../../lib/classes.ts'

// Forced colours show no backgrounds, so the chosen option needs another mark.
const BASE =
  'relative cursor-pointer transition-colors duration-150 ease-calm has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-action forced-colors:border'

/** Hovering is lighter than choosing, so that two options never look chosen. */
export const choiceLook = (isChosen: boolean) =>
  classes(BASE, isChosen ? 'bg-action text-on-action forced-colors:border-4' : 'bg-tint text-action-strong hover:bg-action/20')

/** The look of text beside the name of the option. */
export const quietIn = (isChosen: boolean) => (isChosen ? '' : 'text-muted')
