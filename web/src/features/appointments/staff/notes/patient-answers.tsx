// The booked type with the patient's answers and the missing ones. Shown on the patient card and beside the call.
import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { LoadFailed } from '../../../../components/load-failed.tsx'
import { toast } from '../../../../components/toaster.tsx'
import { textIn } from '../../../../domain/appointment-types.ts'
import { useI18n } from '../../../../lib/i18n.tsx'
import { useTexts } from '../../../../lib/load/use-texts.ts'
import { OfferLine } from '../offers/offer-line.tsx'
import { useBeforehand } from './answers-query.ts'
import { downloadFile } from './patient-card-query.ts'

type Answer = NonNullable<ReturnType<typeof useBeforehand>['data']>['answers'][number]

export function PatientAnswers({ appointmentId }: { appointmentId: string }) {
  useTexts('offers', 'staff')
  const { t } = useI18n()
  const { data, error, refetch } = useBeforehand(appointmentId)
  if (error && !data) return <LoadFailed title={t('answers.failed')} error={error} onRetry={() => void refetch()} />
  // No placeholder while loading, because doctors without types have no answers.
  if (!data?.booked?.type_id) return null
  return (
    <section aria-label={t('answers.title')} className="grid gap-3">
      <p className="text-sm wrap-anywhere">
        <OfferLine appointment={data.booked} />
      </p>
      {data.answers.length > 0 && (
        <dl className="grid gap-3">
          {data.answers.map((each, place) => (
            <Answered key={each.question_id ?? place} answer={each} />
          ))}
        </dl>
      )}
    </section>
  )
}

function Answered({ answer }: { answer: Answer }) {
  const { t, language } = useI18n()
  const question = textIn(answer.question, language)
  const choice = textIn(answer.choice, language)
  return (
    <div className="min-w-0">
      <dt className="text-sm text-muted wrap-anywhere">
        <bdi lang={question?.language}>{question?.text}</bdi>
        {!answer.is_asked && <span className="block text-xs">{t('answers.old')}</span>}
      </dt>
      <dd className="whitespace-pre-line wrap-anywhere">
        {answer.answered_at === null ? (
          <span className="text-wait">{t('answers.missing')}</span>
        ) : answer.file_id ? (
          <AnswerFile id={answer.file_id} name={answer.file_name ?? ''} />
        ) : (
          <bdi>{answer.answer ?? choice?.text}</bdi>
        )}
      </dd>
    </div>
  )
}

function AnswerFile({ id, name }: { id: string; name: string }) {
  const { t } = useI18n()
  const { mutate, isPending } = useMutation({
    mutationFn: () => downloadFile(id),
    onError: () => toast.error(t('card.fileFailed')),
  })
  return (
    <button
      type="button"
      aria-label={t('answers.file', { fileName: name })}
      aria-busy={isPending}
      disabled={isPending}
      onClick={() => mutate()}
      className="flex min-h-11 max-w-full items-center gap-2 text-start text-action hover:underline disabled:opacity-55"
    >
      <Download aria-hidden="true" className="size-4 shrink-0" />
      <bdi className="wrap-anywhere">{name}</bdi>
    </button>
  )
}
