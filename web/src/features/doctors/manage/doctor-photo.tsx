import { ImageUp } from 'lucide-react'
import { Button } from '../../../components/ui/button.tsx'
import { Dialog } from '../../../components/ui/dialog.tsx'
import { useI18n } from '../../../lib/i18n.tsx'
import { PhotoForm } from '../photo/photo-form.tsx'
import type { PhotoDoctor } from '../photo/queries.ts'

/** A button that opens the photo form of a doctor. Where names need the space, the photo is changed in the record instead. */
export function DoctorPhoto({ doctor, name }: { doctor: PhotoDoctor; name: string }) {
  const { t } = useI18n()
  return (
    <Dialog
      trigger={
        <Button
          look="quiet"
          className="min-h-11! max-xl:hidden px-3! py-0! text-sm text-muted! hover:text-action!"
          title={t(doctor.photo_path ? 'photo.replace' : 'photo.choose')}
        >
          <ImageUp aria-hidden="true" className="size-4 shrink-0" />
          <span aria-hidden="true">{t('management.photo')}</span>
          <span className="sr-only">
            {t(doctor.photo_path ? 'photo.replace' : 'photo.choose')} – {name}
          </span>
        </Button>
      }
      title={t('doctor.photoOf', { name })}
      description={t('photo.text')}
      closeLabel={t('dialog.close')}
    >
      <PhotoForm doctor={doctor} />
    </Dialog>
  )
}
