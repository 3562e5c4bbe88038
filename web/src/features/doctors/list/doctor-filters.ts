// The filters of the list of doctors. The address stores them, so that they can be shared and Back restores them.
import { useState } from 'react'
import type { NextSlots } from '../../../domain/next-slots.ts'
import { useIsHydrated } from '../../../lib/load/use-is-hydrated.ts'
import { useLocation } from '../../../lib/router/router.tsx'
import type { PublicDoctor } from './public-doctors.ts'

export interface Filters {
  search: string
  /** The code of a specialty. */
  specialty: string
  /** The code of a language that the doctor speaks. */
  language: string
  isSoonestFirst: boolean
  /** The maximum number of doctors that are shown. */
  shown: number
}

/** The number of doctors shown at first, and added at every request. It fills one, two and three columns without a gap. */
export const PAGE_SIZE = 12

export const NO_DOCTOR_FILTERS: Filters = { search: '', specialty: '', language: '', isSoonestFirst: true, shown: PAGE_SIZE }

const MAX_LENGTH = 100

export function readDoctorFilters(query: string): Filters {
  const params = new URLSearchParams(query)
  const read = (name: string) => (params.get(name) ?? '').slice(0, MAX_LENGTH)
  return {
    search: read('q'),
    specialty: read('specialty'),
    language: read('language'),
    isSoonestFirst: read('sort') !== 'name',
    shown: Math.max(PAGE_SIZE, Math.trunc(Number(read('shown'))) || 0),
  }
}

/** The query of an address with these filters. Other parameters are kept. */
export function writeFilters({ search, specialty, language, isSoonestFirst, shown }: Filters, query: string) {
  const params = new URLSearchParams(query)
  const values = {
    q: search.trim().slice(0, MAX_LENGTH),
    specialty,
    language,
    sort: isSoonestFirst ? '' : 'name',
    shown: shown > PAGE_SIZE ? String(shown) : '',
  }
  for (const [name, value] of Object.entries(values)) {
    params.delete(name)
    if (value) params.append(name, value)
  }
  const written = params.toString()
  return written && `?${written}`
}

export function useFilters() {
  const { search: query, key } = useLocation()
  const isHydrated = useIsHydrated()
  const [chosen, setChosen] = useState<{ key: string; filters: Filters }>()
  const filters = chosen?.key === key ? chosen.filters : isHydrated ? readDoctorFilters(query) : NO_DOCTOR_FILTERS
  const change = (changes: Partial<Filters>) => {
    const next = { ...filters, ...changes }
    setChosen({ key, filters: next })
    const { pathname, search, hash } = window.location
    try {
      window.history.replaceState(window.history.state, '', `${pathname}${writeFilters(next, search)}${hash}`)
    } catch {
      // Safari limits how often this may be called. The list is filtered anyway.
    }
  }
  return { filters, change }
}

type Filtered = Pick<PublicDoctor, 'id' | 'specialty_code' | 'languages'>

/** Doctors without known times come last, in the order of the list. */
export function applyFilters<Doctor extends Filtered>(
  doctors: Doctor[],
  { specialty, language, isSoonestFirst }: Filters,
  slots?: NextSlots,
): Doctor[] {
  const kept = doctors.filter(
    (doctor) => (!specialty || doctor.specialty_code === specialty) && (!language || doctor.languages.includes(language)),
  )
  if (!isSoonestFirst || !slots) return kept
  const order = [...slots.byDoctor.keys()]
  const placeOf = ({ id }: Doctor) => (order.includes(id) ? order.indexOf(id) : order.length)
  return kept.toSorted((one, other) => placeOf(one) - placeOf(other))
}
