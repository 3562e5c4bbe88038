import { TriangleAlert } from 'lucide-react'
import { buttonLook } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'

/** What a page that only the browser renders shows if its scripts could not be loaded. Hidden until then. */
export function Unloaded(texts: { title: string; text: string; retry: string }) {
  return (
    <div id="unloaded" role="alert" className="page min-h-[60dvh] content-center">
      <EmptyState
        isPage
        isInFrame
        icon={TriangleAlert}
        title={texts.title}
        text={texts.text}
        action={
          // oxlint-disable-next-line jsx-a11y/anchor-is-valid -- An empty address is that of the page.
          <a href="" className={buttonLook('primary')}>
            {texts.retry}
          </a>
        }
      />
    </div>
  )
}
