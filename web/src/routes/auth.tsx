import { useI18n } from '../lib/i18n.tsx'

export default function Auth() {
  const { t } = useI18n()
  return <h1 className="page py-16">{t('account.metaTitle')}</h1>
}
