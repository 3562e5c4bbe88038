// Other doctors for a patient whom a doctor's times do not suit.

interface Specialist {
  id: string
  specialization: string
  specialty_code: string | null
}

/** The other doctors of the same specialty. `soonest` has the ids of the doctors with free times, those who are free first at its start. */
export function nearestDoctors<Doctor extends Specialist>(doctor: Specialist, doctors: Doctor[], soonest: string[] = []): Doctor[] {
  const placeOf = ({ id }: Doctor) => (soonest.includes(id) ? soonest.indexOf(id) : soonest.length)
  return doctors
    .filter((each) => each.id !== doctor.id && isSameSpecialty(doctor, each))
    .map((each) => ({ each, place: placeOf(each) }))
    .toSorted((one, other) => one.place - other.place)
    .map(({ each }) => each)
}

const isSameSpecialty = (one: Specialist, other: Specialist) =>
  one.specialty_code ? one.specialty_code === other.specialty_code : one.specialization === other.specialization
