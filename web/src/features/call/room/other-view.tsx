// The other person: their video, which grows out of the arch of the portrait, or the portrait while there is no video.
import { UserRound } from 'lucide-react'
import { type ComponentProps, type CSSProperties, type RefObject, useCallback, useState } from 'react'
import { Portrait } from '../../../domain/portrait.tsx'
import { classes } from '../../../lib/classes.ts'
import { useI18n } from '../../../lib/i18n.tsx'
import { CallPicture } from '../picture.tsx'
import type { MeetingState } from './meeting.ts'

/** Whether the other person is in the call, with or without video. */
export const isOtherThere = ({ state, stream }: MeetingState) => Boolean(stream && (state === 'connected' || state === 'interrupted'))

/** Whether video arrives from the other person's camera or screen. */
export const isOtherSeen = (view: MeetingState) => {
  const { media } = view.other
  return isOtherThere(view) && Boolean((media?.camera || media?.screen) && !media.isPaused)
}

type ArchRef = RefObject<DOMRect | undefined>

interface OtherViewProps {
  view: MeetingState
  name: string
  video: RefObject<HTMLVideoElement | null>
  portrait: ComponentProps<typeof Portrait>['doctor'] | undefined
  arch: ArchRef
}

export function OtherView({ view, name, video, portrait, arch }: OtherViewProps) {
  const { t } = useI18n()
  const { state, stream, other, devices } = view
  const isSeen = isOtherSeen(view)
  /** Set by the first frame. */
  const [growth, setGrowth] = useState<CSSProperties>()
  return (
    <>
      {!(isSeen && growth) && (
        <div className="absolute inset-0 grid content-center justify-items-center gap-4 px-6 text-center">
          <Face portrait={portrait} arch={arch} className="short:hidden" />
          <p className="text-xl font-medium wrap-anywhere">
            <bdi>{name}</bdi>
          </p>
          {!isSeen && !other.media?.isPaused && <p className="text-on-night-muted">{t('call.otherCameraOff')}</p>}
        </div>
      )}
      {stream && (
        <CallPicture
          stream={stream}
          videoRef={video}
          speaker={devices.speaker}
          label={t('call.pictureOf', { name })}
          onFrame={(element) => setGrowth((before) => before ?? growthFrom(arch.current, element.getBoundingClientRect()))}
          style={growth}
          className={classes(
            'absolute inset-0 size-full transition-opacity duration-250 ease-calm',
            other.media?.screen ? 'object-contain' : 'object-cover sm:object-contain short:object-cover',
            // Hidden until its first frame arrives, because it would flash before it grows.
            isSeen && growth ? 'arch-grows' : 'invisible',
            // Dimmed, because it shows the last frame and not the present.
            state === 'interrupted' && 'opacity-30',
          )}
        />
      )}
    </>
  )
}

/** A radius of more than half of any width, so that the top stays round while it grows. */
const ARCH = '999px 999px 0 0'

/** The start of the animation within the stage. Empty if no portrait was on the screen. */
function growthFrom(arch: DOMRect | undefined, stage: DOMRect): CSSProperties {
  if (!arch?.width) return {}
  const inset = [arch.top - stage.top, stage.right - arch.right, stage.bottom - arch.bottom, arch.left - stage.left]
  return { '--arch': `${inset.map((px) => `${Math.round(px)}px`).join(' ')} round ${ARCH}` } as CSSProperties
}

interface FaceProps {
  portrait: OtherViewProps['portrait']
  arch: ArchRef
  className: string
}

/** The other person's portrait or initials. A generic icon if the patient is unknown, as after a cancellation. */
export function Face({ portrait, arch, className }: FaceProps) {
  const remember = useCallback(
    (element: HTMLElement) => () => {
      arch.current = element.getBoundingClientRect()
    },
    [arch],
  )
  return (
    <span ref={remember} className={classes('grid w-28 text-ink sm:w-40', className)}>
      {portrait ? (
        <Portrait doctor={portrait} size="doorway" isDecorative />
      ) : (
        <span className="arch grid place-items-center border border-brass bg-on-night/10">
          <UserRound aria-hidden="true" strokeWidth={1.25} className="size-14 text-on-night-muted" />
        </span>
      )}
    </span>
  )
}
