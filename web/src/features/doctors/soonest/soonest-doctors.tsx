import { type ComponentType, useEffect, useState } from 'react'
import { type SoonestOptions, SoonestPending } from './soonest-pending.tsx'

/** The look of a drawing of a service that replaces the doctors. It takes the height of the doorway and adds none. */
export const FILLS_DOORWAY = 'mx-auto h-0 min-h-full w-full max-w-96 stroke-2 lg:max-w-none'

/**
 * The doctors who are free soonest, in the doorway of the logo, which stands on the lower edge of the hero. It is as high as its loaded
 * content, so that nothing below it moves.
 */
export const SoonestDoctors = (options: SoonestOptions) => (
  <div className="relative isolate mx-auto grid w-full max-w-96 lg:max-w-none lg:self-end lg:pe-3 lg:pt-10">
    <span
      aria-hidden="true"
      className="absolute -inset-x-2 -top-2 bottom-0 -z-1 rounded-t-full border border-b-0 border-brass/70 bg-on-night/4 dark:bg-on-night/6 lg:-start-3 lg:end-0 lg:top-7"
    />
    {/* The Russian title of the card needs two lines below the round top. */}
    <div className="grid min-h-137 min-[22.5rem]:min-h-121 max-lg:[&:lang(ru)]:min-h-144 max-lg:min-[22.5rem]:[&:lang(ru)]:min-h-128 lg:min-h-130">
      <Loaded {...options} />
    </div>
  </div>
)

/** Loads the doctors after the page is shown. Nothing on the page waits for them. */
function Loaded({ otherwise }: SoonestOptions) {
  const [Panel, setPanel] = useState<ComponentType<SoonestOptions>>()
  const [hasFailed, setHasFailed] = useState(false)
  useEffect(() => {
    let isLeaving = false
    const load = async () => {
      try {
        const { SoonestPanel } = await import('./soonest-panel.tsx')
        if (!isLeaving) setPanel(() => SoonestPanel)
      } catch {
        // The page is complete without them.
        if (!isLeaving) setHasFailed(true)
      }
    }
    void load()
    return () => {
      isLeaving = true
    }
  }, [])
  if (hasFailed) return otherwise
  return Panel ? <Panel otherwise={otherwise} /> : <SoonestPending otherwise={otherwise} />
}
