// The current location, and navigation. For why the router is our own, see docs/decisions/0087-own-router.md.
import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo } from 'react'
import type { Action, History, Location, NavigateOptions } from './history.ts'
import { matchPath, type Params } from './route-match.ts'

export type { Location } from './history.ts'

interface Place {
  /** The current location. Its path is relative to the basename. */
  location: Location
  action: Action
  /** The prefix of every path of the site, without a trailing slash. */
  basename: string
  history: Pick<History, 'location' | 'navigate' | 'go'>
}

const PlaceContext = createContext<Place | undefined>(undefined)
const ParamsContext = createContext<Params>({})

function usePlace() {
  const place = useContext(PlaceContext)
  if (!place) throw new Error('This part of the page is outside the router.')
  return place
}

interface RouterProps extends Omit<Place, 'basename'> {
  basename?: string
  children: ReactNode
}

export function Router({ basename = '', location, action, history, children }: RouterProps) {
  const place = useMemo(
    () => ({ location: { ...location, pathname: withoutBasename(location.pathname, basename) }, action, basename, history }),
    [location, action, basename, history],
  )
  return <PlaceContext value={place}>{children}</PlaceContext>
}

const withoutBasename = (pathname: string, basename: string) => pathname.slice(basename.length) || '/'

const NOT_IN_A_BROWSER = () => {
  throw new Error('Only a browser can navigate.')
}

/** A router for prerendered pages. `path` includes the basename. */
export function StaticRouter({ path, basename, children }: { path: string; basename?: string; children?: ReactNode }) {
  const location: Location = { pathname: path, search: '', hash: '', state: null, key: 'default' }
  const history = { location, navigate: NOT_IN_A_BROWSER, go: NOT_IN_A_BROWSER }
  return (
    <Router location={location} action="pop" history={history} {...(basename && { basename })}>
      {children}
    </Router>
  )
}

export const useLocation = () => usePlace().location
export const useAction = () => usePlace().action

/** The address of a link to a path of the site. Links to `?…` and `#…` stay on the page. */
function addressOf(to: string, { basename, location: { pathname, search } }: Pick<Place, 'basename' | 'location'>) {
  const path = to.startsWith('?') ? `${pathname}${to === '?' ? '' : to}` : to.startsWith('#') ? `${pathname}${search}${to}` : to
  // Returns `/en`, not `/en/`.
  return basename && /^\/(?:[?#]|$)/.test(path) ? `${basename}${path.slice(1)}` : `${basename}${path}`
}

export const useAddress = (to: string) => addressOf(to, usePlace())

/** Goes to a path of the site, or that many entries back or forward. */
export function useNavigate() {
  const { basename, history } = usePlace()
  return useCallback(
    (to: string | number, options?: NavigateOptions) => {
      if (typeof to === 'number') return history.go(to)
      const { location } = history
      const here = { ...location, pathname: withoutBasename(location.pathname, basename) }
      history.navigate(addressOf(to, { basename, location: here }), options)
    },
    [basename, history],
  )
}

type NextParams = URLSearchParams | Record<string, string>

/** The query of the address. Changing it stays on the page. */
export function useSearchParams() {
  const { location, history } = usePlace()
  const navigate = useNavigate()
  const params = useMemo(() => new URLSearchParams(location.search), [location.search])
  const change = useCallback(
    (next: NextParams | ((before: URLSearchParams) => NextParams), options?: NavigateOptions) => {
      const given = typeof next === 'function' ? next(new URLSearchParams(history.location.search)) : next
      navigate(`?${new URLSearchParams(given).toString()}`, options)
    },
    [history, navigate],
  )
  return [params, change] as const
}

interface RouteProps {
  pattern: string
  children: ReactNode
}

/** Provides the parameters of the path to its children. */
export function Route({ pattern, children }: RouteProps) {
  const { pathname } = useLocation()
  const params = useMemo(() => matchPath(pattern, pathname) ?? {}, [pattern, pathname])
  return <ParamsContext value={params}>{children}</ParamsContext>
}

export const useParams = () => useContext(ParamsContext)

/** Redirects as soon as it is rendered. */
export function Navigate({ to, replace, state }: { to: string } & NavigateOptions) {
  const navigate = useNavigate()
  useEffect(() => navigate(to, { replace, state }), [navigate, to, replace, state])
  return null
}
