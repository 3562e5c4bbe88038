// Pages differ between sites, so they are compressed at run time.
import { promisify } from 'node:util'
import { brotliCompress, brotliCompressSync, constants } from 'node:zlib'

const FAST = { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }
const SMALL = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } }

const compressInBackground = promisify(brotliCompress)

/**
 * The first request gets a fast compression. Meanwhile the smallest form, a tenth smaller, is made for all later ones. One page at a time,
 * because other work, such as comparing passwords, needs the same threads.
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
        // After any error the first form is used.
        turn = turn.then(shrink).catch(() => {})
      }
      return compressed
    }
  }
}
