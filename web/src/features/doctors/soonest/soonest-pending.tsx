/** Over the picture that opens a page, or in a band of their own. */
export type SoonestPlace = 'picture' | 'band'

/** The room of a band until it is known who is free, so that nothing below it moves. A panel has its room in the picture. */
export function SoonestPending({ place }: { place: SoonestPlace }) {
  return place === 'band' && <div className="min-h-124.5 sm:min-h-136.75 lg:min-h-93" />
}
