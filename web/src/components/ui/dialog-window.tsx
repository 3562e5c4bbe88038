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
  /** Only an action inside the dialog closes it. */
  isRequired?: boolean
  /** A wide dialog, for pictures. */
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
            'fixed inset-x-4 top-1/2 z-50 mx-auto grid max-h-[calc(100dvh-2rem)] -translate-y-1/2 gap-4 overflow-auto rounded-box border border-line bg-surface shadow-lift',
            isWide ? 'max-w-5xl p-4 sm:p-6' : 'max-w-lg p-6',
          )}
        >
          <div className="flex items-start justify-between gap-4">
            <Radix.Title className="text-xl font-semibold">{title}</Radix.Title>
            {!isRequired && (
              <Radix.Close
                aria-label={closeLabel}
                className="-my-2.5 -me-3 grid size-11 shrink-0 place-items-center rounded-box hover:bg-tint rtl:-my-2"
              >
                <X aria-hidden="true" className="size-5" />
              </Radix.Close>
            )}
          </div>
          <Radix.Description className="text-muted">{description}</Radix.Description>
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
