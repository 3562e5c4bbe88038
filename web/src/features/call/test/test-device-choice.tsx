import { SelectField } from '../../../components/ui/select-field.tsx'
import { useI18n } from '../../../lib/i18n.tsx'
import { type DeviceOption, openOption } from '../devices/device-options.ts'
import type { DeviceKind } from './use-video-test.ts'

interface TestDeviceChoiceProps {
  kind: DeviceKind
  options: DeviceOption[]
  stream: MediaStream | undefined
  chosen: string | undefined
  isBusy: boolean
  onChoose: (id: string) => void
}

/** Renders nothing if there is no choice. */
export function TestDeviceChoice({ kind, options, stream, chosen, isBusy, onChoose }: TestDeviceChoiceProps) {
  const { t } = useI18n()
  if (options.length < 2) return null
  return (
    <SelectField
      label={t(kind === 'camera' ? 'videoTest.chooseCamera' : 'videoTest.chooseMicrophone')}
      value={openOption(options, stream)?.id ?? chosen ?? options[0]?.id}
      disabled={isBusy}
      onChange={({ target }) => onChoose(target.value)}
    >
      {options.map(({ id, name }, index) => (
        <option key={id} value={id}>
          {name || t('videoTest.nameless', { number: index + 1 })}
        </option>
      ))}
    </SelectField>
  )
}
