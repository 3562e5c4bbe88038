import { renderSVG } from 'uqr'

/** The capacity of a version 20 code; larger ones are hard to scan from a screen. */
export const MAX_QR_BYTES = 666

/**
 * Draws text of up to MAX_QR_BYTES. Colours have names, because a number sign would end the data URL in which the client puts the picture.
 */
export const qrSvg = (text: string) =>
  renderSVG(text, { ecc: 'M', border: 4, pixelSize: 4, maxVersion: 20, whiteColor: 'white', blackColor: 'black' })
