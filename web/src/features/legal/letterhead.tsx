// The head of a printed document: the logo, the company, and an arch on a line. More arches would make the PDF files a tenth larger.
import { Mark } from '../../components/shell/brand.tsx'
import { useI18n } from '../../lib/i18n.tsx'

export function Letterhead() {
  const { t } = useI18n()
  return (
    <div data-print aria-hidden="true" className="letterhead hidden">
      <div className="flex items-center justify-between gap-6">
        <div className="flex items-center gap-3">
          <Mark />
          <bdi className="font-semibold">{t('company.legalName')}</bdi>
        </div>
        <bdi className="text-end text-xs leading-4 text-muted">{t('company.address')}</bdi>
      </div>
      <svg viewBox="0 0 672 24" fill="none" stroke="currentColor" className="mt-3 block w-full text-brass">
        <path d="M0 23h672M324 23V11a12 12 0 0 1 24 0v12M330 23V11a6 6 0 0 1 12 0v12" />
      </svg>
    </div>
  )
}
