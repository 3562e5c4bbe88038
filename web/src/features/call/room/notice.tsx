import { type ReactNode, useEffect, useRef } from 'react'

/** A notice in place of the call. It takes the focus, because the element that had it is gone. */
export function Notice({ title, text, children }: { title: string; text?: string; children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <div className="grid flex-1 content-center justify-items-center gap-5 px-6 py-10 text-center">
      <h2 ref={heading} tabIndex={-1} className="max-w-[30ch] font-display text-2xl font-semibold outline-none">
        {title}
      </h2>
      {text && <p className="max-w-[60ch] text-on-night-muted">{text}</p>}
      <div className="flex flex-wrap justify-center gap-3">{children}</div>
    </div>
  )
}
