// Messages at the bottom right, or at the top on phones and in calls, where the controls are at the bottom. The library is loaded with the
// first message, not with the page.
import { useEffect, useSyncExternalStore } from 'react'
import { useI18n } from '../lib/i18n.tsx'
import { directionOf } from '../lib/languages.ts'
import { whenSettled } from '../lib/load/settled.ts'
import { useTheme } from '../lib/theme.ts'

/** Undefined before the first message, and while the library cannot be loaded. */
let library: typeof import('sonner') | undefined
/** The number of mounted components that want messages at the top. */
let topCount = 0
const listeners = new Set<() => void>()
const notifyListeners = () => {
  for (const listener of listeners) listener()
}

interface ToastOptions {
  description?: string
  duration?: number
  /** Replaces the message with the same id. */
  id?: string
  /** A button inside the message. */
  action?: { label: string; onClick: () => void }
}

/** The library's id of the newest message, by our own id. */
const newest = new Map<string, number | string>()

async function show(kind: 'success' | 'error' | 'info', title: string, { id, description, ...rest }: ToastOptions = {}) {
  library ??= await import('sonner')
  notifyListeners()
  const replaced = id && newest.get(id)
  // The library would update the old message. If that message is just expiring, the library would then remove it together with the new
  // text.
  if (replaced) library.toast.dismiss(replaced)
  if (kind !== 'error') makeRoom(library.toast, replaced)
  // It may quote a text in another language, which has a direction of its own.
  const options = description ? { ...rest, description: <bdi>{description}</bdi> } : rest
  const shown = library.toast[kind](title, options)
  if (id) newest.set(id, shown)
}

/** The maximum number of messages on the screen that are not errors. */
const MAX_SHOWN = 3
/** The library hides the oldest message beyond this number, errors included. No page has as many errors at once. */
const MAX_VISIBLE = 20

/** Removes the oldest message if there are too many. Errors are never removed: they stay until they expire. */
function makeRoom({ getToasts, dismiss }: typeof import('sonner').toast, replaced: number | string | undefined) {
  const others = getToasts().filter((each) => each.id !== replaced && !('type' in each && each.type === 'error'))
  for (const { id } of others.slice(0, Math.max(0, others.length - MAX_SHOWN + 1))) dismiss(id)
}

// The library may fail to load because the page is being left or the connection is lost.
const notify = (...message: Parameters<typeof show>) => void show(...message).catch(() => {})

export const toast = {
  /** Does nothing if the message is already gone. */
  dismiss: (id: string) => {
    const shown = newest.get(id)
    if (shown) library?.toast.dismiss(shown)
  },
  success: (title: string, options?: ToastOptions) => notify('success', title, options),
  error: (title: string, options?: ToastOptions) => notify('error', title, options),
  info: (title: string, options?: ToastOptions) => notify('info', title, options),
}

const loadToasts = () => void import('sonner').catch(() => {})

/** For pages that may need a message while offline, when the library could no longer be loaded. */
export const prepareToasts = () => whenSettled(loadToasts)

/** While mounted, messages appear at the top. */
export function useToastsAtTop() {
  useEffect(() => {
    topCount++
    notifyListeners()
    return () => {
      topCount--
      notifyListeners()
    }
  }, [])
}

const PHONE = '(width < 40rem), (height < 30rem)'
const UPRIGHT = '(width < 40rem) and (height >= 30rem)'
/** Below the site's header and the top bar of a call. */
const BELOW_HEADER = { top: '5rem' }
/** Below the text above the picture of a call, and away from the panel at its end. */
const IN_CALL = { top: '8rem' }
/** On a phone that text takes two lines, below the names. */
const IN_CALL_ON_PHONE = { top: '9.5rem' }
const AT_THE_EDGE = { bottom: 'calc(1.5rem + var(--bottom-bar))' }
const OFFSETS = { 'top-center': BELOW_HEADER, 'below-words': IN_CALL_ON_PHONE, 'beside-panel': IN_CALL, 'bottom-right': AT_THE_EDGE }

function subscribe(listener: () => void) {
  const phone = matchMedia(PHONE)
  listeners.add(listener)
  phone.addEventListener('change', listener)
  return () => {
    listeners.delete(listener)
    phone.removeEventListener('change', listener)
  }
}

function positionNow() {
  if (matchMedia(PHONE).matches) return topCount === 0 ? 'top-center' : matchMedia(UPRIGHT).matches ? 'below-words' : 'beside-panel'
  return topCount > 0 ? 'beside-panel' : 'bottom-right'
}

export function Toaster() {
  const { t, language } = useI18n()
  const theme = useTheme()
  const loaded = useSyncExternalStore(
    subscribe,
    () => library,
    () => undefined,
  )
  const position = useSyncExternalStore(subscribe, positionNow, () => 'bottom-right' as const)
  if (!loaded) return null
  const isInCall = position === 'beside-panel'
  const direction = directionOf(language)
  return (
    <loaded.Toaster
      position={isInCall ? (direction === 'rtl' ? 'top-right' : 'top-left') : position === 'below-words' ? 'top-center' : position}
      offset={OFFSETS[position]}
      mobileOffset={OFFSETS[position]}
      // Expanded, so that a success never hides an error.
      expand
      visibleToasts={MAX_VISIBLE}
      dir={direction}
      theme={theme}
      hotkey={['altKey', 'KeyT']}
      containerAriaLabel={t('toast.label')}
      closeButton
      toastOptions={{ closeButtonAriaLabel: t('toast.close') }}
      richColors
    />
  )
}
