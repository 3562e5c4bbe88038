import { useI18n } from '../../../lib/i18n.tsx'
import { PhotoForm } from '../photo/photo-form.tsx'
import type { PhotoDoctor } from '../photo/queries.ts'

export function PhotoSettings({ doctor }: { doctor: PhotoDoctor }) {
  const { t } = useI18n()
  return (
    <div className="grid gap-5">
      <p className="max-w-[70ch] text-muted max-sm:text-sm">{t('photo.text')}</p>
      <PhotoForm doctor={doctor} />
    </div>
  )
}
