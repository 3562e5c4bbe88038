import { TriangleAlert } from 'lucide-react'
import { Component, type ReactNode } from 'react'
import { useI18n } from '../lib/i18n.tsx'
import { finishHydration } from '../lib/load/hydration.ts'
import { useAddress } from '../lib/router/router.tsx'
import { Button, buttonLook } from './ui/button.tsx'
import { EmptyState } from './ui/empty-state.tsx'

interface FaultBoundaryProps {
  children: ReactNode
  /** Whether it is a part of a page, whose title and other ways on stay. */
  isPart?: boolean
}

/** Shows an error of the page in the person's language, with a way to continue. */
export class FaultBoundary extends Component<FaultBoundaryProps, { hasFailed: boolean }> {
  override state = { hasFailed: false }
  static getDerivedStateFromError() {
    return { hasFailed: true }
  }
  override componentDidCatch() {
    // Hydration has ended with an error.
    finishHydration()
  }
  override render() {
    return this.state.hasFailed ? <Fault isPart={this.props.isPart ?? false} /> : this.props.children
  }
}

function Fault({ isPart }: { isPart: boolean }) {
  const { t } = useI18n()
  const contact = useAddress('/contact')
  return (
    <div role="alert" className={isPart ? undefined : 'page grid min-h-[60dvh] content-center'}>
      <EmptyState
        isPage={!isPart}
        isInFrame
        icon={TriangleAlert}
        title={t('fault.title')}
        text={t('fault.text')}
        action={
          <>
            <Button onClick={() => location.reload()}>{t('fault.retry')}</Button>
            {!isPart && (
              // Loads the page anew, because this one is broken.
              <a href={contact} className={buttonLook('secondary')}>
                {t('nav.contact')}
              </a>
            )}
          </>
        }
      />
    </div>
  )
}
