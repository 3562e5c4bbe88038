// The two leaves of a doorway, in front of its content. They are closed while the content is loading, and then open onto it.
import { useEffect, useState } from 'react'
import { classes } from '../lib/classes.ts'

const KEY = 'door'
const OPEN = 'open'

function hasOpened() {
  try {
    return sessionStorage.getItem(KEY) === OPEN
  } catch {
    return false
  }
}

/** Keeps all doors open for the rest of the session. The script in index.html sets the attribute again before the first paint of a page. */
function rememberOpened() {
  document.documentElement.dataset[KEY] = OPEN
  try {
    sessionStorage.setItem(KEY, OPEN)
  } catch {
    // Storage may be disabled. Then the door opens again on the next page.
  }
}

/** A closed door, shown while the content of the doorway is loading. */
export const ClosedDoor = () => <Leaves className="in-data-[door=open]:hidden" leaf="" />

/** A closed door, even if another door was opened before. */
export const ClosedLeaves = () => <Leaves className="" leaf="" />

/** Opens once, in front of content that is already usable. Does not move with reduced motion, nor the second time in a session. */
export function OpeningDoor() {
  const [wasOpen] = useState(hasOpened)
  useEffect(rememberOpened, [])
  return wasOpen ? null : <OpeningLeaves />
}

export const OpeningLeaves = () => <Leaves className="motion-reduce:hidden" leaf="door-opening" />

function Leaves({ className, leaf }: { className: string; leaf: string }) {
  return (
    <span
      aria-hidden="true"
      data-door-leaves=""
      className={classes('pointer-events-none absolute inset-0 isolate overflow-hidden rounded-[inherit]', className)}
    >
      {(['start', 'end'] as const).map((side) => (
        <span key={side} data-side={side} className={classes('door-leaf', leaf)}>
          <span className="door-panel" />
        </span>
      ))}
    </span>
  )
}
