// The doctors as the home page shows them. All its parts share one request.
import { useEffect, useState } from 'react'
import { fetchPublic } from '../../../lib/data/public-api.ts'
import type { PublicDoctor } from '../list/public-doctors.ts'

const COLUMNS = [
  'id',
  'first_name',
  'last_name',
  'title',
  'specialization',
  'specialty_code',
  'timezone',
  'photo_path',
  'languages',
  'licence_number',
  'licence_authority',
  'licence_country',
] as const
export type ListedDoctor = Pick<PublicDoctor, (typeof COLUMNS)[number]>

const KEPT_MS = 60_000
let last: { doctors: Promise<ListedDoctor[]>; at: number } | undefined

function listDoctors() {
  if (!last || Date.now() - last.at > KEPT_MS)
    last = { doctors: fetchPublic<ListedDoctor[]>(`rpc/get_public_doctors?select=${COLUMNS.join()}`), at: Date.now() }
  return last.doctors
}

/** Undefined until the doctors are loaded, and empty if loading fails: the page is complete without them. */
export function useListedDoctors() {
  const [doctors, setDoctors] = useState<ListedDoctor[]>()
  useEffect(() => {
    let isLeaving = false
    const load = async () => {
      const found = await listDoctors().catch(() => {
        last = undefined
        return []
      })
      if (!isLeaving) setDoctors(found)
    }
    void load()
    return () => {
      isLeaving = true
    }
  }, [])
  return doctors
}
