import { ArrowDown, ArrowUp, type LucideIcon, MessageCircleQuestion, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { toast } from '../../../components/toaster.tsx'
import { Badge } from '../../../components/ui/badge.tsx'
import { Button } from '../../../components/ui/button.tsx'
import { ConfirmDialog } from '../../../components/ui/confirm-dialog.tsx'
import { ErrorBanner } from '../../../components/ui/error-banner.tsx'
import { Switch } from '../../../components/ui/switch.tsx'
import { feeText, plainNameOf, textIn, typeName } from '../../../domain/appointment-types.ts'
import { textOf } from '../../../lib/errors.ts'
import { useI18n } from '../../../lib/i18n.tsx'
import { OfferDialog } from './offer-dialog.tsx'
import { OFFER_ERRORS } from './offer-errors.ts'
import { WHO_TEXTS } from './offer-input.ts'
import { type Offer, useRemoveOffer, useSetActive } from './queries.ts'
import { QuestionsDialog } from './questions-dialog.tsx'

export const moveButtonId = (id: string, by: -1 | 1) => `offer-${id}-${by === 1 ? 'down' : 'up'}`

interface OfferRowProps {
  doctorId: string
  offer: Offer
  /** All types of the doctor. */
  offers: Offer[]
  isFirst: boolean
  isLast: boolean
  isMoving: boolean
  onMove: (by: -1 | 1) => void
  onRemoved: () => void
}

const ICON = 'min-w-11 px-3!'

export function OfferRow({ doctorId, offer, offers, isFirst, isLast, isMoving, onMove, onRemoved }: OfferRowProps) {
  const { t, language } = useI18n()
  const name = typeName(offer, language)
  const plainName = plainNameOf(offer, language)
  const description = textIn(offer.descriptions, language)
  const who = WHO_TEXTS[offer.who as keyof typeof WHO_TEXTS]
  const moves: { by: -1 | 1; icon: LucideIcon; label: string; isEnd: boolean }[] = [
    { by: -1, icon: ArrowUp, label: t('offers.upOf', { name: plainName }), isEnd: isFirst },
    { by: 1, icon: ArrowDown, label: t('offers.downOf', { name: plainName }), isEnd: isLast },
  ]
  return (
    <article className="grid items-start gap-x-6 gap-y-2 lg:grid-cols-[minmax(0,1fr)_auto]">
      <div className="grid min-w-0 gap-0.5">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h3 className="font-medium wrap-anywhere">
            <bdi lang={name?.language}>{name?.text}</bdi>
            {name?.otherLanguage && <span className="ms-2 text-sm font-normal text-muted">({name.otherLanguage})</span>}
          </h3>
          {!offer.active && <Badge tone="neutral">{t('offers.inactive')}</Badge>}
        </div>
        <p className="text-sm text-muted">
          {t('offers.facts', { minutes: offer.minutes, fee: feeText(offer, language, t), who: who ? t(who) : '' })}
        </p>
        {description && (
          <p lang={description.language} dir="auto" className="max-w-[70ch] text-sm whitespace-pre-line text-muted wrap-anywhere">
            {description.text}
          </p>
        )}
      </div>
      <div className="-ms-3 flex flex-wrap items-center gap-x-1">
        {offers.length > 1 &&
          moves.map(({ by, icon: Icon, label, isEnd }) => (
            // Not disabled, because that would take the focus away while the button is pressed repeatedly.
            <Button
              key={by}
              id={moveButtonId(offer.id, by)}
              look="quiet"
              className={`${ICON} aria-disabled:opacity-40`}
              aria-label={label}
              aria-disabled={isEnd || isMoving}
              onClick={() => !isEnd && !isMoving && onMove(by)}
            >
              <Icon aria-hidden="true" className="size-4" />
            </Button>
          ))}
        <OfferDialog
          doctorId={doctorId}
          offer={offer}
          others={offers}
          trigger={
            <Button look="quiet" className="px-3!" aria-label={t('offers.changeOf', { name: plainName })}>
              <Pencil aria-hidden="true" className="size-4" />
              {t('offers.change')}
            </Button>
          }
        />
        <QuestionsDialog
          doctorId={doctorId}
          offer={offer}
          trigger={
            <Button
              look="quiet"
              className="px-3!"
              aria-label={t('offers.questionsOf', { name: plainName, number: offer.questions.length })}
            >
              <MessageCircleQuestion aria-hidden="true" className="size-4" />
              {t('offers.questions', { number: offer.questions.length })}
            </Button>
          }
        />
        <RemoveOffer doctorId={doctorId} offer={offer} name={plainName} onRemoved={onRemoved} />
        <ActiveSwitch doctorId={doctorId} offer={offer} name={plainName} />
      </div>
    </article>
  )
}

function ActiveSwitch({ doctorId, offer, name }: { doctorId: string; offer: Offer; name: string }) {
  const { t } = useI18n()
  const { mutate, isPending } = useSetActive(doctorId)
  const change = (active: boolean) =>
    mutate(
      { id: offer.id, active },
      {
        onSuccess: () =>
          toast.success(t(active ? 'offers.activated' : 'offers.deactivated'), active ? {} : { description: t('offers.deactivatedText') }),
        onError: (error) => {
          const { key, values } = textOf(error, OFFER_ERRORS)
          toast.error(t('offers.failed'), { description: t(key, values) })
        },
      },
    )
  return (
    <div className="flex min-h-12 items-center ps-3">
      <Switch label={t('offers.activeOf', { name })} isLabelHidden checked={offer.active} isBusy={isPending} onCheckedChange={change} />
    </div>
  )
}

function RemoveOffer({ doctorId, offer, name, onRemoved }: { doctorId: string; offer: Offer; name: string; onRemoved: () => void }) {
  const { t } = useI18n()
  const [isOpen, setIsOpen] = useState(false)
  const { mutate, isPending, error, reset } = useRemoveOffer(doctorId)
  const problem = error && textOf(error, OFFER_ERRORS)
  return (
    <ConfirmDialog
      open={isOpen}
      onOpenChange={(next) => {
        reset()
        setIsOpen(next)
      }}
      trigger={
        <Button look="quiet" className={ICON} aria-label={t('offers.removeOf', { name })}>
          <Trash2 aria-hidden="true" className="size-4" />
        </Button>
      }
      title={t('offers.removeTitle')}
      description={t('offers.removeText', { name })}
      no={t('offers.keep')}
      yes={t('offers.removeYes')}
      busyLabel={isPending && t('offers.removing')}
      onYes={() =>
        mutate(offer.id, {
          onSuccess: () => {
            setIsOpen(false)
            toast.success(t('offers.removed'))
            requestAnimationFrame(onRemoved)
          },
        })
      }
    >
      {problem && <ErrorBanner title={t('offers.failed')}>{t(problem.key, problem.values)}</ErrorBanner>}
    </ConfirmDialog>
  )
}
