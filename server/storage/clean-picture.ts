export interface CleanPicture {
  width: number
  height: number
  parts: Uint8Array[]
}

/** The picture without anything else that the file contained; throws when it is damaged or animated. */
export type Cleaner = (bytes: Buffer) => CleanPicture
