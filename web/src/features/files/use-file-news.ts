// Announces files that the other person shares while the panel is closed.
import { useEffect, useRef, useState } from 'react'
import { toast } from '../../components/toaster.tsx'
import { useI18n } from '../../lib/i18n.tsx'
import { useNewFiles } from './queries.ts'

const NEWS_MS = 5000

interface FileNews {
  appointmentId: string
  userId: string
  /** Whether the panel is open. */
  isOpen: boolean
  onView?: () => void
  /** Called when the live connection is up, at first and after every interruption. */
  onConnected: () => void
}

/** Shows a toast for each new file. Returns whether there are new files since the panel was last open. */
export function useFileNews({ appointmentId, userId, isOpen, onView, onConnected }: FileNews) {
  const { t } = useI18n()
  const [hasNew, setHasNew] = useState(false)
  if (isOpen && hasNew) setHasNew(false)
  const told = useRef<string[]>([])
  const onNew = (fileName: string) => {
    setHasNew(true)
    const id = `file:${fileName}`
    told.current.push(id)
    toast.info(t('files.newTitle'), {
      id,
      description: t('files.new', { fileName }),
      duration: NEWS_MS,
      ...(!isOpen && onView && { action: { label: t('files.view'), onClick: onView } }),
    })
  }
  // The toasts would cover the files that they announce.
  useEffect(() => {
    if (isOpen) for (const id of told.current.splice(0)) toast.dismiss(id)
  }, [isOpen])
  useNewFiles({ appointmentId, userId, onNew, onConnected })
  return hasNew
}
