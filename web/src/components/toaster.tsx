// Messages at the bottom right. The library comes with the first message, not with the page.
import { lazy, Suspense, useSyncExternalStore } from 'react'
import { useI18n } from '../lib/i18n.tsx'
import { directionOf } from '../lib/languages.ts'
import { useTheme } from '../lib/theme.ts'

const Sonner = lazy(async () => ({ default: (await import('sonner')).Toaster }))

let isWanted = false
const listeners = new Set<() => void>()

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
  for (const listener of listeners) listener()
  const { toast } = await import('sonner')
  toast[kind](title, options)
}

export const toast = {
  success: (title: string, options?: ToastOptions) => void show('success', title, options),
  error: (title: string, options?: ToastOptions) => void show('error', title, options),
  info: (title: string, options?: ToastOptions) => void show('info', title, options),
}

/** For pages where a message may be due when the connection is gone, and the library with it. */
export const prepareToasts = () => void import('sonner').catch(() => {})

export function Toaster() {
  const { t, language } = useI18n()
  const theme = useTheme()
  const isShown = useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => isWanted,
    () => false,
  )
  if (!isShown) return null
  return (
    <Suspense>
      <Sonner
        position="bottom-right"
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
