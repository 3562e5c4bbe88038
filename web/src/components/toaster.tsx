// Messages at the bottom right, or at the top on phones and in calls, where the controls are at the bottom.
// The library is loaded with the first message, not with the page.
import { useEffect, useSyncExternalStore } from 'react'
import { useI18n } from '../lib/i18n.tsx'
import { directionOf } from '../lib/languages.ts'
import { whenSettled } from '../lib/settled.ts'
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

async function show(kind: 'success' | 'error' | 'info', title: string, options?: ToastOptions) {
  library ??= await import('sonner')
  notifyListeners()
  library.toast[kind](title, options)
}

// The library may fail to load: the page is being left, or the connection is gone.
const notify = (...message: Parameters<typeof show>) => void show(...message).catch(() => {})

export const toast = {
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
/** Below the site's header and the top bar of a call. */
const BELOW_HEADER = { top: '5rem' }
const AT_THE_EDGE = { bottom: 'calc(1.5rem + var(--bottom-bar))' }
const MAX_VISIBLE = 4

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
  if (matchMedia(PHONE).matches) return 'top-center'
  return topCount > 0 ? 'top-right' : 'bottom-right'
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
  return (
    <loaded.Toaster
      position={position}
      offset={position === 'bottom-right' ? AT_THE_EDGE : BELOW_HEADER}
      mobileOffset={BELOW_HEADER}
      // Expanded, so that a success never hides an error.
      expand
      visibleToasts={MAX_VISIBLE}
      dir={directionOf(language)}
      theme={theme}
      hotkey={['altKey', 'KeyT']}
      containerAriaLabel={t('toast.label')}
      closeButton
      toastOptions={{ closeButtonAriaLabel: t('toast.close') }}
      richColors
    />
  )
}
