// Messages at the bottom right; at the top on phones and in calls, where the bottom is for what one presses next.
// The library comes with the first message, not with the page.
import { lazy, Suspense, useEffect, useSyncExternalStore } from 'react'
import { useI18n } from '../lib/i18n.tsx'
import { directionOf } from '../lib/languages.ts'
import { useTheme } from '../lib/theme.ts'

const Sonner = lazy(async () => ({ default: (await import('sonner')).Toaster }))

let isWanted = false
/** How many parts of the page want messages at the top. */
let topCount = 0
const listeners = new Set<() => void>()
const tellAll = () => {
  for (const listener of listeners) listener()
}

interface ToastOptions {
  description?: string
  duration?: number
  /** Takes the place of the one that had it before. */
  id?: string
  /** One thing that can be done about it. */
  action?: { label: string; onClick: () => void }
}

async function show(kind: 'success' | 'error' | 'info', title: string, options?: ToastOptions) {
  isWanted = true
  tellAll()
  const { toast } = await import('sonner')
  toast[kind](title, options)
}

// The library may fail to load: the page is being left, or the connection is gone.
const say = (...message: Parameters<typeof show>) => void show(...message).catch(() => {})

export const toast = {
  success: (title: string, options?: ToastOptions) => say('success', title, options),
  error: (title: string, options?: ToastOptions) => say('error', title, options),
  info: (title: string, options?: ToastOptions) => say('info', title, options),
}

/** For pages where a message may be due when the connection is gone, and the library with it. */
export const prepareToasts = () => void import('sonner').catch(() => {})

/** While mounted, messages come from the top. */
export function useToastsAtTop() {
  useEffect(() => {
    topCount++
    tellAll()
    return () => {
      topCount--
      tellAll()
    }
  }, [])
}

const PHONE = '(width < 40rem), (height < 30rem)'
/** Below the header of the site and the bar of a call. */
const BELOW_HEADER = { top: '5rem' }
const AT_THE_EDGE = { bottom: '1.5rem' }
const MOST_VISIBLE = 4

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
  const isShown = useSyncExternalStore(
    subscribe,
    () => isWanted,
    () => false,
  )
  const position = useSyncExternalStore(subscribe, positionNow, () => 'bottom-right' as const)
  if (!isShown) return null
  return (
    <Suspense>
      <Sonner
        position={position}
        offset={position === 'bottom-right' ? AT_THE_EDGE : BELOW_HEADER}
        mobileOffset={BELOW_HEADER}
        // One below the other: a success never hides an error.
        expand
        visibleToasts={MOST_VISIBLE}
        dir={directionOf(language)}
        theme={theme}
        hotkey={['altKey', 'KeyT']}
        containerAriaLabel={t('toast.label')}
        closeButton
        toastOptions={{ closeButtonAriaLabel: t('toast.close') }}
        richColors
      />
    </Suspense>
  )
}
