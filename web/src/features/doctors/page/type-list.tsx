import { ArrowRight } from 'lucide-react'
import { useEffect, useState } from 'react'
import { feeOf, feeText, typeName } from '../../../domain/appointment-types.ts'
import { usePageValue } from '../../../lib/data/page-data.tsx'
import { fetchPublic } from '../../../lib/data/public-api.ts'
import { useI18n } from '../../../lib/i18n.tsx'
import { Link } from '../../../lib/router/link.tsx'
import { FEES_REQUEST, type PublicFee, type PublicType, typesRequest, withFees } from '../public-types.ts'

/**
 * The types that can be booked, each with a link to booking. Shows nothing while it loads or if it fails, because booking lists them too.
 */
export function TypeList({ doctorId }: { doctorId: string }) {
  const { t, language } = useI18n()
  const types = usePublicTypes(doctorId).filter(({ who }) => who !== 'staff')
  if (types.length === 0) return null
  return (
    <section aria-labelledby="types-title" className="grid content-start gap-4">
      <h2 id="types-title" className="font-display text-2xl font-semibold">
        {t('doctorPage.types')}
      </h2>
      <ul className="divide-y divide-line border-y border-line">
        {types.map((type) => {
          const name = typeName(type, language)
          const fee = feeOf(type)
          return (
            <li key={type.id}>
              <Link
                to={`/appointments?doctor=${doctorId}&type=${type.id}`}
                className="flex min-h-15 items-center gap-4 py-2 hover:text-action"
              >
                <span lang={name?.language} className="min-w-0 flex-1 wrap-anywhere">
                  <bdi>{name?.text}</bdi>
                </span>{' '}
                <span className="shrink-0 text-end text-sm text-muted">
                  {t('types.minutes', { count: type.minutes })}
                  {fee && <span className="block text-ink">{feeText(fee, language, t)}</span>}
                </span>
                <ArrowRight aria-hidden="true" className="mirrored size-4 shrink-0 text-brass" />
              </Link>
            </li>
          )
        })}
      </ul>
    </section>
  )
}

function usePublicTypes(doctorId: string) {
  const given = (usePageValue('types') as PublicType[] | undefined)?.filter(({ doctor_id }) => doctor_id === doctorId)
  const [types, setTypes] = useState(given)
  const isMissing = types === undefined
  useEffect(() => {
    if (!isMissing) return undefined
    const leaving = new AbortController()
    const { signal } = leaving
    Promise.all([
      fetchPublic<PublicType[]>(typesRequest(doctorId), { signal }),
      fetchPublic<PublicFee[]>(FEES_REQUEST, { signal, body: { doctor_ids: [doctorId] } }),
    ]).then(
      ([offered, fees]) => setTypes(withFees(offered, fees)),
      () => {},
    )
    return () => leaving.abort()
  }, [doctorId, isMissing])
  return types ?? []
}
