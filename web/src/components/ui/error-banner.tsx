import type { ReactNode } from 'react'
import { Banner } from './banner.tsx'

interface ErrorBannerProps {
  /** What failed. */
  title?: string
  /** Why, and what can be done about it. */
  children: ReactNode
}

/** Screen readers announce it when it appears. */
export function ErrorBanner({ title, children }: ErrorBannerProps) {
  return (
    <Banner tone="danger" role="alert">
      {title && <p className="font-medium">{title}</p>}
      {children}
    </Banner>
  )
}
