import { Component, type ReactNode } from 'react'
import { useI18n } from '../lib/i18n.tsx'
import { finishHydration } from '../lib/load/hydration.ts'
import { Button } from './ui/button.tsx'

/** Shows an error of the page in the person's language, with a way to continue. */
export class FaultBoundary extends Component<{ children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false }
  static getDerivedStateFromError() {
    return { hasFailed: true }
  }
  override componentDidCatch() {
    // Hydration has ended, though with an error.
    finishHydration()
  }
  override render() {
    return this.state.hasFailed ? <Fault /> : this.props.children
  }
}

function Fault() {
  const { t } = useI18n()
  return (
    <div role="alert" className="page grid justify-items-start gap-4 py-24">
      <h1 className="font-display text-3xl font-semibold">{t('fault.title')}</h1>
      <p className="max-w-[60ch] text-muted">{t('fault.text')}</p>
      <Button onClick={() => location.reload()}>{t('fault.retry')}</Button>
    </div>
  )
}
