import { Banner } from '../../../components/ui/banner.tsx'
import { useI18n } from '../../../lib/i18n.tsx'
import { DEVICE_FAULTS } from '../call-texts.ts'
import type { DevicesState } from './devices-state.ts'

/** Why a camera or a microphone could not be opened. */
export function DeviceFaults({ faults: { audio, video } }: { faults: DevicesState['faults'] }) {
  const { t } = useI18n()
  if (!audio && !video) return null
  return (
    <Banner tone="warning" role="alert">
      {video && <p>{t('call.cameraFault', { reason: t(DEVICE_FAULTS[video]) })}</p>}
      {audio && <p>{t('call.microphoneFault', { reason: t(DEVICE_FAULTS[audio]) })}</p>}
    </Banner>
  )
}
