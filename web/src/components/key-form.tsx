// Asks for one of the person's security keys.

import { type ReactNode, useEffect, useRef, useState } from 'react'
import { textOf } from '../lib/errors.ts'
import { useI18n } from '../lib/i18n.tsx'
import { KEY_ERRORS, verifyKey } from '../lib/session/security-keys.ts'
import { Button } from './ui/button.tsx'
import { ErrorBanner } from './ui/error-banner.tsx'

interface KeyFormProps {
  keys: { id: string; friendly_name?: string | undefined }[]
  onVerified?: (() => unknown) | undefined
  /** Shown beside the buttons. */
  children?: ReactNode
}

export function KeyForm({ keys, onVerified, children }: KeyFormProps) {
  const { t } = useI18n()
  const form = useRef<HTMLDivElement>(null)
  const [asked, setAsked] = useState<string>()
  const [fault, setFault] = useState<string>()
  useEffect(() => form.current?.querySelector('button')?.focus(), [])

  const use = async (id: string) => {
    setFault(undefined)
    setAsked(id)
    try {
      await verifyKey(id)
      await onVerified?.()
    } catch (error) {
      const { key, values } = textOf(error, KEY_ERRORS)
      setFault(t(key, values))
    }
    setAsked(undefined)
  }

  return (
    <div ref={form} className="grid gap-4">
      {fault && <ErrorBanner>{fault}</ErrorBanner>}
      <div className="flex flex-wrap gap-3 max-sm:*:grow in-[[role=dialog]]:justify-end">
        {keys.map(({ id, friendly_name }) => (
          <Button key={id} disabled={asked !== undefined} busyLabel={asked === id && t('security.keyWaiting')} onClick={() => void use(id)}>
            {t('security.useThisKey', { name: friendly_name ?? t('security.keyDefaultName') })}
          </Button>
        ))}
        {children}
      </div>
    </div>
  )
}
