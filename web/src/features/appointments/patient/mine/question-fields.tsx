// One question before an appointment. The answer is a text with a draft, a choice, or a file of the appointment.

import { useMutation } from '@tanstack/react-query'
import { Check } from 'lucide-react'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { Button } from '../../../../components/ui/button.tsx'
import { TextAreaField } from '../../../../components/ui/field.tsx'
import { textIn } from '../../../../domain/appointment-types.ts'
import { textOf } from '../../../../lib/errors.ts'
import { useI18n } from '../../../../lib/i18n.tsx'
import type { Language } from '../../../../lib/languages.ts'
import { lengthOf } from '../../../../lib/length-of.ts'
import { forgetTyped, useTypedText } from '../../../../lib/use-typed.ts'
import { ANSWER_ERRORS, type Answer, chosenPlace, MAX_ANSWER_LENGTH, type Question, saveAnswer, saveAnswerDraft } from './answers.ts'

/** Renders the choice of a file. Files are another feature, so the page injects it. */
export type RenderFileChoice = (choice: {
  fileId: string | null
  label: string
  isBusy: boolean
  onChoose: (id: string) => void
}) => ReactNode

interface FieldProps {
  question: Question
  appointmentId: string
  /** The question, with its language if that is not the reader's. */
  label: string
  labelLang: Language
  onSaved: () => Promise<unknown>
}

const DRAFT_AFTER_MS = 1500

function useSaving({ question, appointmentId, onSaved }: FieldProps) {
  const { t } = useI18n()
  const saving = useMutation({
    mutationFn: async (answer: Answer) => saveAnswer(appointmentId, question.question_id, answer),
    onSuccess: onSaved,
  })
  const failure = saving.error ? textOf(saving.error, ANSWER_ERRORS) : undefined
  return { ...saving, problem: failure && t(failure.key, failure.values) }
}

export function TextAnswer(props: FieldProps) {
  const { question, appointmentId, label, labelLang } = props
  const { t } = useI18n()
  const name = `answer:${appointmentId}:${question.question_id}`
  const [text, setText] = useTypedText(name, question.draft ?? question.answer ?? '')
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const { mutate, isPending, problem } = useSaving(props)
  const used = lengthOf(text)
  const isTooLong = used > MAX_ANSWER_LENGTH
  const isSaved = question.answered_at !== null && text === question.answer
  const type = (next: string) => {
    setText(next)
    clearTimeout(timer.current)
    // Saves the draft for other devices. The tab keeps its own copy immediately.
    if (lengthOf(next) <= MAX_ANSWER_LENGTH)
      timer.current = setTimeout(() => void saveAnswerDraft(appointmentId, question.question_id, next), DRAFT_AFTER_MS)
  }
  const save = () => {
    if (isTooLong || isPending) return
    clearTimeout(timer.current)
    mutate({ answer: text }, { onSuccess: () => forgetTyped(name) })
  }
  return (
    <div className="grid gap-2">
      <TextAreaField
        label={<span lang={labelLang}>{label}</span>}
        rows={2}
        value={text}
        error={isTooLong ? t('questions.tooLong', { most: MAX_ANSWER_LENGTH }) : problem}
        aside={<bdi dir="ltr">{t('booking.counter', { used, most: MAX_ANSWER_LENGTH })}</bdi>}
        onChange={(event) => type(event.target.value)}
      />
      {isSaved ? (
        <Saved />
      ) : (
        <Button
          look="secondary"
          className="justify-self-start"
          disabled={isTooLong || (text.trim() === '' && question.answered_at === null)}
          busyLabel={isPending && t('questions.saving')}
          onClick={save}
        >
          {t('questions.save')}
        </Button>
      )}
    </div>
  )
}

/** Saves the answer as soon as an option is chosen. */
export function ChoiceAnswer(props: FieldProps) {
  const { question, label, labelLang } = props
  const { language } = useI18n()
  const name = useId()
  const { mutate, isPending, problem } = useSaving(props)
  // Updates optimistically, because a radio button that waits for the request would flicker.
  const [picked, setPicked] = useState<number>()
  const chosen = picked ?? chosenPlace(question)
  const pick = (place: number) => {
    setPicked(place)
    mutate({ choice: place }, { onSettled: () => setPicked(undefined) })
  }
  const choices = Array.isArray(question.choices) ? question.choices : []
  return (
    <fieldset className="min-w-0" aria-describedby={problem && `${name}-error`}>
      <legend lang={labelLang} className="mb-1 font-medium">
        {label}
      </legend>
      {choices.map((choice, place) => {
        const text = textIn(choice, language)
        return (
          <label key={JSON.stringify(choice)} className="flex min-h-11 cursor-pointer items-center gap-3">
            <input
              type="radio"
              name={name}
              className="size-5 shrink-0 accent-action"
              checked={place === chosen}
              onChange={() => pick(place)}
            />
            <span lang={text?.language} className="min-w-0 wrap-anywhere">
              <bdi>{text?.text}</bdi>
              {text?.otherLanguage && <span className="text-muted"> ({text.otherLanguage})</span>}
            </span>
          </label>
        )
      })}
      <Problem id={`${name}-error`}>{problem}</Problem>
      {question.answered_at !== null && !isPending && !problem && <Saved />}
    </fieldset>
  )
}

export function FileAnswer({ renderFileChoice, ...props }: FieldProps & { renderFileChoice: RenderFileChoice }) {
  const { question, label } = props
  const id = useId()
  const { mutate, isPending, variables, problem } = useSaving(props)
  return (
    <div className="grid gap-1.5">
      {renderFileChoice({
        fileId: isPending ? (variables.file_id ?? null) : question.file_id,
        label,
        isBusy: isPending,
        onChoose: (file_id) => mutate(file_id ? { file_id } : {}),
      })}
      <Problem id={id}>{problem}</Problem>
      {question.file_id && !isPending && !problem && <Saved />}
    </div>
  )
}

const Problem = ({ id, children }: { id: string; children: ReactNode }) => (
  <p id={id} role="alert" className="text-sm text-danger empty:hidden">
    {children}
  </p>
)

function Saved() {
  const { t } = useI18n()
  return (
    <p className="flex items-center gap-1.5 text-sm text-good">
      <Check aria-hidden="true" className="size-4" />
      {t('questions.saved')}
    </p>
  )
}
