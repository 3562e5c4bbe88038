// Messages at the bottom right, or at the top on phones and in calls, where the controls are at the bottom.
// The library is loaded with the first message, not with the page.
import { useEffect, useSyncExternalStore } from 'react'
import { useI18n } from '../lib/i18n.tsx'
import { directionOf } from '../lib/languages.ts'
import { whenSettled } from '../lib/load/settled.ts'
import { useTheme } from '../lib/theme.ts'

/** Undefined before the first message, and for as long as the library cannot be loaded. */
let library: typeof import('sonner') | undefined
/** How many mounted components want messages at the top. */
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

/** The library's own id of the newest message with an id of ours. */
const newest = new Map<string, number | string>()

async function show(kind: 'success' | 'error' | 'info', title: string, { id, ...options }: ToastOptions = {}) {
  library ??= await import('sonner')
  notifyListeners()
  const replaced = id && newest.get(id)
  // The library would update the old message. If its time is just over, it would then remove it, with the new text in it.
  if (replaced) library.toast.dismiss(replaced)
  if (kind !== 'error') makeRoom(library.toast, replaced)
  const shown = library.toast[kind](title, options)
  if (id) newest.set(id, shown)
}

/** How many messages that are not errors are on the screen at once. */
const MAX_SHOWN = 3
/** The library hides the oldest message beyond this number, errors included. No page has as many errors at once. */
const MAX_VISIBLE = 20

/** The oldest message goes when there are too many. An error never makes room: it stays until its time is over. */
function makeRoom({ getToasts, dismiss }: typeof import('sonner').toast, replaced: number | string | undefined) {
  const others = getToasts().filter((each) => each.id !== replaced && !('type' in each && each.type === 'error'))
  for (const { id } of others.slice(0, Math.max(0, others.length - MAX_SHOWN + 1))) dismiss(id)
}

// The library may fail to load: the page is being left, or the connection is gone.
const notify = (...message: Parameters<typeof show>) => void show(...message).catch(() => {})

export const toast = {
  /** Nothing happens if it is gone already. */
  dismiss: (id: string) => {
    const shown = newest.get(id)
    if (shown) library?.toast.dismiss(shown)
  },
  success: (title: string, options?: ToastOptions) => notify('success', title, options),
  error: (title: string, options?: ToastOptions) => notify('error', title, options),
  info: (title: string, options?: ToastOptions) => notify('info', title, options),
}

/** For a page about the connection, which may be gone at the first press. */
export const loadToasts = () => void import('sonner').catch(() => {})

/** For pages that may need a message while offline, when the library could not be loaded. */
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
/** Below the words above the picture of a call, and away from the panel at its end. */
const IN_CALL = { top: '8rem' }
/** On a phone those words take two lines, below the names. */
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
