// Up to four doctors, with their names and specialties, side by side in the arches of an arcade.
import { ArrowRight } from 'lucide-react'
import { doctorPath } from '../../../domain/doctor-address.ts'
import { Portrait } from '../../../domain/portrait.tsx'
import { specialtyName } from '../../../domain/specialties.ts'
import { TitleAndName } from '../../../domain/title-and-name.tsx'
import { useI18n } from '../../../lib/i18n.tsx'
import { useTexts } from '../../../lib/load/use-texts.ts'
import { Link } from '../../../lib/router/link.tsx'
import { type ListedDoctor, useListedDoctors } from './listed-doctors.ts'
import { ARCADE, PEOPLE_SHOWN, PERSON, PeoplePending } from './people-pending.tsx'

export default function DoctorPeople() {
  useTexts('find')
  const { t } = useI18n()
  const doctors = useListedDoctors()
  if (!doctors) return <PeoplePending />
  // The section around it is hidden, because its heading would introduce nobody.
  if (doctors.length === 0) return <span data-nobody="" hidden />
  return (
    <>
      <ul className={ARCADE}>
        {differentPeople(doctors).map((doctor) => (
          <li key={doctor.id} className={PERSON}>
            <div className="border-b border-brass">
              <Portrait doctor={doctor} isDecorative size="arcade" />
            </div>
            <div className="md:grid md:grid-rows-subgrid md:gap-y-0">
              <h3 className="leading-snug font-semibold wrap-anywhere lg:font-display lg:text-xl">
                <Link
                  to={doctorPath(doctor)}
                  className="decoration-brass decoration-1 underline-offset-4 after:absolute after:inset-0 group-hover:underline"
                >
                  <TitleAndName doctor={doctor} />
                </Link>
              </h3>
              <p className="mt-0.5 text-sm text-muted">{specialtyName(doctor, t)}</p>
            </div>
          </li>
        ))}
      </ul>
      <Link
        to="/doctors"
        className="-mt-5 inline-flex min-h-11 items-center gap-2 justify-self-start font-medium text-action hover:underline"
      >
        {t('nextSlots.allDoctors')}
        <ArrowRight aria-hidden="true" className="mirrored size-4" />
      </Link>
    </>
  )
}

/** Doctors with a photo come first, and among them one of each specialty. */
function differentPeople(doctors: ListedDoctor[]) {
  const seen = new Set<string>()
  const ranked = doctors
    .toSorted((one, other) => Number(!one.photo_path) - Number(!other.photo_path))
    .map((doctor) => {
      const specialty = doctor.specialty_code ?? doctor.specialization
      const isRepeated = seen.has(specialty)
      seen.add(specialty)
      return { doctor, rank: 2 * Number(!doctor.photo_path) + Number(isRepeated) }
    })
  return ranked
    .toSorted((one, other) => one.rank - other.rank)
    .slice(0, PEOPLE_SHOWN)
    .map(({ doctor }) => doctor)
}
