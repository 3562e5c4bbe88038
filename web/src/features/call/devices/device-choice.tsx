// The choice of camera, microphone and speaker, in the lobby and in the settings of a call.
import { Volume2 } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../../components/ui/button.tsx'
import { SelectField } from '../../../components/ui/select-field.tsx'
import { type TextKey, useI18n } from '../../../lib/i18n.tsx'
import type { Kind } from '../negotiation.ts'
import { canChooseSpeaker, playTestSound } from '../speaker.ts'
import type { Devices } from './devices.ts'
import type { DevicesState } from './devices-state.ts'
import { useDeviceList } from './use-device-list.ts'

const KINDS: { kind: Kind; input: MediaDeviceKind; label: TextKey }[] = [
  { kind: 'video', input: 'videoinput', label: 'call.camera' },
  { kind: 'audio', input: 'audioinput', label: 'call.microphone' },
]

/** The parent must have loaded the texts of the area `room`. */
export function DeviceChoice({ devices, state }: { devices: Devices; state: DevicesState }) {
  const { t } = useI18n()
  const found = useDeviceList(Object.values(devices.outgoing()).filter(Boolean).length)
  return (
    <div className="grid gap-4">
      {KINDS.map(({ kind, input, label }) => {
        const inputs = found.filter((each) => each.kind === input)
        return (
          <SelectField
            key={kind}
            label={t(label)}
            disabled={inputs.length === 0}
            value={state.inputs[kind] ?? ''}
            onChange={({ target: { value } }) => void devices.choose(kind, value, inputs.find(({ deviceId }) => deviceId === value)?.label)}
          >
            {!state.inputs[kind] && <option value="">{inputs.length === 0 ? t('call.missing') : ''}</option>}
            <Options devices={inputs} label={t(label)} />
          </SelectField>
        )
      })}
      <SpeakerChoice devices={devices} speaker={state.speaker} found={found.filter(({ kind }) => kind === 'audiooutput')} />
    </div>
  )
}

function Options({ devices, label }: { devices: MediaDeviceInfo[]; label: string }) {
  return devices.map(({ deviceId, label: name }, index) => (
    <option key={deviceId} value={deviceId}>
      {name || `${label} ${index + 1}`}
    </option>
  ))
}

interface SpeakerChoiceProps {
  devices: Devices
  speaker: string | undefined
  found: MediaDeviceInfo[]
}

function SpeakerChoice({ devices, speaker, found }: SpeakerChoiceProps) {
  const { t } = useI18n()
  const [sound, setSound] = useState<'silent' | 'playing' | 'failed'>('silent')
  const play = () => {
    setSound('playing')
    playTestSound(speaker).then(
      () => setSound('silent'),
      () => setSound('failed'),
    )
  }
  // An unplugged speaker stays remembered. The system's speaker is used until it is plugged in again.
  const chosen = found.some(({ deviceId }) => deviceId === speaker) ? speaker : undefined
  return (
    <div className="grid gap-2">
      {canChooseSpeaker() && found.length > 0 && (
        <SelectField label={t('room.speaker')} value={chosen ?? 'default'} onChange={({ target }) => devices.chooseSpeaker(target.value)}>
          {!found.some(({ deviceId }) => deviceId === 'default') && <option value="default">{t('room.systemSpeaker')}</option>}
          <Options devices={found} label={t('room.speaker')} />
        </SelectField>
      )}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button look="secondary" busyLabel={sound === 'playing' && t('room.soundPlaying')} onClick={play}>
          <Volume2 aria-hidden="true" className="size-5" />
          {t('room.testSound')}
        </Button>
        <p aria-live="polite" className="text-sm text-muted">
          {t(sound === 'failed' ? 'room.soundFailed' : 'room.soundHint')}
        </p>
      </div>
    </div>
  )
}
