import { useTexts } from '../../lib/load/use-texts.ts'
import { DoctorSearch } from './doctor-search.tsx'

/** The search for doctors in the hero of a page that does not have its texts. On phones the list of specialties is near. */
export default function HeroSearch() {
  useTexts('doctors')
  return <DoctorSearch isOnNight className="mt-1 max-w-132 max-lg:hidden noscript:hidden" />
}
