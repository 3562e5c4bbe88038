import { Card } from '../../../components/ui/card.tsx'
import { useI18n } from '../../../lib/i18n.tsx'
import { PhotoForm } from '../photo/photo-form.tsx'
import type { PhotoDoctor } from '../photo/queries.ts'

export function PhotoSettings({ doctor }: { doctor: PhotoDoctor }) {
  const { t } = useI18n()
  return (
    <Card className="grid gap-5">
      <div className="grid gap-1">
        <h2 className="text-lg font-semibold sm:text-xl">{t('photo.title')}</h2>
        <p className="max-w-[70ch] text-muted max-sm:text-sm">{t('photo.text')}</p>
      </div>
      <PhotoForm doctor={doctor} />
    </Card>
  )
}
