import { Settings2 } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Dialog } from '../../components/ui/dialog.tsx'
import { SelectField } from '../../components/ui/select-field.tsx'
import { type TextKey, useI18n } from '../../lib/i18n.tsx'
import { ControlButton } from './control-button.tsx'
import type { Devices, DevicesState } from './devices.ts'
import type { Kind } from './negotiation.ts'

const KINDS: { kind: Kind; input: MediaDeviceKind; label: TextKey }[] = [
  { kind: 'video', input: 'videoinput', label: 'call.camera' },
  { kind: 'audio', input: 'audioinput', label: 'call.microphone' },
]

export function DeviceDialog({ controls, state }: { controls: Devices; state: DevicesState }) {
  const { t } = useI18n()
  const [isOpen, setIsOpen] = useState(false)
  const found = useInputs(isOpen)
  return (
    <Dialog
      open={isOpen}
      onOpenChange={setIsOpen}
      trigger={<ControlButton icon={Settings2} label={t('call.settings')} />}
      title={t('call.settings')}
      description={t('call.privacy')}
      closeLabel={t('dialog.close')}
    >
      <div className="grid gap-4">
        {KINDS.map(({ kind, input, label }) => {
          const inputs = found.filter((each) => each.kind === input)
          return (
            <SelectField
              key={kind}
              label={t(label)}
              disabled={inputs.length === 0}
              value={state.inputs[kind] ?? ''}
              onChange={({ target }) => void controls.choose(kind, target.value)}
            >
              {!state.inputs[kind] && <option value="">{inputs.length === 0 ? t('call.missing') : ''}</option>}
              {inputs.map(({ deviceId, label: name }, index) => (
                <option key={deviceId} value={deviceId}>
                  {name || `${t(label)} ${index + 1}`}
                </option>
              ))}
            </SelectField>
          )
        })}
      </div>
    </Dialog>
  )
}

/** What is plugged in, while somebody looks. */
function useInputs(isOpen: boolean) {
  const [inputs, setInputs] = useState<MediaDeviceInfo[]>([])
  useEffect(() => {
    if (!isOpen || !('mediaDevices' in navigator)) return undefined
    const look = () => void navigator.mediaDevices.enumerateDevices().then((all) => setInputs(all.filter(({ deviceId }) => deviceId)))
    look()
    navigator.mediaDevices.addEventListener('devicechange', look)
    return () => navigator.mediaDevices.removeEventListener('devicechange', look)
  }, [isOpen])
  return inputs
}
