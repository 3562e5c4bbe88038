// The cameras and microphones to choose from.

export interface DeviceOption {
  id: string
  group: string
  name: string
}

// Some browsers list the system's default device a second time under these ids.
const ALIASES = ['default', 'communications', '']

type Found = Pick<MediaDeviceInfo, 'deviceId' | 'groupId' | 'kind' | 'label'>

export const optionsOf = (found: Found[], kind: MediaDeviceKind): DeviceOption[] =>
  found
    .filter((device) => device.kind === kind && !ALIASES.includes(device.deviceId))
    .map(({ deviceId, groupId, label }) => ({ id: deviceId, group: groupId, name: label }))

/** Finds the open device by its id, or by its group if the id is an alias. */
export function openOption(options: DeviceOption[], stream: MediaStream | undefined) {
  const { deviceId, groupId } = stream?.getTracks()[0]?.getSettings() ?? {}
  return options.find(({ id }) => id === deviceId) ?? options.find(({ group }) => group === groupId)
}
