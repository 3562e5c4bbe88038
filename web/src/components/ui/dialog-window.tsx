import { X } from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import { classes } from '../../lib/classes.ts'

export interface DialogWindowProps {
  /** Moves the focus when the dialog closes. */
  returnFocus: () => void
  title: string
  description: string
  closeLabel: string
  /** Whether only an action inside the dialog can close it. */
  isRequired?: boolean
  /** Whether it fills the window, with a dark background, for pictures. */
  isWide?: boolean
  children: ReactNode
  open: boolean
  onOpenChange: (open: boolean) => void
}

export default function DialogWindow({
  returnFocus,
  title,
  description,
  closeLabel,
  isRequired = false,
  isWide = false,
  children,
  ...state
}: DialogWindowProps) {
  return (
    <Radix.Root {...state}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-50 bg-night/60" />
        <Radix.Content
          onEscapeKeyDown={(event) => isRequired && event.preventDefault()}
          onInteractOutside={(event) => isRequired && event.preventDefault()}
          onCloseAutoFocus={(event) => {
            event.preventDefault()
            returnFocus()
          }}
          className={classes(
            'fixed z-50 grid gap-4 overflow-auto',
            isWide
              ? 'on-night inset-0 content-center bg-night p-4 text-on-night sm:px-12'
              : 'mx-auto max-w-lg border-line bg-surface p-6 shadow-lift',
            // On phones it stands at the bottom of the window, where the thumb reaches its buttons.
            !isWide &&
              'max-sm:inset-x-0 max-sm:bottom-0 max-sm:max-h-[calc(100dvh-1.5rem)] max-sm:rounded-t-box max-sm:pb-[max(1.5rem,env(safe-area-inset-bottom))] sm:inset-x-4 sm:top-1/2 sm:max-h-[calc(100dvh-2rem)] sm:-translate-y-1/2 sm:rounded-box sm:border',
          )}
        >
          <div className="flex items-start justify-between gap-4">
            <Radix.Title className="text-xl font-semibold">{title}</Radix.Title>
            {!isRequired && (
              <Radix.Close
                aria-label={closeLabel}
                className="-my-2.5 -me-3 grid size-11 shrink-0 place-items-center rounded-box hover:bg-current/10 rtl:-my-2"
              >
                <X aria-hidden="true" className="size-5" />
              </Radix.Close>
            )}
          </div>
          <Radix.Description className={isWide ? '-mt-3 text-on-night-muted' : 'text-muted'}>{description}</Radix.Description>
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
