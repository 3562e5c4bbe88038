// The open tab of the panel beside the call. It is kept in the URL, so that a reload opens it again.
import { useEffect, useRef, useState } from 'react'

const PARAM = 'panel'

export interface Panel {
  /** The shown tab. Undefined while the panel is closed. */
  tab: string | undefined
  /** Whether the panel has been open since the page loaded. */
  wasOpened: boolean
  /** How often the user opened the panel. 0 if it was open when the page loaded; then it does not take the focus. */
  openings: number
  open: (tab: string) => void
  /** Shows another tab of the open panel without moving the focus. */
  select: (tab: string) => void
  /** Closes the panel, and moves the focus back to the button of the tab. */
  close: () => void
  /** The ref for each button in the bar. */
  buttonRef: (tab: string) => (button: HTMLButtonElement | null) => void
}

/** The panel closes and stays closed while the user may not see its content. */
export function usePanel(mayOpen: boolean): Panel {
  const [wanted, setWanted] = useState(readTab)
  const [openings, setOpenings] = useState(0)
  const buttons = useRef(new Map<string, HTMLButtonElement>())
  /** The closed tab, until the focus has moved back to its button. */
  const closed = useRef<string>(undefined)
  const tab = mayOpen ? wanted : undefined
  const [wasOpened, setWasOpened] = useState(false)
  if (tab && !wasOpened) setWasOpened(true)
  useEffect(() => {
    writeTab(tab)
    if (tab || !closed.current) return
    // Moves the focus only now, because on a small screen the bar is inert while the panel covers it.
    const button = buttons.current.get(closed.current) ?? buttons.current.values().next().value
    button?.focus()
    closed.current = undefined
  }, [tab])
  return {
    tab,
    wasOpened,
    openings,
    open: (id) => {
      setWanted(id)
      setOpenings((count) => count + 1)
    },
    select: setWanted,
    close: () => {
      closed.current = tab
      setWanted(undefined)
    },
    buttonRef: (id) => (button) => {
      if (button) buttons.current.set(id, button)
      else buttons.current.delete(id)
    },
  }
}

const readTab = () => new URLSearchParams(location.search).get(PARAM) ?? undefined

function writeTab(tab: string | undefined) {
  const address = new URL(location.href)
  if (tab) address.searchParams.set(PARAM, tab)
  else address.searchParams.delete(PARAM)
  // Bypasses the router, because this is not a navigation and the page must not render again.
  if (address.href !== location.href) history.replaceState(history.state, '', address)
}
