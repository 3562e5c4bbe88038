// An authenticator app, a security key or a passkey in its list, with the button that removes it.
import type { LucideIcon } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { toast } from '../../components/toaster.tsx'
import { Button } from '../../components/ui/button.tsx'
import { Dialog } from '../../components/ui/dialog.tsx'
import { type ErrorTexts, textOf } from '../../lib/errors.ts'
import { type TextKey, useI18n } from '../../lib/i18n.tsx'
import { isCancelled } from '../../lib/session/reauthentication.ts'

interface RemovableItemProps {
  icon: LucideIcon
  name: string
  /** When it was added or used. */
  detail: string
  texts: Record<'title' | 'text' | 'removed' | 'failed', TextKey>
  errors?: ErrorTexts
  /** More to know before it is removed. */
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
      <Dialog
        trigger={
          <Button look="quiet" aria-label={`${t('security.remove')}${t('text.colon')} ${name}`}>
            {t('security.remove')}
          </Button>
        }
        title={t(texts.title)}
        description={t(texts.text, { name })}
        closeLabel={t('security.close')}
        open={isOpen}
        onOpenChange={setIsOpen}
      >
        {note}
        <div className="flex flex-wrap justify-end gap-3 max-sm:*:grow">
          <Button look="secondary" onClick={() => setIsOpen(false)}>
            {t('security.keep')}
          </Button>
          <Button look="danger" busyLabel={isRemoving && t('security.removing')} onClick={() => void confirm()}>
            {t('security.remove')}
          </Button>
        </div>
      </Dialog>
    </div>
  )
}
