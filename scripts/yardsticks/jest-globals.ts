import { vi } from 'vitest'

Object.assign(globalThis, { jest: vi })
