export interface CleanPicture {
  width: number
  height: number
  parts: Uint8Array[]
}

/** Returns the picture without any other content of the file. Throws if it is damaged or animated. */
export type Cleaner = (bytes: Buffer) => CleanPicture
