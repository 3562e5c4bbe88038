import { Download } from 'lucide-react'
import { useState } from 'react'
import { toast } from '../../components/toaster.tsx'
import { Button } from '../../components/ui/button.tsx'
import { ErrorBanner } from '../../components/ui/error-banner.tsx'
import { PhoneSection } from '../../components/ui/phone-section.tsx'
import { AppError, textOf } from '../../lib/errors.ts'
import { useI18n } from '../../lib/i18n.tsx'
import { saveFile } from '../../lib/save-file.ts'
import { isCancelled } from '../../lib/session/reauthentication.ts'

async function loadExport() {
  try {
    return await import('./my-data.ts')
  } catch (cause) {
    throw new AppError('unreachable', {}, { cause })
  }
}

export function DataExport() {
  const { t } = useI18n()
  const [progress, setProgress] = useState<{ done: number; all: number }>()
  const [missing, setMissing] = useState<string[]>([])

  const download = async () => {
    setMissing([])
    setProgress({ done: 0, all: 0 })
    try {
      const { collectMyData } = await loadExport()
      const data = await collectMyData((done, all) => setProgress({ done, all }))
      saveFile(data.content, data.name)
      setMissing(data.missing)
      if (!data.missing.length) toast.success(t('export.done'))
    } catch (error) {
      const { key, values } = textOf(error)
      if (!isCancelled(error)) toast.error(t('export.failed'), { description: t(key, values) })
    }
    setProgress(undefined)
  }
  const busy = progress && (progress.all ? t('export.fetching', progress) : t('export.collecting'))

  return (
    <PhoneSection id="export-title" title={t('export.title')} className="gap-2">
      <p className="max-w-[65ch] text-sm text-muted">{t('export.text')}</p>
      <Button look="text" busyLabel={busy ?? false} onClick={() => void download()}>
        <Download aria-hidden="true" className="size-4" />
        {t('export.start')}
      </Button>
      {progress && progress.all > 0 && (
        <progress className="h-2 w-full accent-action" aria-label={t('export.title')} value={progress.done} max={progress.all} />
      )}
      {missing.length > 0 && (
        <ErrorBanner>
          <p>{t('export.missing', { count: missing.length })}</p>
          <ul className="mt-2 list-inside list-disc">
            {missing.map((name) => (
              <li key={name}>
                <bdi>{name}</bdi>
              </li>
            ))}
          </ul>
        </ErrorBanner>
      )}
    </PhoneSection>
  )
}
