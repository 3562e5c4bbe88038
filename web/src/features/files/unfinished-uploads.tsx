import { UnsavedChanges } from '../../components/unsaved-changes.tsx'
import { useI18n } from '../../lib/i18n.tsx'
import type { Uploads } from './use-uploads.ts'

/** Asks for confirmation before the user leaves with unfinished uploads. Leaving cancels them. */
export function UnfinishedUploads({ uploads }: { uploads: Uploads }) {
  const { t } = useI18n()
  const texts = { title: t('files.leaveTitle'), text: t('files.leaveText'), stay: t('files.leaveNo'), leave: t('files.leaveYes') }
  return <UnsavedChanges isDirty={uploads.list.length > 0} texts={texts} onLeave={uploads.cancelAll} />
}
