import { FileText } from 'lucide-react'
import { useState } from 'react'
import { lazyPart } from '../../../../components/lazy-part.tsx'
import { Button } from '../../../../components/ui/button.tsx'
import { Dialog } from '../../../../components/ui/dialog.tsx'
import { Skeleton } from '../../../../components/ui/skeleton.tsx'
import { useI18n } from '../../../../lib/i18n.tsx'

const TemplateList = lazyPart(() => import('./template-list.tsx'), {
  failed: 'doctorPanel.loadFailed',
  fallback: <Skeleton className="h-24" />,
})

interface TemplatesButtonProps {
  doctorId: string
  text: string
  onInsert: (body: string) => void
  /** Moves the focus when the dialog closes after a template was inserted. */
  focusNote: () => void
}

export function TemplatesButton({ doctorId, text, onInsert, focusNote }: TemplatesButtonProps) {
  const { t } = useI18n()
  const [isOpen, setIsOpen] = useState(false)
  return (
    <Dialog
      open={isOpen}
      onOpenChange={setIsOpen}
      returnFocus={focusNote}
      trigger={
        <Button look="text" className="min-h-11! text-sm font-normal!">
          <FileText aria-hidden="true" className="size-4" />
          {t('templates.open')}
        </Button>
      }
      title={t('templates.open')}
      description={t('templates.lead')}
      closeLabel={t('dialog.close')}
    >
      <TemplateList
        doctorId={doctorId}
        text={text}
        onInsert={(body) => {
          onInsert(body)
          setIsOpen(false)
        }}
      />
    </Dialog>
  )
}
