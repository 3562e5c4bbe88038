import { Camera } from 'lucide-react'
import { useId } from 'react'
import { buttonLook } from '../../components/ui/button.tsx'
import { useI18n } from '../../lib/i18n.tsx'

/** Only touch devices open a camera for `capture`. Others would open the file picker, as the drop zone does. */
const hasCamera = () => matchMedia('(pointer: coarse)').matches && navigator.maxTouchPoints > 0

export function CameraButton({ onFiles }: { onFiles: (files: File[]) => void }) {
  const { t } = useI18n()
  const id = useId()
  if (!hasCamera()) return null
  return (
    <label htmlFor={id} className={buttonLook('secondary', 'cursor-pointer focus-within:border-action')}>
      <Camera aria-hidden="true" className="size-5" />
      {t('preview.camera')}
      <input
        id={id}
        type="file"
        // Phones that store photos in another format convert them to this one.
        accept="image/jpeg"
        capture="environment"
        className="sr-only"
        onChange={(event) => {
          onFiles([...(event.target.files ?? [])])
          event.target.value = ''
        }}
      />
    </label>
  )
}
