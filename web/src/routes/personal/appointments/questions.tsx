// The questions before an appointment. One of them may ask for a file. Load this module lazily.
import { Upload } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { buttonLook } from '../../../components/ui/button.tsx'
import { SelectField } from '../../../components/ui/select-field.tsx'
import type { RenderFileChoice } from '../../../features/appointments/patient/mine/question-fields.tsx'
import Questions from '../../../features/appointments/patient/mine/questions.tsx'
import type { MyAppointment } from '../../../features/appointments/patient/own-queries.ts'
import { useFiles } from '../../../features/files/queries.ts'
import { ACCEPT, takesFiles } from '../../../features/files/rules.ts'
import { useUploads } from '../../../features/files/use-uploads.ts'
import { useI18n } from '../../../lib/i18n.tsx'
import { useTexts } from '../../../lib/load/use-texts.ts'
import { useSession } from '../../../lib/session/session.ts'

export default function QuestionsOf({ appointment }: { appointment: MyAppointment }) {
  return (
    <Questions
      appointment={appointment}
      renderFileChoice={(choice) =>
        takesFiles(appointment.status) ? <FileChoice {...choice} appointmentId={appointment.id} /> : <FileLater label={choice.label} />
      }
    />
  )
}

type Choice = Parameters<RenderFileChoice>[0]

/** Chooses a file that is already shared, or uploads a new one. */
function FileChoice({ fileId, label, isBusy, onChoose, appointmentId }: Choice & { appointmentId: string }) {
  useTexts('types', 'files')
  const { t } = useI18n()
  const session = useSession()
  const { data: files = [] } = useFiles(appointmentId)
  return (
    <div className="grid gap-2">
      <SelectField
        label={label}
        hint={t('questions.fileHint')}
        value={fileId ?? ''}
        disabled={isBusy || files.length === 0}
        onChange={({ target }) => onChoose(target.value)}
      >
        <option value="">{t('questions.noFile')}</option>
        {files.map(({ id, file_name }) => (
          <option key={id} value={id}>
            {file_name}
          </option>
        ))}
      </SelectField>
      {session.status === 'in' && <NewFile {...{ appointmentId, label, files, onChoose }} userId={session.person.id} />}
    </div>
  )
}

interface NewFileProps extends Pick<Choice, 'label' | 'onChoose'> {
  appointmentId: string
  userId: string
  files: { id: string; uploaded_by: string }[]
}

/** Uploads a file, which becomes the answer once it has been uploaded. */
function NewFile({ appointmentId, userId, label, files, onChoose }: NewFileProps) {
  const { t } = useI18n()
  const uploads = useUploads(appointmentId, userId)
  const known = useRef<string[]>(undefined)
  const [isAwaited, setIsAwaited] = useState(false)
  const arrived = isAwaited ? files.find(({ id, uploaded_by }) => uploaded_by === userId && !known.current?.includes(id)) : undefined
  useEffect(() => {
    if (!arrived) return
    setIsAwaited(false)
    onChoose(arrived.id)
    // oxlint-disable-next-line react/exhaustive-deps -- once for a file
  }, [arrived?.id])
  const isBusy = isAwaited && uploads.list.some(({ state }) => state !== 'failed')
  return (
    <label className={buttonLook('secondary', 'cursor-pointer justify-self-start has-focus-visible:outline-2 has-disabled:opacity-55')}>
      <Upload aria-hidden="true" className="size-4" />
      {isBusy ? t('questions.uploading') : t('questions.upload')}
      <input
        type="file"
        className="sr-only"
        aria-label={t('questions.uploadFor', { question: label })}
        accept={ACCEPT}
        disabled={isBusy}
        onChange={({ target }) => {
          known.current = files.map(({ id }) => id)
          setIsAwaited(true)
          uploads.add([...(target.files ?? [])].slice(0, 1))
          target.value = ''
        }}
      />
    </label>
  )
}

function FileLater({ label }: { label: string }) {
  useTexts('types')
  const { t } = useI18n()
  return (
    <div>
      <p className="font-medium">{label}</p>
      <p className="text-sm text-muted">{t('questions.fileLater')}</p>
    </div>
  )
}
