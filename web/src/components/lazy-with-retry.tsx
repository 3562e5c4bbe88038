import { type ComponentType, lazy, useReducer } from 'react'
import { AppError } from '../lib/errors.ts'
import { useI18n } from '../lib/i18n.tsx'
import { PartBoundary } from './part-boundary.tsx'

/**
 * `lazy`, for what people open on a page that they have written into: if the code cannot be loaded, it says so in its place and can be
 * tried again. `lazy` alone would replace the whole page, and remember the failure.
 */
export function lazyWithRetry<Props extends object>(load: () => Promise<{ default: ComponentType<Props> }>) {
  let isLoaded = false
  const create = () =>
    lazy(async () => {
      const module = await load().catch((cause: unknown) => {
        throw new AppError('unreachable', {}, { cause })
      })
      isLoaded = true
      return module
    })
  let Part = create()
  return function LazyWithRetry(props: Props) {
    const { t } = useI18n()
    const [, redraw] = useReducer((count: number) => count + 1, 0)
    const retry = () => {
      if (!isLoaded) Part = create()
      redraw()
    }
    return (
      <PartBoundary title={t('fault.title')} onRetry={retry}>
        <Part {...props} />
      </PartBoundary>
    )
  }
}
