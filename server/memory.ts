// Keeps the process small under load. What is alive in it comes to about 35 MB; without these, V8 lets garbage grow to ten times
// as much on a machine with much memory before it looks: `npm run bench -- soak` shows it.
import { setFlagsFromString } from 'node:v8'

export function keepHeapSmall() {
  // The space for new objects stays at its first size (16 MB) instead of doubling under load.
  setFlagsFromString('--semi-space-growth-factor=1')
  // The rest is collected when it has grown by half, not when it has grown fourfold.
  setFlagsFromString('--heap-growing-percent=50')
}
