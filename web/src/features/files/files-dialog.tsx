// The content of the files dialog. It is loaded when the dialog opens.
import { FilesPanel, type FilesPanelProps } from './files-panel.tsx'
import { useRemovedFiles } from './queries.ts'
import { useFileNews } from './use-file-news.ts'

export default function FilesDialog(props: FilesPanelProps) {
  const { appointmentId, userId, uploads } = props
  useFileNews({ appointmentId, userId, isOpen: true, onConnected: uploads.resume })
  useRemovedFiles(appointmentId)
  return <FilesPanel {...props} />
}
