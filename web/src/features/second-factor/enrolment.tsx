// Setting up an authenticator app: the QR code to scan, the key to type, the first code, and then the recovery codes.

import { useMutation } from '@tanstack/react-query'
import { useEffect } from 'react'
import { CodeForm } from '../../components/code-form.tsx'
import { toast } from '../../components/toaster.tsx'
import { Button, Spinner } from '../../components/ui/button.tsx'
import { ErrorBanner } from '../../components/ui/error-banner.tsx'
import { FormSkeleton } from '../../components/ui/form-skeleton.tsx'
import { textOf } from '../../lib/errors.ts'
import { useI18n } from '../../lib/i18n.tsx'
import { SECOND_FACTOR_ERRORS, verifyWith } from '../../lib/session/second-factor.ts'
import { type AddingProps, WithCodes } from './added.tsx'
import { beginEnrolment } from './queries.ts'

export function Enrolment(adding: AddingProps) {
  return <WithCodes {...adding}>{(onAdded) => <NewApp onAdded={onAdded} />}</WithCodes>
}

function NewApp({ onAdded }: { onAdded: () => Promise<void> }) {
  const { t } = useI18n()
  const { data: begun, error, mutate: begin } = useMutation({ mutationFn: () => beginEnrolment(t('security.appName')) })
  useEffect(() => begin(), [begin])

  const verify = async (code: string) => {
    if (!begun) return
    await verifyWith(begun.id, code)
    toast.success(t('security.done'))
    await onAdded()
  }

  if (error) {
    const { key, values } = textOf(error, SECOND_FACTOR_ERRORS)
    return (
      <ErrorBanner title={t('security.enrolFailed')}>
        <p>{t(key, values)}</p>
        <Button look="secondary" className="mt-3" onClick={() => begin()}>
          {t('error.retry')}
        </Button>
      </ErrorBanner>
    )
  }
  if (!begun)
    return (
      // As large as the content that replaces it, so that the dialog's buttons do not move.
      <div className="grid gap-5">
        <output className="grid justify-items-center gap-4 text-muted sm:flex sm:items-center">
          <span className="grid size-46 shrink-0 place-items-center rounded-box border border-line">
            <Spinner />
          </span>
          <span className="flex min-h-30 items-start">{t('security.preparing')}</span>
        </output>
        <FormSkeleton fields={1} />
      </div>
    )
  return (
    <div className="grid gap-5">
      <div className="grid justify-items-center gap-4 sm:flex sm:items-center">
        {/* Dark on white in both themes, because phones cannot read it otherwise. */}
        <img
          src={begun.picture}
          alt={t('security.qrAlt')}
          width={184}
          height={184}
          className="shrink-0 rounded-box border border-line bg-white"
        />
        <SecretKey secret={begun.secret} />
      </div>
      <CodeForm takesFocus onCode={verify} />
    </div>
  )
}

function SecretKey({ secret }: { secret: string }) {
  const { t } = useI18n()
  const copy = () => {
    navigator.clipboard.writeText(secret).then(
      () => toast.success(t('security.copied')),
      () => {},
    )
  }
  return (
    <div className="grid min-w-0 justify-items-start gap-2">
      <p className="text-sm text-muted">{t('security.secret')}</p>
      <code dir="ltr" className="break-words text-start font-mono">
        {secret.match(/.{1,4}/g)?.join(' ')}
      </code>
      <Button look="secondary" onClick={copy}>
        {t('security.copy')}
      </Button>
    </div>
  )
}
