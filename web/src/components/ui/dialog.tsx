// A button with the dialog that it opens. The code of the dialog itself is loaded after the page.
import { type ButtonHTMLAttributes, cloneElement, type ReactElement, Suspense, useEffect, useRef, useState } from 'react'
import { whenSettled } from '../../lib/load/settled.ts'
import { lazyPart } from '../lazy-part.tsx'
import { type AskBeforeClosing, ClosingGuard } from './closing-guard.ts'
import type { DialogWindowProps } from './dialog-window.tsx'

const loadWindow = () => import('./dialog-window.tsx')
const DialogWindow = lazyPart(loadWindow)

/** The button that opens the dialog. */
export type DialogTrigger = ReactElement<ButtonHTMLAttributes<HTMLElement>>

export interface DialogProps extends Omit<DialogWindowProps, 'open' | 'onOpenChange' | 'returnFocus'> {
  /** Undefined for a dialog that opens by itself. */
  trigger?: DialogTrigger | undefined
  /** Moves the focus when the dialog closes, if not back to the trigger. */
  returnFocus?: (() => void) | undefined
  open?: boolean
  onOpenChange?: (open: boolean) => void
}

/** A button in a menu is hidden when the dialog closes, so the focus returns to the menu's own button. */
const shownOf = (opener: HTMLElement | undefined) => opener?.closest('details:not([open])')?.querySelector('summary') ?? opener

export function Dialog({ trigger, returnFocus, open, onOpenChange, ...content }: DialogProps) {
  const [isOpenByItself, setIsOpenByItself] = useState(false)
  const isOpen = open ?? isOpenByItself
  const [wasOpened, setWasOpened] = useState(isOpen)
  if (isOpen && !wasOpened) setWasOpened(true)
  const [opener, setOpener] = useState<HTMLElement>()
  useEffect(() => whenSettled(() => void loadWindow().catch(() => {})), [])
  const change = (next: boolean) => {
    setIsOpenByItself(next)
    onOpenChange?.(next)
  }
  const questions = useRef<AskBeforeClosing[]>([])
  const [guard] = useState(() => (ask: AskBeforeClosing) => {
    questions.current.push(ask)
    return () => void questions.current.splice(questions.current.indexOf(ask), 1)
  })
  const close = () => {
    const [ask] = questions.current
    if (ask) ask(() => change(false))
    else change(false)
  }
  return (
    <>
      {trigger &&
        cloneElement(trigger, {
          'aria-haspopup': 'dialog',
          'aria-expanded': isOpen,
          onClick: (event) => {
            trigger.props.onClick?.(event)
            setOpener(event.currentTarget)
            change(true)
          },
        })}
      {wasOpened && (
        <Suspense>
          <ClosingGuard value={guard}>
            <DialogWindow {...content} open={isOpen} onOpenChange={close} returnFocus={returnFocus ?? (() => shownOf(opener)?.focus())} />
          </ClosingGuard>
        </Suspense>
      )}
    </>
  )
}
