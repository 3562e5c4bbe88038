// The two columns of the booking form, shared with its skeleton. In narrow windows they are one.
import type { ComponentProps } from 'react'
import { classes } from '../../../lib/classes.ts'

export const Panes = (props: ComponentProps<'section'>) => <section {...props} className="lg:grid lg:grid-cols-[26rem_minmax(0,1fr)]" />

/** Scrolls by itself, so that a long list of doctors does not push the days out of the window. */
export const ListPane = ({ className, ...props }: ComponentProps<'div'>) => (
  <div
    {...props}
    className={classes(
      'min-w-0 p-4 sm:p-6 lg:sticky lg:top-18 lg:max-h-[calc(100dvh-4.5rem)] lg:self-start lg:overflow-y-auto lg:pt-5',
      className,
    )}
  />
)

export const PickerPane = ({ className, ...props }: ComponentProps<'div'>) => (
  <div
    {...props}
    className={classes('grid min-w-0 grid-cols-1 content-start gap-4 p-4 sm:p-6 lg:border-s lg:border-line lg:pt-3 lg:pb-0', className)}
  />
)
