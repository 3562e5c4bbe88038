// Lets unsaved input inside a dialog ask before Escape, a click outside or the close button closes the dialog.
import { createContext } from 'react'

/** A question before closing. `proceed` closes the dialog. */
export type AskBeforeClosing = (proceed: () => void) => void

/** Registers a question until the returned function is called. Undefined outside a dialog. */
export const ClosingGuard = createContext<((ask: AskBeforeClosing) => () => void) | undefined>(undefined)
