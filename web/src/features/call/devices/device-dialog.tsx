import { Settings2 } from 'lucide-react'
import { Suspense } from 'react'
import { ArchLoader } from '../../../components/arch-loader.tsx'
import { lazyPart } from '../../../components/lazy-part.tsx'
import { Dialog } from '../../../components/ui/dialog.tsx'
import { useI18n } from '../../../lib/i18n.tsx'
import { ControlButton } from '../control-button.tsx'
import type { Devices } from './devices.ts'
import type { DevicesState } from './devices-state.ts'

const SettingsPanel = lazyPart(() => import('./settings-panel.tsx'))

export function DeviceDialog({ devices, state }: { devices: Devices; state: DevicesState }) {
  const { t } = useI18n()
  return (
    <Dialog
      trigger={<ControlButton icon={Settings2} label={t('call.settings')} />}
      title={t('call.settings')}
      description={t('call.privacy')}
      closeLabel={t('dialog.close')}
    >
      <Suspense fallback={<ArchLoader />}>
        <SettingsPanel devices={devices} state={state} />
      </Suspense>
    </Dialog>
  )
}
