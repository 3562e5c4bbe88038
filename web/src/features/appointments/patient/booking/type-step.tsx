// The type of the appointment: shown if there is only one, otherwise a choice. Load this module lazily.
import { useId } from 'react'
import { Banner } from '../../../../components/ui/banner.tsx'
import { Button } from '../../../../components/ui/button.tsx'
import { choiceLook, quietIn } from '../../../../components/ui/choice.ts'
import {
  type BookableType,
  feeOf,
  feeText,
  plainNameOf,
  type TextInLanguage,
  textIn,
  typeName,
} from '../../../../domain/appointment-types.ts'
import { classes } from '../../../../lib/classes.ts'
import { useI18n } from '../../../../lib/i18n.tsx'
import { directionOf } from '../../../../lib/languages.ts'
import { useTexts } from '../../../../lib/load/use-texts.ts'
import { ReachUs } from '../../shared/reach-us.tsx'
import { useTypeTexts } from './type-queries.ts'
import type { Booking } from './use-booking.ts'

export default function TypeStep({ booking, doctorId }: { booking: Booking; doctorId: string }) {
  useTexts('types')
  const { t, language } = useI18n()
  const { types, type, isTypeLost, isForReturning, nearestType, chooseType } = booking
  const texts = useTypeTexts(doctorId, type?.id)
  const preparation = textIn(texts?.preparation, language)
  if (types.length === 0) {
    return (
      <div className="grid gap-2 rounded-box bg-tint p-4">
        <p>{t('types.noneForYou')}</p>
        <ReachUs />
      </div>
    )
  }
  return (
    <div className="grid grid-cols-1 gap-3">
      {isTypeLost && (
        <Banner tone="warning" role="alert">
          <p>{t(isForReturning ? 'types.forReturning' : 'types.gone')}</p>
          {nearestType && (
            <Button look="secondary" className="mt-2" onClick={() => chooseType(nearestType.id)}>
              {t('types.takeNearest', { name: plainNameOf(nearestType, language) })}
            </Button>
          )}
        </Banner>
      )}
      {types.length === 1 && type ? <OnlyType type={type} /> : <TypeChoice {...{ types, doctorId, chosen: type, onChoose: chooseType }} />}
      {preparation && (
        <div className="rounded-choice bg-line/30 px-4 py-3 text-sm">
          <h4 className="font-medium">{t('types.preparation')}</h4>
          <Labelled text={preparation} className="whitespace-pre-line wrap-anywhere" />
        </div>
      )}
    </div>
  )
}

/** A text, with the name of its language if that is not the reader's. */
function Labelled({ text, className }: { text: TextInLanguage; className?: string }) {
  return (
    <p className={className}>
      <span lang={text.language} dir={directionOf(text.language)}>
        {text.text}
      </span>{' '}
      {text.otherLanguage && (
        <span lang={text.language} className="text-muted">
          ({text.otherLanguage})
        </span>
      )}
    </p>
  )
}

function OnlyType({ type }: { type: BookableType }) {
  const { language } = useI18n()
  const name = typeName(type, language)
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-4 rounded-choice bg-line/30 px-4 py-2.5">
      {name && <Labelled text={name} className="min-w-0 font-medium wrap-anywhere" />}
      <LengthAndFee type={type} />
    </div>
  )
}

interface TypeChoiceProps {
  types: BookableType[]
  doctorId: string
  chosen: BookableType | undefined
  onChoose: (id: string) => void
}

function TypeChoice({ types, doctorId, chosen, onChoose }: TypeChoiceProps) {
  const { t } = useI18n()
  const name = useId()
  return (
    <fieldset className="min-w-0">
      <legend className="mb-2 font-medium">{t('types.choose')}</legend>
      <div className="grid gap-2">
        {types.map((type) => (
          <TypeOption key={type.id} {...{ type, name, doctorId }} isChosen={type.id === chosen?.id} onChoose={() => onChoose(type.id)} />
        ))}
      </div>
    </fieldset>
  )
}

interface TypeOptionProps {
  type: BookableType
  /** The name of the group of radio buttons. */
  name: string
  doctorId: string
  isChosen: boolean
  onChoose: () => void
}

function TypeOption({ type, name, doctorId, isChosen, onChoose }: TypeOptionProps) {
  const { language } = useI18n()
  const shown = typeName(type, language)
  const description = textIn(useTypeTexts(doctorId, type.id)?.descriptions, language)
  return (
    <label className={classes('relative flex min-h-12 items-start gap-3 rounded-choice px-4 py-2.5', choiceLook(isChosen))}>
      {/* Covers the whole option, so that screen readers on touch screens find it where it is drawn. */}
      <input
        type="radio"
        name={name}
        checked={isChosen}
        onChange={onChoose}
        className="absolute inset-0 size-full cursor-pointer opacity-0"
      />
      <span className="grid min-w-0 flex-1 gap-0.5">
        <span className="flex flex-wrap items-baseline justify-between gap-x-4">
          {shown && (
            <span className="min-w-0 font-semibold wrap-anywhere">
              <span lang={shown.language} dir={directionOf(shown.language)}>
                {shown.text}
              </span>{' '}
              {shown.otherLanguage && (
                <span lang={shown.language} className={classes('font-normal', quietIn(isChosen))}>
                  ({shown.otherLanguage})
                </span>
              )}
            </span>
          )}{' '}
          <LengthAndFee type={type} look={quietIn(isChosen)} />
        </span>
        {description && (
          <span className={classes('text-sm wrap-anywhere', quietIn(isChosen))}>
            <span lang={description.language} dir={directionOf(description.language)}>
              {description.text}
            </span>
            {description.otherLanguage && <span lang={description.language}> ({description.otherLanguage})</span>}
          </span>
        )}
      </span>
    </label>
  )
}

/** Visitors only see the length, unless the company shows fees to everybody. */
function LengthAndFee({ type, look = 'text-muted' }: { type: BookableType; look?: string }) {
  const { t, language } = useI18n()
  const fee = feeOf(type)
  const parts = [t('types.minutes', { count: type.minutes }), fee && feeText(fee, language, t)]
  return <span className={classes('text-sm', look)}>{parts.filter(Boolean).join(' · ')}</span>
}
