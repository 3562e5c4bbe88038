// The outline of a signed-in screen, in the HTML of its page. Signed-in people see it until the scripts have loaded.
import { Mark } from './brand.tsx'

/**
 * Contains no text, whose fonts would compete with the scripts, and no animation, which would take processor time from them. Visitors, who
 * get the shell of the public pages, never see it.
 */
export function AppFrame() {
  return (
    <div aria-hidden="true" className="hidden min-h-dvh flex-col in-data-session:flex">
      <div className="border-b border-line bg-paper">
        <div className="page flex min-h-14 items-center">
          <Mark />
        </div>
      </div>
      <div className="page grid w-full content-start gap-6 py-8">
        <Block className="h-9 w-48" />
        <div className="flex h-11 items-center gap-8 px-4 shadow-[inset_0_-1px_0_var(--line)]">
          <Block className="h-5 w-24" />
          <Block className="h-5 w-24" />
        </div>
        <div className="min-h-[70dvh] rounded-box border border-line bg-surface" />
      </div>
      <div className="sticky bottom-0 mt-auto min-h-14 border-t border-line bg-paper lg:hidden" />
    </div>
  )
}

function Block({ className }: { className: string }) {
  return <div className={`rounded-lg bg-line/70 ${className}`} />
}
