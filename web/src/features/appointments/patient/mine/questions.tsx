// The doctor's questions before the appointment. Patients can answer until the start and read their answers afterwards. Load this module
// lazily, because most appointments have no questions.
import { LoadFailed } from '../../../../components/load-failed.tsx'
import { textIn } from '../../../../domain/appointment-types.ts'
import { useI18n } from '../../../../lib/i18n.tsx'
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
  return takesAnswers(appointment, now) ? (
    <OpenQuestions {...{ appointment, renderFileChoice }} />
  ) : (
    appointment.type_id && <ClosedQuestions id={appointment.id} />
  )
}

/** The given answers, including those to removed questions. Renders nothing if there are none. */
function ClosedQuestions({ id }: { id: string }) {
  useTexts('types')
  const { t } = useI18n()
  const { data, error, refetch } = useAnswers(id)
  if (error && !data) return <LoadFailed title={t('questions.failed')} error={error} onRetry={() => void refetch()} />
  const given = data?.filter(({ answered_at }) => answered_at !== null) ?? []
  if (given.length === 0) return null
  return (
    <section aria-labelledby={`questions-${id}`} className="grid grid-cols-1 gap-3 rounded-box border border-line p-4">
      <h4 id={`questions-${id}`} className="font-medium">
        {t('questions.yours')}
      </h4>
      <GivenAnswers given={given} />
    </section>
  )
}

function GivenAnswers({ given }: { given: Question[] }) {
  const { language } = useI18n()
  return (
    <dl className="grid gap-3">
      {given.map((each) => {
        const question = textIn(each.question, language)
        const choice = textIn(each.choice, language)
        return (
          <div key={each.question_id ?? `${each.answered_at}${question?.text}`} className="min-w-0">
            <dt className="text-sm text-muted wrap-anywhere">
              <bdi lang={question?.language}>{question?.text}</bdi>
            </dt>
            <dd className="whitespace-pre-line wrap-anywhere">
              <bdi>{each.answer ?? choice?.text ?? each.file_name}</bdi>
            </dd>
          </div>
        )
      })}
    </dl>
  )
}

function OpenQuestions({ appointment: { id }, renderFileChoice }: QuestionsProps) {
  useTexts('types')
  const { t } = useI18n()
  const { data, error, refetch } = useAnswers(id)
  if (error && !data) return <LoadFailed title={t('questions.failed')} error={error} onRetry={() => void refetch()} />
  const asked = data?.filter(({ is_asked }) => is_asked) ?? []
  const old = data?.filter(({ is_asked, answered_at }) => !is_asked && answered_at !== null) ?? []
  if (asked.length + old.length === 0) return null
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
      {old.length > 0 && <GivenAnswers given={old} />}
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
  // Isolated, because only the question is in its language, while the text around it is in the reader's.
  const label = text.otherLanguage ? `\u2068${text.text} (${text.otherLanguage})\u2069` : text.text
  const props = { question, appointmentId, label, labelLang: text.language, onSaved }
  return (
    <div className="min-w-0">
      {question.kind === 'text' && <TextAnswer {...props} />}
      {question.kind === 'choice' && <ChoiceAnswer {...props} />}
      {question.kind === 'file' && <FileAnswer {...props} renderFileChoice={renderFileChoice} />}
    </div>
  )
}
