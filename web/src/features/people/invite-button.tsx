import { UserRoundPlus } from 'lucide-react'
import { Suspense, useState } from 'react'
import { lazyPart } from '../../components/lazy-part.tsx'
import { Button } from '../../components/ui/button.tsx'
import { Dialog } from '../../components/ui/dialog.tsx'
import { FormSkeleton } from '../../components/ui/form-skeleton.tsx'
import { useI18n } from '../../lib/i18n.tsx'

const InviteForm = lazyPart(() => import('./invite-form.tsx'))

export function InviteButton() {
  const { t } = useI18n()
  const [isOpen, setIsOpen] = useState(false)
  return (
    <Dialog
      open={isOpen}
      onOpenChange={setIsOpen}
      trigger={
        <Button title={t('people.invite')} className="px-4! text-sm max-sm:w-11 max-sm:px-0!">
          <UserRoundPlus aria-hidden="true" className="size-4 shrink-0 max-sm:size-5" />
          <span className="max-sm:sr-only">{t('people.invite')}</span>
        </Button>
      }
      title={t('people.inviteTitle')}
      description={t('people.inviteText')}
      closeLabel={t('dialog.close')}
    >
      <Suspense fallback={<FormSkeleton fields={2} pairs={1} />}>
        <InviteForm onDone={() => setIsOpen(false)} />
      </Suspense>
    </Dialog>
  )
}
