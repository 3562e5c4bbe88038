// The types of appointments that a doctor offers, with their length, fee and questions. For the doctor, and for admins.
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { LoadFailed } from '../../../components/load-failed.tsx'
import { toast } from '../../../components/toaster.tsx'
import { Button } from '../../../components/ui/button.tsx'
import { RowsSkeleton } from '../../../components/ui/form-skeleton.tsx'
import { plainNameOf } from '../../../domain/appointment-types.ts'
import { textOf } from '../../../lib/errors.ts'
import { useI18n } from '../../../lib/i18n.tsx'
import { useTexts } from '../../../lib/load/use-texts.ts'
import { OfferDialog } from './offer-dialog.tsx'
import { OFFER_ERRORS } from './offer-errors.ts'
import { moveButtonId, OfferRow } from './offer-row.tsx'
import { type Offer, useOffers, useReorder } from './queries.ts'

interface OffersCardProps {
  doctor: { id: string }
  /** The heading above, which gets the focus when the type with the focus is removed. */
  headingId: string
}

export function OffersCard({ doctor, headingId }: OffersCardProps) {
  useTexts('offers', 'types', 'panel')
  const { t } = useI18n()
  const { data, error, refetch } = useOffers(doctor.id)
  return (
    <div className="grid grid-cols-1 gap-4">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3 sm:flex-nowrap">
        <div className="grid gap-1">
          <p className="max-w-[70ch] text-muted max-sm:text-sm">{t('offers.text')}</p>
          {data?.length === 0 && <p className="mt-2 max-sm:text-sm">{t('offers.empty')}</p>}
        </div>
        {data && (
          <OfferDialog
            doctorId={doctor.id}
            others={data}
            trigger={
              <Button look="secondary" className="max-sm:w-full sm:shrink-0">
                <Plus aria-hidden="true" className="size-4" />
                {t('offers.add')}
              </Button>
            }
          />
        )}
      </div>
      {data ? (
        <OfferList doctorId={doctor.id} offers={data} headingId={headingId} />
      ) : error ? (
        <LoadFailed title={t('schedule.loadFailed')} error={error} onRetry={() => void refetch()} />
      ) : (
        <RowsSkeleton rows={2} />
      )}
    </div>
  )
}

function OfferList({ doctorId, offers, headingId }: { doctorId: string; offers: Offer[]; headingId: string }) {
  const { t, language } = useI18n()
  const { mutateAsync: reorder, isPending } = useReorder(doctorId)
  const [moved, setMoved] = useState('')
  if (offers.length === 0) return null
  const move = async (offer: Offer, by: -1 | 1) => {
    const place = offers.indexOf(offer) + by
    const others = offers.filter((each) => each !== offer)
    try {
      await reorder([...others.slice(0, place), offer, ...others.slice(place)])
    } catch (error) {
      const { key, values } = textOf(error, OFFER_ERRORS)
      toast.error(t('offers.failed'), { description: t(key, values) })
      return
    }
    setMoved(t('offers.movedTo', { name: plainNameOf(offer, language), place: place + 1, total: offers.length }))
    // The browser removes the focus from an element that is moved within the list.
    requestAnimationFrame(() => document.getElementById(moveButtonId(offer.id, by))?.focus())
  }
  return (
    <>
      <ol className="divide-y divide-line">
        {offers.map((offer, place) => (
          <li key={offer.id} className="py-3 first:pt-0 last:pb-0">
            <OfferRow
              doctorId={doctorId}
              offer={offer}
              offers={offers}
              isFirst={place === 0}
              isLast={place === offers.length - 1}
              isMoving={isPending}
              onMove={(by) => void move(offer, by)}
              onRemoved={() => document.getElementById(headingId)?.focus()}
            />
          </li>
        ))}
      </ol>
      <output className="sr-only">{moved}</output>
    </>
  )
}
