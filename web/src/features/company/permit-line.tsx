import { BadgeCheck } from 'lucide-react'
import { useI18n } from '../../lib/i18n.tsx'
import { usePermit } from './permit.ts'

/** The permit of the health facility, if it is known. */
export function PermitLine() {
  const { t } = useI18n()
  const permit = usePermit()
  if (!permit) return null
  return (
    <p className="flex gap-2.5 border-t border-line pt-5 text-sm text-muted">
      <BadgeCheck aria-hidden="true" className="size-5 shrink-0 text-brass" />
      <span>
        {t('faces.permit')}
        {t('text.colon')} <bdi className="font-medium text-ink">{permit}</bdi>
      </span>
    </p>
  )
}
