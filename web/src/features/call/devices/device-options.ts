// The cameras and microphones to choose from.

export interface DeviceOption {
  id: string
  group: string
  name: string
}

// Some browsers list the system's choice once more under these names.
const ALIASES = ['default', 'communications', '']

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
