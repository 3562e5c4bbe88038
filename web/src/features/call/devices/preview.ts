// Camera and microphone before the call. They are closed when the user leaves the page, unless they were handed over to the call.
import { Devices } from './devices.ts'
import { type DevicesState, NO_DEVICES } from './devices-state.ts'
import { readChoices, rememberChoices } from './remembered-devices.ts'

interface PreviewState {
  /** Undefined before the start. */
  devices: Devices | undefined
  state: DevicesState
  /** Whether the permission prompt is open. */
  isAsking: boolean
}

export class Preview {
  readonly #listeners = new Set<() => void>()
  #state: PreviewState = { devices: undefined, state: NO_DEVICES, isAsking: true }
  #isHandedOver = false

  subscribe = (listener: () => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  getState = () => this.#state

  #change(news: Partial<PreviewState>) {
    this.#state = { ...this.#state, ...news }
    for (const listener of this.#listeners) listener()
  }

  start() {
    const devices = new Devices(readChoices())
    devices.onChange = () => this.#change({ state: devices.getState() })
    devices.onChoice = rememberChoices
    this.#change({ devices })
    void devices.start().then(() => this.#state.devices === devices && this.#change({ isAsking: false }))
  }

  /** Hands the open devices over to the call. */
  handOver() {
    this.#isHandedOver = true
    return this.#state.devices
  }

  stop() {
    if (!this.#isHandedOver) this.#state.devices?.end()
  }
}
