import { Suspense, useState } from 'react'
import { lazyPart } from '../../components/lazy-part.tsx'
import { Dialog } from '../../components/ui/dialog.tsx'
import { FormSkeleton } from '../../components/ui/form-skeleton.tsx'
import { MENU_ITEM } from '../../components/ui/menu.tsx'
import { useI18n } from '../../lib/i18n.tsx'
import { type Owner, type Relative, useRefreshRelatives } from './queries.ts'
import { relativeName } from './relative-names.ts'

const ChildForm = lazyPart(async () => ({ default: (await import('./child-form.tsx')).ChildForm }))
const AdultForm = lazyPart(async () => ({ default: (await import('./adult-form.tsx')).AdultForm }))

export function EditDialog({ relative, owner }: { relative: Relative; owner: Owner }) {
  const { t } = useI18n()
  const [isOpen, setIsOpen] = useState(false)
  const refresh = useRefreshRelatives(owner)
  const change = (next: boolean) => {
    setIsOpen(next)
    if (!next) void refresh()
  }
  const name = relativeName(relative)
  const close = () => setIsOpen(false)
  return (
    <Dialog
      trigger={
        <button type="button" className={MENU_ITEM} aria-label={t('relatives.editFor', { name })}>
          {t('relatives.edit')}
        </button>
      }
      title={t('relatives.editTitle', { name })}
      description={t('relatives.editText')}
      closeLabel={t('dialog.close')}
      open={isOpen}
      onOpenChange={change}
    >
      <Suspense fallback={<FormSkeleton fields={1} pairs={2} />}>
        {relative.authority === 'parental' ? (
          <ChildForm {...{ owner }} child={relative} onDone={close} />
        ) : (
          <AdultForm {...{ owner }} adult={relative} onDone={close} />
        )}
      </Suspense>
    </Dialog>
  )
}
