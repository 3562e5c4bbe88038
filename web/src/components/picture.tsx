/** Files of 800 and 1600 pixels width in each format. */
export interface PictureSources {
  avif: [string, string]
  webp: [string, string]
}

interface PictureProps {
  sources: PictureSources
  alt: string
  width: number
  height: number
  sizes: string
  /** The first picture of a page loads at once. All others load when they come near the window. */
  isFirst?: boolean
  className?: string
}

export function Picture({ sources, alt, width, height, sizes, isFirst = false, className }: PictureProps) {
  const set = ([small, large]: [string, string]) => `${small} 800w, ${large} 1600w`
  return (
    <picture>
      <source type="image/avif" srcSet={set(sources.avif)} sizes={sizes} />
      <img
        src={sources.webp[0]}
        srcSet={set(sources.webp)}
        sizes={sizes}
        alt={alt}
        width={width}
        height={height}
        loading={isFirst ? 'eager' : 'lazy'}
        fetchPriority={isFirst ? 'high' : 'auto'}
        decoding="async"
        className={className}
      />
    </picture>
  )
}
