// The consent to keeping a child's health data, which a parent can withdraw and give again.
import { toast } from '../../components/toaster.tsx'
import { MENU_ITEM } from '../../components/ui/menu.tsx'
import { useI18n } from '../../lib/i18n.tsx'
import { EndDialog } from './end-dialog.tsx'
import { type Owner, type Relative, useChildConsent, useSetChildConsent } from './queries.ts'
import { relativeName } from './relative-names.ts'

export function ChildConsent({ relative, owner }: { relative: Relative; owner: Owner }) {
  const { t } = useI18n()
  const { data: isLive } = useChildConsent(owner, relative.user_id)
  const { mutateAsync: set } = useSetChildConsent(owner, relative.user_id)
  const name = relativeName(relative)
  if (isLive === undefined) return null
  return isLive ? (
    <EndDialog
      owner={owner}
      trigger={
        <button type="button" className={MENU_ITEM} aria-label={t('relatives.consentWithdrawFor', { name })}>
          {t('relatives.consentWithdraw')}
        </button>
      }
      title={t('relatives.consentWithdrawTitle', { name })}
      text={t('relatives.consentWithdrawText')}
      action={t('relatives.consentWithdraw')}
      onConfirm={async () => {
        await set(false)
        toast.success(t('relatives.consentWithdrawn', { name }))
      }}
    />
  ) : (
    <EndDialog
      owner={owner}
      trigger={
        <button type="button" className={MENU_ITEM} aria-label={t('relatives.consentGiveFor', { name })}>
          {t('relatives.consentGive')}
        </button>
      }
      title={t('relatives.consentGiveTitle', { name })}
      text={t('relatives.consent')}
      action={t('relatives.consentYes')}
      look="primary"
      onConfirm={async () => {
        await set(true)
        toast.success(t('relatives.consentGiven', { name }))
      }}
    />
  )
}
