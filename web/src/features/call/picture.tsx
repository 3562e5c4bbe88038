import { type CSSProperties, type RefObject, type SyntheticEvent, useEffect, useRef, useState } from 'react'
import { Button } from '../../components/ui/button.tsx'
import { useI18n } from '../../lib/i18n.tsx'
import { setSpeaker } from './speaker.ts'

interface PictureProps {
  /** Must contain a track, because a video without one delays the page's load event. */
  stream: MediaStream
  label: string
  isMuted?: boolean
  /** The id of the speaker. Undefined for the system's default. */
  speaker?: string | undefined
  videoRef?: RefObject<HTMLVideoElement | null>
  /** Called for the first frame and whenever the size of the picture changes. */
  onFrame?: (video: HTMLVideoElement) => void
  style?: CSSProperties | undefined
  className: string
}

export function CallPicture({ stream, label, isMuted = false, speaker, videoRef, onFrame, style, className }: PictureProps) {
  const { t } = useI18n()
  const ownRef = useRef<HTMLVideoElement>(null)
  const video = videoRef ?? ownRef
  const [isSilenced, setIsSilenced] = useState(false)
  useEffect(() => {
    const { current } = video
    if (!current) return
    current.srcObject = stream
    current.play().catch((error: unknown) => setIsSilenced(error instanceof DOMException && error.name === 'NotAllowedError'))
  }, [stream, video])
  useEffect(() => {
    if (video.current && speaker !== undefined) void setSpeaker(video.current, speaker)
  }, [video, speaker])
  const look = ({ currentTarget }: SyntheticEvent<HTMLVideoElement>) => {
    if (currentTarget.videoWidth) onFrame?.(currentTarget)
  }
  const hear = () => {
    setIsSilenced(false)
    void video.current?.play().catch(() => setIsSilenced(true))
  }
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- a live conversation has no captions */}
      <video
        ref={video}
        aria-label={label}
        muted={isMuted}
        playsInline
        style={style}
        className={className}
        onLoadedData={look}
        onResize={look}
      />
      {isSilenced && !isMuted && (
        <div className="absolute inset-0 grid place-items-center bg-night/60">
          <Button look="on-night-primary" onClick={hear}>
            {t('call.hear')}
          </Button>
        </div>
      )}
    </>
  )
}
