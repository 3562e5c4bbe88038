import { type SyntheticEvent, useEffect, useRef } from 'react'
import { classes } from '../../../lib/classes.ts'

interface LiveVideoProps {
  stream: MediaStream
  label: string
  isMirrored?: boolean
  isMuted?: boolean
  onSize?: (width: number, height: number) => void
}

/** Live video. Only render it with a stream that has a track, because a video without one delays the page's load event. */
export function LiveVideo({ stream, label, isMirrored = false, isMuted = true, onSize }: LiveVideoProps) {
  const video = useRef<HTMLVideoElement>(null)
  useEffect(() => {
    const element = video.current
    if (!element) return undefined
    element.srcObject = stream
    return () => {
      element.srcObject = null
    }
  }, [stream])
  const reportSize = ({ currentTarget: { videoWidth, videoHeight } }: SyntheticEvent<HTMLVideoElement>) => onSize?.(videoWidth, videoHeight)
  return (
    // oxlint-disable-next-line jsx-a11y/media-has-caption -- it is the user's own live voice
    <video
      ref={video}
      autoPlay
      playsInline
      muted={isMuted}
      aria-label={label}
      onLoadedMetadata={reportSize}
      onResize={reportSize}
      className={classes('absolute inset-0 size-full object-cover', isMirrored && '-scale-x-100')}
    />
  )
}
