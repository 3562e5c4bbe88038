import { expect, test } from 'vitest'
import { openOption, optionsOf } from './device-options.ts'

const microphone = (deviceId: string, groupId: string) => ({ deviceId, groupId, kind: 'audioinput' as const, label: `Mic ${deviceId}` })
const streamOf = (settings: MediaTrackSettings) => ({ getTracks: () => [{ getSettings: () => settings }] }) as unknown as MediaStream
const FOUND = [microphone('default', 'b'), microphone('communications', 'b'), microphone('one', 'a'), microphone('two', 'b')]
const CAMERA = { deviceId: 'cam', groupId: 'a', kind: 'videoinput' as const, label: 'Camera' }

test('offers a device once even if the browser lists it twice, separately for each kind', () => {
  const options = optionsOf([...FOUND, CAMERA], 'audioinput')
  expect(options.map(({ id }) => id)).toEqual(['one', 'two'])
  expect(optionsOf([...FOUND, CAMERA], 'videoinput')).toEqual([{ id: 'cam', group: 'a', name: 'Camera' }])
  expect(optionsOf([microphone('', '')], 'audioinput')).toEqual([])
})

test('finds the open device, even behind the alias of the system’s default', () => {
  const options = optionsOf(FOUND, 'audioinput')
  expect(openOption(options, streamOf({ deviceId: 'one', groupId: 'a' }))?.id).toBe('one')
  expect(openOption(options, streamOf({ deviceId: 'default', groupId: 'b' }))?.id).toBe('two')
  expect(openOption(options, undefined)).toBeUndefined()
})
