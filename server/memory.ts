// Keeps the process small under load. What is alive in it comes to about 35 MB; on a machine with much memory V8 lets garbage grow
// to several times as much before it looks: `npm run bench -- soak` shows it.
import { setFlagsFromString } from 'node:v8'

/** Garbage is collected when what is old has grown by half, not when it has grown fourfold. */
export function keepHeapSmall() {
  setFlagsFromString('--heap-growing-percent=50')
}
