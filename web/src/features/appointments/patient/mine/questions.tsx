// What the doctor asks before the appointment, answered until it starts. Load this module lazily: most appointments have no questions.
import { LoadFailed } from '../../../../components/load-failed.tsx'
import { textIn } from '../../../../domain/appointment-types.ts'
import { useI18n } from '../../../../lib/i18n.tsx'
import { directionOf } from '../../../../lib/languages.ts'
import { useTexts } from '../../../../lib/load/use-texts.ts'
import { useNow } from '../../../../lib/time/use-now.ts'
import type { MyAppointment } from '../own-queries.ts'
import { type Question, takesAnswers, useAnswers } from './answers.ts'
import { ChoiceAnswer, FileAnswer, type RenderFileChoice, TextAnswer } from './question-fields.tsx'

interface QuestionsProps {
  appointment: MyAppointment
  renderFileChoice: RenderFileChoice
}

export default function Questions({ appointment, renderFileChoice }: QuestionsProps) {
  const now = useNow()
  return takesAnswers(appointment, now) ? <OpenQuestions {...{ appointment, renderFileChoice }} /> : null
}

function OpenQuestions({ appointment: { id }, renderFileChoice }: QuestionsProps) {
  useTexts('types')
  const { t } = useI18n()
  const { data, error, refetch } = useAnswers(id)
  if (error && !data) return <LoadFailed title={t('questions.failed')} error={error} onRetry={() => void refetch()} />
  const asked = data?.filter(({ is_asked }) => is_asked) ?? []
  if (asked.length === 0) return null
  const missing = asked.filter(({ answered_at }) => answered_at === null).length
  return (
    <section aria-labelledby={`questions-${id}`} className="grid grid-cols-1 gap-4 rounded-box border border-line p-4">
      <div>
        <h4 id={`questions-${id}`} className="font-medium">
          {t('questions.title')}
        </h4>
        <output className="block text-sm text-muted">
          {missing > 0 ? t('questions.missing', { count: missing }) : t('questions.complete')}
        </output>
      </div>
      {asked.map((question) => (
        <QuestionItem key={question.question_id} {...{ question, renderFileChoice }} appointmentId={id} onSaved={refetch} />
      ))}
    </section>
  )
}

interface QuestionItemProps {
  question: Question
  appointmentId: string
  renderFileChoice: RenderFileChoice
  onSaved: () => Promise<unknown>
}

function QuestionItem({ question, appointmentId, renderFileChoice, onSaved }: QuestionItemProps) {
  const { language } = useI18n()
  const text = textIn(question.question, language)
  if (!text) return null
  const label = text.otherLanguage ? `${text.text} (${text.otherLanguage})` : text.text
  const props = { question, appointmentId, label, onSaved }
  return (
    <div lang={text.language} dir={directionOf(text.language)} className="min-w-0">
      {question.kind === 'text' && <TextAnswer {...props} />}
      {question.kind === 'choice' && <ChoiceAnswer {...props} />}
      {question.kind === 'file' && <FileAnswer {...props} renderFileChoice={renderFileChoice} />}
    </div>
  )
}
