import { Plus } from 'lucide-react'
import { type FormEvent, useRef, useState } from 'react'
import { toast } from '../../../components/toaster.tsx'
import { Button } from '../../../components/ui/button.tsx'
import { DialogAnswers } from '../../../components/ui/dialog-answers.tsx'
import { ErrorBanner } from '../../../components/ui/error-banner.tsx'
import { UnsavedChanges } from '../../../components/unsaved-changes.tsx'
import { typeName } from '../../../domain/appointment-types.ts'
import { textOf } from '../../../lib/errors.ts'
import { useI18n } from '../../../lib/i18n.tsx'
import { OFFER_ERRORS } from './offer-errors.ts'
import { loadQuestions, MAX_QUESTIONS, type Offer, useSaveQuestions } from './queries.ts'
import { QuestionConflict } from './question-conflict.tsx'
import { QuestionFields } from './question-fields.tsx'
import { newQuestion, primaryOf, type QuestionDraft, questionDraft, questionFaults, questionFieldsOf } from './question-input.ts'
import { mergeQuestions } from './question-merge.ts'

interface QuestionsFormProps {
  doctorId: string
  offer: Offer
  onClose: () => void
}

export function QuestionsForm({ doctorId, offer, onClose }: QuestionsFormProps) {
  const { t, language } = useI18n()
  const form = useRef<HTMLFormElement>(null)
  const [preferred] = useState(() => typeName(offer, language)?.language ?? language)
  const [opened] = useState(() => offer.questions.map(questionDraft))
  const [drafts, setDrafts] = useState(opened)
  const [wasSubmitted, setWasSubmitted] = useState(false)
  // The stored questions that the form started from. Somebody else may have stored others since.
  const [base, setBase] = useState(opened)
  const primaryFor = (id: string) =>
    primaryOf(
      base.find((each) => each.id === id),
      preferred,
    )
  const [clash, setClash] = useState<ReturnType<typeof mergeQuestions> & { stored: QuestionDraft[] }>()
  const [isLoading, setIsLoading] = useState(false)
  const [moved, setMoved] = useState('')
  const [loadError, setLoadError] = useState<unknown>()
  const { mutate: save, isPending: isSaving, error: saveError } = useSaveQuestions(doctorId)
  const isPending = isSaving || isLoading
  const error = saveError ?? loadError
  const problem = error ? textOf(error, OFFER_ERRORS) : undefined
  const isWrong = drafts.some((each) => Object.keys(questionFaults(each, primaryFor(each.id))).length > 0)
  const focusSoon = (selector: string) => requestAnimationFrame(() => form.current?.querySelector<HTMLElement>(selector)?.focus())
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isPending) return
    if (isWrong) {
      setWasSubmitted(true)
      focusSoon('[aria-invalid=true]')
      return
    }
    let stored: QuestionDraft[]
    setIsLoading(true)
    setLoadError(undefined)
    try {
      stored = (await loadQuestions(offer.id)).map(questionDraft)
    } catch (failure) {
      setLoadError(failure)
      return
    } finally {
      setIsLoading(false)
    }
    const merged = mergeQuestions(base, drafts, stored)
    if (merged.clashes.length > 0) {
      setClash({ ...merged, stored })
      return
    }
    const asked = merged.mine.map((each) => ({
      ...questionFieldsOf(each, primaryFor(each.id)),
      id: each.id,
      isStored: stored.some(({ id }) => id === each.id),
    }))
    const removed = stored.filter(({ id }) => !merged.mine.some((each) => each.id === id)).map(({ id }) => id)
    save(
      { typeId: offer.id, removed, asked },
      {
        onSuccess: () => {
          toast.success(t('offers.questionsSaved'))
          onClose()
        },
      },
    )
  }
  const change = (id: string, next: QuestionDraft) => setDrafts(drafts.map((each) => (each.id === id ? next : each)))
  const add = () => {
    const question = newQuestion()
    setDrafts([...drafts, question])
    focusSoon(`[data-question="${question.id}"] textarea`)
  }
  const move = (draft: QuestionDraft, by: -1 | 1) => {
    const place = drafts.indexOf(draft) + by
    const others = drafts.filter((each) => each !== draft)
    setDrafts([...others.slice(0, place), draft, ...others.slice(place)])
    setMoved(t('offers.movedTo', { name: t('offers.questionNumber', { number: place + 1 - by }), place: place + 1, total: drafts.length }))
    // The browser removes the focus from an element that is moved within the list.
    focusSoon(`[data-question="${draft.id}"] [data-move="${by}"]`)
  }
  const remove = (id: string) => {
    setDrafts(drafts.filter((each) => each.id !== id))
    // The pressed button is gone.
    focusSoon('[data-add], [type=submit]')
  }
  return (
    <form ref={form} method="post" noValidate className="grid min-w-0 gap-5" onSubmit={(event) => void submit(event)}>
      {drafts.length === 0 && <p className="text-muted">{t('offers.noQuestions')}</p>}
      {drafts.map((draft, place) => (
        <QuestionFields
          key={draft.id}
          draft={draft}
          number={place + 1}
          primary={primaryFor(draft.id)}
          faults={wasSubmitted ? questionFaults(draft, primaryFor(draft.id)) : {}}
          isFirst={place === 0}
          isLast={place === drafts.length - 1}
          onMove={(by) => move(draft, by)}
          onChange={(next) => change(draft.id, next)}
          onRemove={() => remove(draft.id)}
        />
      ))}
      {drafts.length < MAX_QUESTIONS ? (
        <Button look="secondary" data-add="" className="justify-self-start max-sm:w-full" onClick={add}>
          <Plus aria-hidden="true" className="size-4" />
          {t('offers.addQuestion')}
        </Button>
      ) : (
        <p className="text-sm text-muted">{t('offers.tooManyQuestions', { most: MAX_QUESTIONS })}</p>
      )}
      <output className="sr-only">{moved}</output>
      {clash && (
        <QuestionConflict
          clashes={clash.clashes}
          drafts={drafts}
          primaryFor={primaryFor}
          onChoose={(takesTheirs) => {
            setDrafts(takesTheirs ? clash.theirs : clash.mine)
            setBase(clash.stored)
            setClash(undefined)
            focusSoon('[type=submit]')
          }}
        />
      )}
      {problem && <ErrorBanner title={t('offers.failed')}>{t(problem.key, problem.values)}</ErrorBanner>}
      <UnsavedChanges isDirty={drafts !== opened} />
      <DialogAnswers no={t('offers.back')} onNo={onClose} yes={t('offers.saveQuestions')} busyLabel={isPending && t('schedule.saving')} />
    </form>
  )
}
