// Recovery codes, shown once.
import { Download } from 'lucide-react'
import { toast } from '../../components/toaster.tsx'
import { Banner } from '../../components/ui/banner.tsx'
import { Button } from '../../components/ui/button.tsx'
import { useI18n } from '../../lib/i18n.tsx'
import { saveFile } from '../../lib/save-file.ts'

const grouped = (code: string) => code.match(/.{1,4}/g)?.join('-') ?? code

/** `codes` is null if the backend does not support them. Then a second device is recommended. */
export function RecoveryCodes({ codes, onDone }: { codes: string[] | null; onDone: () => void }) {
  const { t } = useI18n()
  if (!codes)
    return (
      <div className="grid gap-4">
        <Banner>{t('security.noCodes')}</Banner>
        <Button onClick={onDone}>{t('security.close')}</Button>
      </div>
    )
  const text = codes.map(grouped).join('\n')
  const copy = () => {
    navigator.clipboard.writeText(text).then(
      () => toast.success(t('security.copied')),
      () => {},
    )
  }
  return (
    <section aria-labelledby="recovery-title" className="grid gap-4">
      <div className="grid gap-1">
        <h3 id="recovery-title" className="font-semibold">
          {t('security.codesTitle')}
        </h3>
        <p className="text-muted">{t('security.codesText')}</p>
      </div>
      <ul dir="ltr" className="grid gap-x-6 gap-y-1 rounded-box border border-line p-4 font-mono sm:grid-cols-2">
        {codes.map((code) => (
          <li key={code}>{grouped(code)}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-3 max-sm:*:grow in-[[role=dialog]]:justify-end">
        <Button look="secondary" onClick={() => saveFile(new Blob([`${text}\n`], { type: 'text/plain' }), 'recovery-codes.txt')}>
          <Download aria-hidden="true" className="size-4" />
          {t('security.download')}
        </Button>
        <Button look="secondary" onClick={copy}>
          {t('security.copy')}
        </Button>
        <Button onClick={onDone}>{t('security.codesSaved')}</Button>
      </div>
    </section>
  )
}
