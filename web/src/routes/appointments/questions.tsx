// The questions before an appointment, one of which may ask for a file. Load this module lazily.
import { SelectField } from '../../components/ui/select-field.tsx'
import type { RenderFileChoice } from '../../features/appointments/patient/mine/question-fields.tsx'
import Questions from '../../features/appointments/patient/mine/questions.tsx'
import type { MyAppointment } from '../../features/appointments/patient/own-queries.ts'
import { useFiles } from '../../features/files/queries.ts'
import { takesFiles } from '../../features/files/rules.ts'
import { useI18n } from '../../lib/i18n.tsx'
import { useTexts } from '../../lib/load/use-texts.ts'

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

/** One of the files that are shared already; the button beside the questions adds one. */
function FileChoice({ fileId, label, isBusy, onChoose, appointmentId }: Choice & { appointmentId: string }) {
  useTexts('types')
  const { t } = useI18n()
  const { data: files = [] } = useFiles(appointmentId)
  return (
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
