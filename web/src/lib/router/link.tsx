// Links to other pages of the site, which change the page without reloading it.
import type { ComponentProps, MouseEvent } from 'react'
import { useAddress, useLocation, useNavigate } from './router.tsx'

interface LinkProps extends Omit<ComponentProps<'a'>, 'href'> {
  /** A path of the site, or `?…` and `#…` of this page. */
  to: string
  replace?: boolean | undefined
  /** The state of the history entry. */
  state?: unknown
}

export function Link({ to, replace, state, onClick, children, ...rest }: LinkProps) {
  const address = useAddress(to)
  const navigate = useNavigate()
  function follow(event: MouseEvent<HTMLAnchorElement>) {
    onClick?.(event)
    if (event.defaultPrevented || !isForThisPage(event, rest.target)) return
    event.preventDefault()
    // A link to the current address needs no new history entry.
    const isHere = address === location.pathname + location.search + location.hash
    navigate(to, { replace: replace ?? isHere, state })
  }
  return (
    <a {...rest} href={address} onClick={follow}>
      {children}
    </a>
  )
}

/** Whether the click opens the link here, not with another button or a key that opens a new tab or window. */
const isForThisPage = ({ button, metaKey, altKey, ctrlKey, shiftKey }: MouseEvent, target?: string) =>
  button === 0 && (!target || target === '_self') && !(metaKey || altKey || ctrlKey || shiftKey)

interface NavLinkProps extends LinkProps {
  /** All links of the menu. Only the one that matches best is current. */
  among?: readonly string[]
}

/** Sets `aria-current` if it links to the current page or one above it. */
export function NavLink({ to, among = [], ...rest }: NavLinkProps) {
  const { pathname } = useLocation()
  const isWithin = (path: string) => pathname === path || (path !== '/' && pathname.startsWith(`${path}/`))
  const isCurrent = isWithin(to) && !among.some((other) => other.length > to.length && isWithin(other))
  return <Link aria-current={isCurrent ? 'page' : undefined} to={to} {...rest} />
}
