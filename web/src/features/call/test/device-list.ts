// The cameras and microphones to choose from.
import { useEffect, useState } from 'react'
import type { DeviceKind, Streams } from './test-devices.ts'

export interface DeviceOption {
  id: string
  group: string
  name: string
}

type DeviceList = Record<DeviceKind, DeviceOption[]>

const NONE: DeviceList = { camera: [], microphone: [] }
// Some browsers list the system's choice once more under these names.
const ALIASES = ['default', 'communications', '']

/** Asked again with every device that is opened, since only then do they have names, and with every one that is plugged in. */
export function useTestDeviceList(streams: Streams) {
  const [list, setList] = useState(NONE)
  useEffect(() => {
    const media = navigator.mediaDevices as MediaDevices | undefined
    if (!media?.enumerateDevices || !(streams.camera || streams.microphone)) return undefined
    let isCurrent = true
    const look = async () => {
      // Without a list there is nothing to choose from, and the test goes on.
      const found = await media.enumerateDevices().catch(() => [])
      if (isCurrent) setList({ camera: optionsOf(found, 'videoinput'), microphone: optionsOf(found, 'audioinput') })
    }
    const lookAgain = () => void look()
    lookAgain()
    media.addEventListener('devicechange', lookAgain)
    return () => {
      isCurrent = false
      media.removeEventListener('devicechange', lookAgain)
    }
  }, [streams])
  return list
}

type Found = Pick<MediaDeviceInfo, 'deviceId' | 'groupId' | 'kind' | 'label'>

export const optionsOf = (found: Found[], kind: MediaDeviceKind): DeviceOption[] =>
  found
    .filter((device) => device.kind === kind && !ALIASES.includes(device.deviceId))
    .map(({ deviceId, groupId, label }) => ({ id: deviceId, group: groupId, name: label }))

/** The one that is open: by its own name, or, where that is an alias, by the device it belongs to. */
export function openOption(options: DeviceOption[], stream: MediaStream | undefined) {
  const { deviceId, groupId } = stream?.getTracks()[0]?.getSettings() ?? {}
  return options.find(({ id }) => id === deviceId) ?? options.find(({ group }) => group === groupId)
}
