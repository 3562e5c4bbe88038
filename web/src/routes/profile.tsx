import { useI18n } from '../lib/i18n.tsx'

export default function Profile() {
  const { t } = useI18n()
  return <h1 className="page py-16">{t('profile.metaTitle')}</h1>
}
