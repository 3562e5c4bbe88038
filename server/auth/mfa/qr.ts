import { renderSVG } from 'uqr'

/** What a code of version 20 holds; larger ones are hard to read from a screen. */
export const MAX_QR_BYTES = 666

/** Text of up to MAX_QR_BYTES. Colours by name: a number sign would end the data address in which the client puts it. */
export const qrSvg = (text: string) =>
  renderSVG(text, { ecc: 'M', border: 4, pixelSize: 4, maxVersion: 20, whiteColor: 'white', blackColor: 'black' })
