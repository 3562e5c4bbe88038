import { afterEach, expect, test, vi } from 'vitest'
import { createPasskey, getPasskey } from './webauthn.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

/** A browser whose dialog ends this way. Returns the options that it received. */
function browserThat(ends: () => Promise<unknown>) {
  const dialog = vi.fn<(options: { publicKey: { [name: string]: unknown } }) => Promise<unknown>>(ends)
  vi.stubGlobal('navigator', { credentials: { create: dialog, get: dialog } })
  return () => dialog.mock.calls[0]?.[0].publicKey
}

const fails = (name: string) => () => Promise.reject(new DOMException('', name))
const creation = {
  rp: { name: 'BKV' },
  pubKeyCredParams: [],
  challenge: '-_8',
  user: { id: 'AQI', name: 'a', displayName: 'a' },
  excludeCredentials: [{ id: 'Aw', type: 'public-key', transports: ['usb'] }],
} satisfies Parameters<typeof createPasskey>[0]
const bytes = (...values: number[]) => new Uint8Array(values)

test('a new passkey is requested with decoded options, and the response is encoded', async () => {
  const asked = browserThat(async () => ({
    id: 'BA',
    response: { clientDataJSON: bytes(251, 255).buffer, attestationObject: bytes(5).buffer },
    getClientExtensionResults: () => ({}),
  }))
  const credential = await createPasskey(creation)
  expect(asked()).toMatchObject({
    challenge: bytes(251, 255).buffer,
    user: { id: bytes(1, 2).buffer, name: 'a' },
    excludeCredentials: [{ type: 'public-key', id: bytes(3).buffer, transports: ['usb'] }],
  })
  expect(credential).toMatchObject({ id: 'BA', type: 'public-key', response: { clientDataJSON: '-_8', attestationObject: 'BQ' } })
})

test('a passkey response need not contain the user handle', async () => {
  const response = { clientDataJSON: bytes(1).buffer, authenticatorData: bytes(2).buffer, signature: bytes(3).buffer, userHandle: null }
  const asked = browserThat(async () => ({ id: 'BA', response, getClientExtensionResults: () => ({}) }))
  const credential = await getPasskey({ challenge: 'Bw', allowCredentials: [{ id: 'CA', type: 'public-key' }] })
  expect(asked()).toMatchObject({ challenge: bytes(7).buffer, allowCredentials: [{ id: bytes(8).buffer }] })
  expect(JSON.parse(JSON.stringify(credential))).toMatchObject({
    response: { clientDataJSON: 'AQ', authenticatorData: 'Ag', signature: 'Aw' },
  })
})

test.each([
  ['NotAllowedError', 'webauthn_cancelled'],
  ['AbortError', 'webauthn_cancelled'],
  ['InvalidStateError', 'webauthn_credential_exists'],
  ['SecurityError', 'webauthn_wrong_site'],
  ['NotSupportedError', 'webauthn_unsupported'],
])('%s is reported as %s', async (name, reason) => {
  browserThat(fails(name))
  await expect(createPasskey({ ...creation, timeout: 120_000 })).rejects.toMatchObject({ reason })
  await expect(getPasskey({ challenge: 'AQ', timeout: 120_000 })).rejects.toMatchObject({ reason })
})

test('a refusal at the end of the time limit is a timeout, and an empty response is unsupported', async () => {
  vi.spyOn(performance, 'now').mockReturnValueOnce(0).mockReturnValue(119_500)
  browserThat(fails('NotAllowedError'))
  await expect(getPasskey({ challenge: 'AQ', timeout: 120_000 })).rejects.toMatchObject({ reason: 'webauthn_timeout' })
  browserThat(async () => null)
  await expect(getPasskey({ challenge: 'AQ' })).rejects.toMatchObject({ reason: 'webauthn_unsupported' })
})
