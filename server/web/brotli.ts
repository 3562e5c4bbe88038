// Pages differ from site to site, so they are compressed while the server runs.
import { promisify } from 'node:util'
import { brotliCompress, brotliCompressSync, constants } from 'node:zlib'

const FAST = { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }
const SMALL = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } }

const compressInBackground = promisify(brotliCompress)

/**
 * The first request gets what takes milliseconds. Meanwhile the smallest form is made, a tenth smaller, for all later ones. One page at a
 * time: other work, such as comparing passwords, needs the same threads.
 */
export function createBrotli() {
  let turn: Promise<unknown> = Promise.resolve()
  return (plain: () => Buffer<ArrayBuffer>) => {
    let compressed: Buffer<ArrayBuffer> | undefined
    const shrink = async () => {
      compressed = await compressInBackground(plain(), SMALL)
    }
    return () => {
      if (!compressed) {
        compressed = brotliCompressSync(plain(), FAST)
        // Whatever goes wrong, the first form is as good.
        turn = turn.then(shrink).catch(() => {})
      }
      return compressed
    }
  }
}
