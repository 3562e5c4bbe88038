// Lets unsaved input inside a dialog ask before the reader closes it with Escape, a click outside or the close button.
import { createContext } from 'react'

/** `proceed` closes the dialog. */
export type AskBeforeClosing = (proceed: () => void) => void

/** Registers a question until the returned function is called. Undefined outside of a dialog. */
export const ClosingGuard = createContext<((ask: AskBeforeClosing) => () => void) | undefined>(undefined)
