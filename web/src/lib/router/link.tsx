// Links to other pages of the site: they change the page without loading it again.
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
    // Going where one is does not need another step to go back.
    const isHere = address === location.pathname + location.search + location.hash
    navigate(to, { replace: replace ?? isHere, state })
  }
  return (
    <a {...rest} href={address} onClick={follow}>
      {children}
    </a>
  )
}

/** Not with another button or a key that asks for a new tab or window. */
const isForThisPage = ({ button, metaKey, altKey, ctrlKey, shiftKey }: MouseEvent, target?: string) =>
  button === 0 && (!target || target === '_self') && !(metaKey || altKey || ctrlKey || shiftKey)

interface NavLinkProps extends LinkProps {
  /** The links of the same menu: only the one that fits best is current. */
  among?: readonly string[]
}

/** Says by `aria-current` whether it leads to the current page or one above it. */
export function NavLink({ to, among = [], ...rest }: NavLinkProps) {
  const { pathname } = useLocation()
  const isWithin = (path: string) => pathname === path || (path !== '/' && pathname.startsWith(`${path}/`))
  const isCurrent = isWithin(to) && !among.some((other) => other.length > to.length && isWithin(other))
  return <Link aria-current={isCurrent ? 'page' : undefined} to={to} {...rest} />
}
