import type { ReactNode } from 'react'
import { Banner } from './banner.tsx'

interface ErrorBannerProps {
  /** The failed action. */
  title?: string
  /** The reason, and what the reader can do. */
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
