// The two leaves of a doorway, over what stands in it. They are closed while it is loading and open onto it when it is there.
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

/** From now on no door is closed in this session. The script in index.html sets the attribute again before the first paint of a page. */
function rememberOpened() {
  document.documentElement.dataset[KEY] = OPEN
  try {
    sessionStorage.setItem(KEY, OPEN)
  } catch {
    // Without storage they open again on the next page.
  }
}

/** Closed, while what stands in the doorway is loading. */
export const ClosedDoor = () => <Leaves className="in-data-[door=open]:hidden" leaf="" />

/** Closed, whatever was opened before. */
export const ClosedLeaves = () => <Leaves className="" leaf="" />

/** Opens once, over what is there and can be used already. Nothing moves where motion is unwanted, nor the second time in a session. */
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
