import { Banner } from '../../components/ui/banner.tsx'
import { useI18n } from '../../lib/i18n.tsx'
import { formatMoment } from '../../lib/time/dates.ts'
import { browserZone } from '../../lib/time/zones.ts'
import { reasonOf } from './mail-reasons.ts'
import { useAccountMailStatus } from './queries.ts'

/** Shows how many account mails are late or failed, and why. Shows nothing if there are none. */
export function AccountMails() {
  const { t, language } = useI18n()
  const { data } = useAccountMailStatus()
  if (!data || data.waiting + data.failed === 0) return null
  const { waiting, failed, last_error: error, last_error_at: at } = data
  return (
    <Banner tone="warning">
      <p className="flex flex-wrap gap-x-4">
        <span className="font-medium">{t('logs.accountMails')}</span>
        {waiting > 0 && <span>{t('logs.accountWaiting', { number: waiting })}</span>}
        {failed > 0 && <span>{t('logs.accountFailed', { number: failed })}</span>}
      </p>
      <div className="text-sm">
        {waiting > 0 && <p>{t('logs.accountRetried')}</p>}
        {failed > 0 && <p>{t('logs.accountAskAgain')}</p>}
        {error && at && (
          <p className="break-words">
            {t('logs.lastError', { date: formatMoment(at, browserZone(), language) })} {t(reasonOf(error).text)}
            <bdi dir="ltr" className="block rtl:text-end">
              {error}
            </bdi>
          </p>
        )}
      </div>
    </Banner>
  )
}
