// The settings during a call. Loaded when the dialog opens.
import { Switch } from '../../../components/ui/switch.tsx'
import { useI18n } from '../../../lib/i18n.tsx'
import { useTexts } from '../../../lib/load/use-texts.ts'
import { QrCode } from '../qr-code.tsx'
import { DeviceChoice } from './device-choice.tsx'
import type { Devices } from './devices.ts'
import type { DevicesState } from './devices-state.ts'

export default function SettingsPanel({ devices, state }: { devices: Devices; state: DevicesState }) {
  useTexts('room')
  const { t } = useI18n()
  return (
    <div className="grid gap-5">
      <DeviceChoice devices={devices} state={state} />
      <div className="grid gap-4">
        <Switch
          label={t('room.noise')}
          hint={t('room.noiseHint')}
          checked={state.isNoiseSuppressed}
          onCheckedChange={(isOn) => void devices.suppressNoise(isOn)}
        />
        {state.isBlurred !== undefined && (
          <Switch label={t('room.blur')} checked={state.isBlurred} onCheckedChange={(isOn) => void devices.blur(isOn)} />
        )}
      </div>
      <div className="flex items-center gap-4 border-t border-line pt-5 max-sm:flex-col max-sm:items-start">
        <QrCode text={location.origin + location.pathname} label={t('room.qrLabel')} />
        <div className="grid gap-1">
          <h3 className="font-medium">{t('room.qrTitle')}</h3>
          <p className="text-sm text-muted">{t('room.qrText')}</p>
        </div>
      </div>
    </div>
  )
}
