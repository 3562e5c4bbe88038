import { expect, test } from 'vitest'
import { nearestDoctors } from './nearest-doctors.ts'

const specialist = (id: string, specialty_code: string | null, specialization = id) => ({ id, specialty_code, specialization })
const HEART = specialist('heart', 'kardiyoloji')
const LATER = specialist('later', 'kardiyoloji')
const SOONER = specialist('sooner', 'kardiyoloji')
const SKIN = specialist('skin', 'dermatoloji')

const ids = (doctors: { id: string }[]) => doctors.map(({ id }) => id)

test('only other doctors of the same specialty are near', () => {
  expect(ids(nearestDoctors(HEART, [SKIN, HEART, LATER]))).toEqual(['later'])
  expect(nearestDoctors(SKIN, [HEART, SKIN, LATER])).toEqual([])
})

test('the doctor who is free first comes first, and a doctor without times comes last', () => {
  const never = specialist('never', 'kardiyoloji')
  expect(ids(nearestDoctors(HEART, [never, LATER, SOONER], ['sooner', 'later']))).toEqual(['sooner', 'later', 'never'])
})

test('a freely written specialty is compared as it is written', () => {
  const sport = specialist('sport', null, 'Spor Hekimliği')
  const same = specialist('same', null, 'Spor Hekimliği')
  expect(ids(nearestDoctors(sport, [same, specialist('else', null, 'Genel'), HEART]))).toEqual(['same'])
})
