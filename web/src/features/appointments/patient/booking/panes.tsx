// The two columns of the booking form, shared with its skeleton. In narrow windows there is one column.
import type { ComponentProps } from 'react'
import { classes } from '../../../../lib/classes.ts'

export const Panes = (props: ComponentProps<'section'>) => <section {...props} className="lg:flex" />

interface ListPaneProps extends ComponentProps<'div'> {
  isBeside: boolean
  /** Signed-in users have a lower page header. */
  isSignedIn?: boolean
}

/**
 * The list is as wide as the form until a doctor is chosen. Then it is beside the days and scrolls independently, so that a long list
 * does not push the days out of the window. It touches the header, because the page would show through a gap.
 */
export const ListPane = ({ isBeside, isSignedIn = false, className, ...props }: ListPaneProps) => (
  <div
    {...props}
    className={classes(
      'min-w-0 p-4 sm:p-6 lg:pt-5',
      isBeside ? 'lg:sticky lg:w-104 lg:shrink-0 lg:self-start lg:overflow-y-auto lg:[scrollbar-width:thin]' : 'lg:flex-1',
      isBeside && (isSignedIn ? 'lg:top-14 lg:max-h-[calc(100dvh-3.5rem)]' : 'lg:top-18 lg:max-h-[calc(100dvh-4.5rem)]'),
      className,
    )}
  />
)

export const PickerPane = ({ className, ...props }: ComponentProps<'div'>) => (
  <div
    {...props}
    className={classes(
      'grid min-w-0 flex-1 grid-cols-1 content-start gap-4 p-4 sm:p-6 lg:border-s lg:border-line lg:pt-3 lg:pb-0',
      className,
    )}
  />
)
