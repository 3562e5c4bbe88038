// An authenticator app, a security key or a passkey in its list, with the button that removes it.

import type { LucideIcon } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { toast } from '../../components/toaster.tsx'
import { Button } from '../../components/ui/button.tsx'
import { ConfirmDialog } from '../../components/ui/confirm-dialog.tsx'
import { type ErrorTexts, textOf } from '../../lib/errors.ts'
import { type TextKey, useI18n } from '../../lib/i18n.tsx'
import { isCancelled } from '../../lib/session/reauthentication.ts'

interface RemovableItemProps {
  icon: LucideIcon
  name: string
  /** When the item was added or used. */
  detail: string
  texts: Record<'title' | 'text' | 'removed' | 'failed', TextKey>
  errors?: ErrorTexts
  /** Further information before it is removed. */
  note?: ReactNode
  isRemoving: boolean
  onRemove: () => Promise<unknown>
}

export function RemovableItem({ icon: Icon, name, detail, texts, errors, note, isRemoving, onRemove }: RemovableItemProps) {
  const { t } = useI18n()
  const [isOpen, setIsOpen] = useState(false)
  const confirm = async () => {
    try {
      await onRemove()
      setIsOpen(false)
      toast.success(t(texts.removed))
    } catch (error) {
      if (isCancelled(error)) return
      const { key, values } = textOf(error, errors)
      toast.error(t(texts.failed), { description: t(key, values) })
    }
  }
  return (
    <div className="flex items-center gap-2 rounded-box border border-line py-3 ps-4 pe-1">
      <div className="flex min-w-0 flex-1 items-start gap-3">
        <Icon aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-muted" />
        <div className="min-w-0">
          <p className="break-words font-medium">{name}</p>
          <p className="text-sm text-muted">{detail}</p>
        </div>
      </div>
      <ConfirmDialog
        trigger={
          <Button look="quiet" aria-label={`${t('security.remove')}${t('text.colon')} ${name}`}>
            {t('security.remove')}
          </Button>
        }
        title={t(texts.title)}
        description={t(texts.text, { name })}
        no={t('security.keep')}
        yes={t('security.remove')}
        onYes={() => void confirm()}
        busyLabel={isRemoving && t('security.removing')}
        open={isOpen}
        onOpenChange={setIsOpen}
      >
        {note}
      </ConfirmDialog>
    </div>
  )
}
